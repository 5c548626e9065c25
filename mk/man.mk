# The manual pages. Those that say what the programs say are filled in by them (mk/man.sh).

MAN := $(patsubst man/%.in,$(BUILD)/man/%,$(wildcard man/*.in)) $(BUILD)/man/23-record.5

$(BUILD)/man/23-mail.7: $(wildcard templates/en/*.txt)
$(BUILD)/man/%: man/%.in mk/man.sh $(BUILD)/referee23 $(BUILD)/player23
	@mkdir -p $(@D)
	sh mk/man.sh $< $(BUILD) > $@
$(BUILD)/man/%: man/%
	@mkdir -p $(@D)
	cp $< $@

all: $(MAN)

install: install-man
install-man: $(MAN)
	$(foreach m,$(MAN),install -D -m 644 $(m) $(DATA)/man/man$(subst .,,$(suffix $(m)))/$(notdir $(m))$(newline))
	install -D -m 644 contrib/completion.bash $(DATA)/bash-completion/completions/referee23
	install -D -m 644 contrib/completion.bash $(DATA)/bash-completion/completions/player23

.PHONY: install-man

define newline


endef
