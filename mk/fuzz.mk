# Fuzzing: tests/fuzz/fuzz_NAME.c is a target for libFuzzer, tests/fuzz/corpus/NAME its inputs, found
# ones too. `make fuzz SECONDS=60` runs each for so long, on a copy of its corpus; TARGETS="read
# record" some of them. `make test` runs each over its corpus (tests/fuzz/drive.c).

FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ     := $(patsubst tests/fuzz/fuzz_%.c,%,$(FUZZ_SRC))
CORPORA  := $(patsubst %,$(BUILD)/tests/corpus_%,$(FUZZ))
TARGETS  ?= $(FUZZ)
SECONDS  ?= 60

# Of which pieces a target is made; the others take the hub and the player's side.
POST_PIECES  := $(call pieces,post)
FUZZ_OF_read  := $(READ_PIECES) $(call obj,referee/programs/reader_shape.c)
FUZZ_OF_fetch := $(FETCH_PIECES)
FUZZ_OF_post  := $(POST_PIECES)
FUZZ_OF_smtp  := $(POST_PIECES)
FUZZ_OF_openpgp := $(call obj,mail/openpgp_armor.c referee/programs/openpgp_answer.c)
fuzz_of = $(if $(FUZZ_OF_$(1)),$(FUZZ_OF_$(1)) $(BUILD)/lib/base.a,$(BUILD)/lib/player.a $(HUB_LINK))
FUZZ_LIBS = $(call pkg_libs,$(LIBS_tests) $(LIBS_read) $(LIBS_post) $(LIBS_player))

define FUZZ_RULES
$(BUILD)/tests/corpus_$(1): $(BUILD)/obj/tests/fuzz/fuzz_$(1).o $(BUILD)/obj/tests/fuzz/drive.o \
        $(call fuzz_of,$(1))
	$$(LINK) $$^ $$(FUZZ_LIBS)
$(BUILD)/fuzz_$(1): $(BUILD)/obj/tests/fuzz/fuzz_$(1).o $(call fuzz_of,$(1))
	$$(LINK) -fsanitize=fuzzer $$^ $$(FUZZ_LIBS)
endef
$(foreach t,$(FUZZ),$(eval $(call FUZZ_RULES,$(t))))

.SECONDARY: $(call obj,$(FUZZ_SRC) tests/fuzz/drive.c)

check: $(CORPORA)

fuzz: deps
	@sh mk/deps.sh clang libclang-rt-dev
	@$(MAKE) --no-print-directory fuzz-run BUILD=$(BUILD)/fuzz CC=clang \
	    CFLAGS='-O1 -g -fno-omit-frame-pointer' HARDEN='-fPIE' \
	    SAN='-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined'

fuzz-run: $(patsubst %,$(BUILD)/fuzz_%,$(TARGETS))
	@for t in $(TARGETS); do sh mk/fuzz.sh $(BUILD)/fuzz_$$t $(SECONDS) || exit 1; done

.PHONY: fuzz fuzz-run
