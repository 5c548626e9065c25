# Speed: every tests/bench/bench_*.c is a program that prints its figures. BENCH=--json: an object a line.

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

$(BUILD)/bench/row $(BUILD)/bench/watch: $(BUILD)/bench/%: $(BUILD)/obj/tests/bench/%.o
	$(LINK) $^
$(BUILD)/bench/floor: $(BUILD)/obj/tests/bench/floor.o
	$(LINK) $^ $(call pkg_libs,gmime-3.0 sqlite3)

# The rules need nothing of the other rooms.
$(BUILD)/bench/bench_rules: $(BUILD)/obj/tests/bench/bench_rules.o $(BUILD)/lib/rules.a
	$(LINK) $^

.SECONDARY: $(call obj,$(BENCH_SRC))

bench: $(BENCH_BIN)
	@for b in $(BENCH_BIN); do $$b $(BENCH) || exit 1; done
	@sh tests/bench/instructions.sh $(BUILD)/bench/bench_rules $(BENCH)

.PHONY: bench
