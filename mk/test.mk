# Tests: every tests/unit/test_*.c is a program that prints TAP; every tests/e2e/*.bats is a story.

UNIT_SRC  := $(wildcard tests/unit/test_*.c)
UNIT_HELP := $(filter-out $(UNIT_SRC),$(wildcard tests/unit/*.c))
UNIT_BIN  := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(UNIT_SRC))
E2E       := $(wildcard tests/e2e/*.bats)
BROWSER   := $(wildcard tests/site/*.py)

$(BUILD)/tests/%: $(BUILD)/obj/tests/unit/%.o $(call obj,$(UNIT_HELP)) $(BUILD)/lib/player.a $(HUB_LINK)
	$(LINK) $(filter %.o,$^) $(BUILD)/lib/player.a $(HUB_LINK) $(call pkg_libs,$(LIBS_tests) $(LIBS_player))

# Tests of the hub can say which cards are dealt (tests/unit/club.h), and that a mail kills its reader:
# what lies in libexec beside them is found first.
$(BUILD)/tests/test_hub_%: LDFLAGS += -Wl,--wrap=deal_round
$(filter $(BUILD)/tests/test_hub_%,$(UNIT_BIN)): | $(BUILD)/tests/libexec/read

$(BUILD)/tests/libexec/read: $(BUILD)/tests/marked/read
	@mkdir -p $(@D)
	ln -sf ../marked/read $@

# What calendars are made of is read by a library that isn't used for making them.
$(BUILD)/tests/test_hub_calendar: LDFLAGS += -Wl,--no-as-needed -lical

.SECONDARY: $(call obj,$(UNIT_SRC) $(UNIT_HELP))

test: deps
	@sh mk/deps.sh $(LOOK)
	@$(MAKE) --no-print-directory check

# The tests themselves, for those who know that nothing is missing.
check: all $(UNIT_BIN) $(BUILD)/tests/year
	@BUILD=$(BUILD) sh tests/run.sh $(UNIT_BIN) $(BUILD)/tests/year $(CORPORA) $(E2E) $(BROWSER)

asan: deps
	@sh mk/deps.sh clang libclang-rt-dev $(LOOK)
	@$(MAKE) --no-print-directory check BUILD=build-asan CC=clang CFLAGS='-O1 -g -fno-omit-frame-pointer' \
	    SAN='-fsanitize=address,undefined -fno-sanitize-recover=undefined' HARDEN='-fPIE'

.PHONY: test check asan

# What it takes to look at mails and at the published site in a browser (tests/look, tests/site).
LOOK := chromium chromium-driver python3-selenium python3-pil tidy fonts-dejavu-core mutt

# Writes anew how they are expected to look, for the pictures in tests/look to be looked at.
look:
	@sh mk/deps.sh $(LOOK)
	@/usr/bin/python3 tests/look/look.py --write

# The pictures in docs/pictures, for the guides and README.md.
pictures: all
	@sh mk/deps.sh $(LOOK)
	@sh mk/pictures.sh $(BUILD)

.PHONY: look pictures

# Writes the expected mails anew (tests/unit/golden.h), for `git diff tests/golden` to be read.
golden: all $(BUILD)/tests/test_hub_languages
	@GOLDEN=write BUILD=$(BUILD) $(BUILD)/tests/test_hub_languages

.PHONY: golden

# The reading program is tested in pieces, without its main, and once more as a program with a door:
# a marked mail kills or keeps it (READ_CRASH_ON_MARK). The real one has no such door.
READ_PIECES := $(call pieces,read)

$(BUILD)/tests/test_read_%: $(BUILD)/obj/tests/unit/test_read_%.o $(READ_PIECES) $(BUILD)/lib/base.a
	$(LINK) $^ $(call pkg_libs,$(LIBS_read) cmocka)

$(BUILD)/tests/marked/read: mail/read_main.c $(READ_PIECES) $(BUILD)/lib/base.a
	@mkdir -p $(@D)
	$(CC) $(STD) $(WARN) $(HARDEN) $(CFLAGS) $(SAN) $(CPPFLAGS) $(PKGC_read) -DREAD_CRASH_ON_MARK \
	    $(LDHARD) $(LDFLAGS) -o $@ $^ $(call pkg_libs,$(LIBS_read))

$(BUILD)/tests/test_reader: $(call obj,tests/unit/test_reader.c referee/programs/reader.c referee/programs/reader_shape.c \
        base/child.c) $(BUILD)/lib/base.a | $(BUILD)/tests/marked/read $(BUILD)/libexec/read
	$(LINK) $^ $(call pkg_libs,glib-2.0 jansson cmocka)

# So is the one that receives.
FETCH_PIECES := $(call pieces,fetch)
$(BUILD)/tests/test_fetch_%: $(BUILD)/obj/tests/unit/test_fetch_%.o $(FETCH_PIECES) $(BUILD)/lib/base.a
	$(LINK) $^ $(call pkg_libs,$(LIBS_fetch) cmocka)

# What looks at signatures before GnuPG does.
$(BUILD)/tests/test_openpgp_armor: $(call obj,tests/unit/test_openpgp_armor.c mail/openpgp_armor.c) \
        $(BUILD)/lib/base.a
	$(LINK) $^ $(call pkg_libs,glib-2.0 cmocka)

# And the one that draws.
PICTURE_PIECES := $(call pieces,picture)
$(BUILD)/obj/tests/unit/test_picture.o: CFLAGS_tests = $(PKGC_picture)
$(BUILD)/tests/test_picture: $(BUILD)/obj/tests/unit/test_picture.o $(PICTURE_PIECES) \
        $(BUILD)/obj/base/child.o $(BUILD)/lib/base.a | $(BUILD)/libexec/chart
	$(LINK) $^ $(call pkg_libs,$(LIBS_picture) cmocka) -lm

# Servers that misbehave when told to, for the tests.
TOOLS_SRC := $(wildcard tests/tools/*.c)
TOOLS_BIN := $(patsubst tests/tools/%.c,$(BUILD)/tests/tools/%,$(TOOLS_SRC))

$(BUILD)/tests/tools/%: $(BUILD)/obj/tests/tools/%.o
	$(LINK) $< $(call pkg_libs,glib-2.0)

# A database full of games, for what is made of many.
$(BUILD)/tests/tools/games: $(BUILD)/obj/tests/tools/games.o $(HUB_LINK)
	$(LINK) $^ $(call pkg_libs,$(LIBS_referee))

.SECONDARY: $(call obj,$(TOOLS_SRC))
check: $(TOOLS_BIN)

# A simulated year of a whole club, in minutes, and a few weeks of it: tests/year/year.c.
YEAR_SRC := $(wildcard tests/year/*.c)
$(BUILD)/tests/year: $(call obj,$(YEAR_SRC)) $(call obj,$(UNIT_HELP)) $(BUILD)/lib/player.a $(HUB_LINK)
	$(LINK) $(filter %.o,$^) $(BUILD)/lib/player.a $(HUB_LINK) $(call pkg_libs,$(LIBS_tests) $(LIBS_player)) -lm

year: deps all $(BUILD)/tests/year
	@YEAR=full BUILD=$(BUILD) $(BUILD)/tests/year

.PHONY: year
