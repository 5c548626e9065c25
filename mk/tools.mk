# What is not building or testing: dependencies, the demo, lint, install.

deps:
	@sh mk/deps.sh

# MAIL=real: through a Postfix and a Dovecot of its own. DEMO: options of referee23 demo.
DEMO ?=
demo: deps
	@$(MAKE) --no-print-directory all $(BUILD)/tests/tools/ports
	@$(if $(filter real,$(MAIL)),BUILD=$(BUILD) mk/demo-real.sh,$(BUILD)/referee23 demo) $(DEMO)

# A game at which everybody signs with another program, and one record that proves them all.
keys: deps
	@sh mk/deps.sh gnupg
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) mk/keys.sh $(KEYS)

.PHONY: demo keys

clean:
	rm -rf build build-asan

format:
	clang-format -i $(shell git ls-files '*.c' '*.h')

.PHONY: deps clean format

# ---- install -----------------------------------------------------------------------------------

# Wherever the programs are built, they find the templates beside them.
$(BUILD)/templates:
	@mkdir -p $(@D)
	ln -sfn "$$PWD/templates" $@
all: $(BUILD)/templates

DATA := $(DESTDIR)$(PREFIX)/share
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/referee23 $(DATA)/doc/referee23/docs
	install -m 755 $(BUILD)/referee23 $(BUILD)/player23 $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(filter $(BUILD)/libexec/%,$(PROGRAMS)) $(DESTDIR)$(PREFIX)/libexec/referee23
	install -d $(DATA)/referee23/templates
	to=$$(cd $(DATA)/referee23/templates && pwd) && cd templates && \
	    find . -mindepth 2 -type f -exec install -D -m 644 {} "$$to/{}" \;
	install -m 644 $(wildcard *.md) LICENSE schema.sql $(DATA)/doc/referee23
	install -d $(DATA)/doc/referee23/contrib
	install -m 644 $(wildcard contrib/*) $(DATA)/doc/referee23/contrib
	to=$$(cd $(DATA)/doc/referee23/docs && pwd) && cd docs && \
	    find . -name '*.md' -o -name '*.png' | xargs -I{} install -D -m 644 {} "$$to/{}"

.PHONY: install

# ---- lint --------------------------------------------------------------------------------------

LINT_C := $(sort $(wildcard base/*.c referee/*.c referee/*/*.c templates/*.c storage/*.c \
          player/*.c mail/*.c picture/*.c))
LINT_H := $(wildcard base/*.h referee/*.h referee/*/*.h templates/*.h storage/*.h player/*.h \
          mail/*.h picture/*.h)
LINT_TESTS := $(wildcard tests/*/*.[ch])
LINT_SH    := $(wildcard mk/*.sh tests/*.sh tests/*/*.sh .ci/run)
LINT_BATS  := $(E2E) $(wildcard tests/e2e/*.bash)

lint:
	@sh mk/deps.sh clang clang-format clang-tidy cppcheck shellcheck
	@$(MAKE) --no-print-directory -k -O -j$$(nproc) lint-own lint-format lint-shell lint-cppcheck lint-tidy \
	    lint-analyzer && echo "lint: nothing to say"

# Layers, purity, banned words, sizes, openings.
lint-own: $(call obj,$(SRC_rules) $(SRC_referee))
	@sh mk/lint.sh $(BUILD)/obj

lint-format:
	@clang-format --dry-run -Werror $(LINT_C) $(LINT_H) $(LINT_TESTS)

# bats puts $$status and $$output into each test by itself, and runs each in a subshell.
lint-shell:
	@shellcheck -f gcc $(LINT_SH)
	@shellcheck -f gcc -S warning -s bats -e SC2030,SC2031,SC2154 $(LINT_BATS)

# Macros that cppcheck would have to see GLib's and Jansson's headers for. Without uninitvar, which
# two analyzers below know better: it doesn't see buffers filled by a function.
lint-cppcheck:
	@cppcheck --quiet --enable=warning,performance,portability --inline-suppr --std=c11 -I. \
	    --library=gtk '-DG_GNUC_PRINTF(a,b)=' '-Djson_array_foreach(a,i,v)=while(walk(a,i,v))' \
	    '-Djson_object_foreach(o,k,v)=while(walk(o,k,v))' --suppress=uninitvar --error-exitcode=1 \
	    --template='{file}:{line}: {message} [{id}]' $(LINT_C)

# Once a file and change: a stamp says that nothing was found.
lint-tidy: $(patsubst %.c,$(BUILD)/lint/%.tidy,$(LINT_C))
lint-analyzer: $(patsubst %.c,$(BUILD)/lint/%.analyzer,$(LINT_C))

$(BUILD)/lint/%.tidy: %.c .clang-tidy $(BUILD)/obj/%.o
	@mkdir -p $(@D)
	@clang-tidy --quiet $< -- $(STD) $(CPPFLAGS) $(PKGC_$(call room_of,$<)) 2>/dev/null >$@.log || \
	    { cat $@.log; exit 1; }
	@touch $@

# The warnings of the build are shown there.
$(BUILD)/lint/%.analyzer: %.c $(BUILD)/obj/%.o
	@mkdir -p $(@D)
	@gcc $(STD) -O1 -fanalyzer -Werror $(CPPFLAGS) $(PKGC_$(call room_of,$<)) -c $< -o $@.o
	@touch $@

.PHONY: lint lint-own lint-format lint-shell lint-cppcheck lint-tidy lint-analyzer
