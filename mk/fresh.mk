# The promise of the README, kept on a Debian 12 on which nothing else was ever installed.

fresh:
	@sh mk/deps.sh debootstrap
	@sh mk/fresh.sh $(BUILD)/fresh

.PHONY: fresh
