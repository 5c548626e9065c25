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

# The players' guide, in the texts that the referee mails. It is committed, for people to read who
# build nothing; a test compares.
guide:
	sh mk/playing.sh docs/playing.md.in en >docs/playing.md
	sh mk/playing.sh docs/playing.fr.md.in fr >docs/playing.fr.md
	sh mk/playing.sh docs/playing.de.md.in de >docs/playing.de.md

.PHONY: guide

install: install-man
install-man: $(MAN)
	$(foreach m,$(MAN),install -D -m 644 $(m) $(DATA)/man/man$(subst .,,$(suffix $(m)))/$(notdir $(m))$(newline))
	install -D -m 644 contrib/completion.bash $(DATA)/bash-completion/completions/referee23
	install -D -m 644 contrib/completion.bash $(DATA)/bash-completion/completions/player23

.PHONY: install-man

define newline


endef
