# Speed: every tests/bench/bench_*.c is a program that prints rows of one table; so do the scripts, of what
# whole processes do. BENCH=--json: an object a line. PEER=DIR: the same built of npm libraries, to stand
# beside (docs/speed.md). A figure that misses what it must reach is shown, and is no failure.

BENCH_SRC := $(wildcard tests/bench/bench_*.c)
BENCH_BIN := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(BENCH_SRC))
BENCH     ?=

$(BUILD)/bench/%: $(BUILD)/obj/tests/bench/%.o $(HUB_LINK)
	$(LINK) $< $(HUB_LINK) $(call pkg_libs,$(LIBS_tests))

# Whole runs, in the club of the tests.
$(BUILD)/bench/bench_tick: $(BUILD)/obj/tests/bench/bench_tick.o $(call obj,$(UNIT_HELP)) $(BUILD)/lib/player.a $(HUB_LINK)
	$(LINK) $(filter %.o,$^) $(BUILD)/lib/player.a $(HUB_LINK) $(call pkg_libs,$(LIBS_tests) $(LIBS_player))

# What fills a referee with turns to be taken.
$(BUILD)/bench/turns: $(call obj,tests/bench/turns.c tests/bench/webmail.c) $(BUILD)/lib/player.a $(HUB_LINK)
	$(LINK) $^ $(call pkg_libs,$(LIBS_tests) $(LIBS_player))

# The rules need nothing of the other rooms.
$(BUILD)/bench/bench_rules: $(BUILD)/obj/tests/bench/bench_rules.o $(BUILD)/lib/rules.a
	$(LINK) $^

.SECONDARY: $(call obj,$(wildcard tests/bench/*.c))

$(BUILD)/bench/row $(BUILD)/bench/watch $(BUILD)/bench/often: $(BUILD)/bench/%: $(BUILD)/obj/tests/bench/%.o
	$(LINK) $^
$(BUILD)/bench/floor: $(BUILD)/obj/tests/bench/floor.o
	$(LINK) $^ $(call pkg_libs,gmime-3.0 sqlite3)
$(BUILD)/bench/posting: $(BUILD)/obj/tests/bench/posting.o $(HUB_LINK)
	$(LINK) $^ $(call pkg_libs,$(LIBS_tests) libcurl)

BENCH_TOOLS := $(patsubst %,$(BUILD)/bench/%,row watch often floor turns posting) \
               $(BUILD)/tests/tools/games $(BUILD)/tests/tools/ports
PEER ?= $(firstword $(patsubst %/peer.mjs,%,$(wildcard ../peer-node/peer.mjs ../shared/bench/peer-node/peer.mjs)))

check: $(BENCH_TOOLS)

bench: all $(BENCH_BIN) $(BENCH_TOOLS)
	@$(BUILD)/bench/row $(BENCH) --head
	@for b in $(BENCH_BIN); do $$b $(BENCH) || exit 1; done
	@sh tests/bench/instructions.sh $(BUILD)/bench/bench_rules $(BENCH)
	@PEER=$(PEER) sh tests/bench/engine.sh $(BUILD) $(BENCH)
	@PEER=$(PEER) sh tests/bench/turn.sh $(BUILD) $(BENCH)
	@sh tests/bench/starts.sh $(BUILD) $(BENCH)
	@sh tests/bench/posting.sh $(BUILD) $(BENCH)

# A million finished games and 100,000 running ones, and what each command takes with them.
# FINISHED= RUNNING= PLAYERS= PUBLISH=no: other sizes; a small one is tried in make test.
bench-data: all $(BENCH_TOOLS)
	@$(BUILD)/bench/row $(BENCH) --head
	@sh tests/bench/data.sh $(BUILD) $(BENCH)

.PHONY: bench bench-data
