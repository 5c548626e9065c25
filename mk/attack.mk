# Killed anywhere, attacked by anyone: the long forms of tests whose short forms are in `make test`.

# Two worlds that differ in what a player may not know, told the same story, in 500 games.
GAMES ?= 500
secrecy: all $(BUILD)/tests/test_hub_secrecy
	@BUILD=$(BUILD) REFEREE23_GAMES=$(GAMES) $(BUILD)/tests/test_hub_secrecy

# A million forged tickets, 200,000 forged signatures.
FORGERIES ?= 1000000
forgery: all $(BUILD)/tests/test_hub_forgery
	@BUILD=$(BUILD) REFEREE23_FORGERIES=$(FORGERIES) $(BUILD)/tests/test_hub_forgery

# A run with a dozen mails, stopped at each of its durable acts, killed at 300 random moments, also
# between real servers, and on a disk of which each single act fails in turn.
KILLS ?= 300
crash: all $(BUILD)/tests/test_hub_crash $(BUILD)/tests/test_hub_storage $(TOOLS_BIN)
	@BUILD=$(BUILD) REFEREE23_CRASH=all REFEREE23_KILLS=$(KILLS) $(BUILD)/tests/test_hub_crash
	@BUILD=$(BUILD) KILLS=$(KILLS) bats tests/crash/servers.bats
	@BUILD=$(BUILD) REFEREE23_FAULTS=all $(BUILD)/tests/test_hub_storage

# A flood of 10,000 mails from strangers.
FLOOD ?= 10000
abuse: all $(BUILD)/tests/test_hub_abuse
	@BUILD=$(BUILD) REFEREE23_FLOOD=$(FLOOD) $(BUILD)/tests/test_hub_abuse

# The database that a version of the schema leaves behind, to be brought forward by all later ones.
old: all $(BUILD)/tests/test_hub_old
	@BUILD=$(BUILD) REFEREE23_MAKE_OLD=1 $(BUILD)/tests/test_hub_old

.PHONY: secrecy forgery crash abuse old
