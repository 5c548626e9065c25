# From sources to objects, archives and programs. Included by the Makefile, which names the rooms.

CPPFLAGS += -I. -I$(BUILD)/gen -DVERSION='"$(VERSION)"' -DPREFIX='"$(PREFIX)"' -D_GNU_SOURCE

# A room's flags follow from the folder; mail/ holds one program per name.
room_of = $(if $(filter referee/rules/%,$(1)),rules,$(if $(filter mail/read%,$(1)),read,$(if \
          $(filter mail/post%,$(1)),post,$(if $(filter mail/openpgp%,$(1)),openpgp,$(if \
          $(filter mail/walls%,$(1)),read,$(if $(filter mail/fetch% mail/server%,$(1)),fetch,$(if \
          $(filter tests/%,$(1)),tests,$(firstword $(subst /, ,$(1))))))))))
LIBS_tests := glib-2.0 jansson libsodium sqlite3 zlib gmime-3.0 cmocka
CFLAGS_rules := -std=c11 -Wconversion

# Asked of pkg-config once per room, not once per file, and not before something is compiled.
once = PKGC_$(1) = $$(eval PKGC_$(1) := $$(call pkg_cflags,$$(LIBS_$(1))))$$(PKGC_$(1))
$(foreach r,$(ROOMS) read post openpgp fetch picture tests,$(eval $(call once,$(r))))

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(STD) $(WARN) $(HARDEN) $(CFLAGS) $(SAN) $(CPPFLAGS) $(PKGC_$(call room_of,$<)) \
	    $(CFLAGS_$(call room_of,$<)) -MMD -MP -c $< -o $@

define ARCHIVE_RULE
$(BUILD)/lib/$(1).a: $(call obj,$(SRC_$(1)))
	@mkdir -p $$(@D)
	@rm -f $$@
	ar rcs $$@ $$^
endef
$(foreach r,$(ROOMS),$(eval $(call ARCHIVE_RULE,$(r))))

LINK = @mkdir -p $(@D) && $(CC) $(SAN) $(LDHARD) $(LDFLAGS) -o $@

# The schema is built in, from the file that people read.
$(BUILD)/gen/schema.h: schema.sql mk/embed.sh
	@mkdir -p $(@D)
	sh mk/embed.sh schema_sql $< > $@
# So are the steps from older ones.
STEPS := $(patsubst storage/%.sql,$(BUILD)/gen/%.h,$(wildcard storage/to_version_*.sql))
$(BUILD)/gen/to_version_%.h: storage/to_version_%.sql mk/embed.sh
	@mkdir -p $(@D)
	sh mk/embed.sh to_version_$* $< > $@
$(call obj,$(SRC_storage)): $(BUILD)/gen/schema.h $(STEPS)

# Charsets of one byte a letter, as tables. Not those of which the C library composes letters (CP1255, CP1258).
ONE_BYTE := CP1250 CP1251 CP1252 CP1253 CP1254 CP1256 CP1257 CP850 CP866 CP874 KOI8-R KOI8-U MACINTOSH \
            $(patsubst %,ISO-8859-%,2 3 4 5 6 7 8 10 13 14 15 16)
$(BUILD)/gen/charsets.h: mk/charsets.sh
	@mkdir -p $(@D)
	sh mk/charsets.sh $(ONE_BYTE) > $@
$(BUILD)/obj/mail/read_charset.o: $(BUILD)/gen/charsets.h

# The command words of the three languages, from the folders that say everything else.
$(BUILD)/gen/words_%.h: templates/%/words.ini mk/embed.sh
	@mkdir -p $(@D)
	sh mk/embed.sh words_$* $< > $@
$(BUILD)/obj/referee/words/words_learn.o: $(patsubst %,$(BUILD)/gen/words_%.h,en fr de)

$(BUILD)/referee23: $(BUILD)/obj/referee/main.o $(HUB_LINK)
	$(LINK) $< $(HUB_LINK) $(call pkg_libs,$(LIBS_referee))
$(BUILD)/player23: $(BUILD)/obj/player/main.o $(BUILD)/lib/player.a $(HUB_LINK)
	$(LINK) $< $(BUILD)/lib/player.a $(HUB_LINK) $(call pkg_libs,$(LIBS_player) $(LIBS_referee))
$(BUILD)/libexec/read: $(call obj,$(SRC_read)) $(BUILD)/lib/base.a
	$(LINK) $^ $(call pkg_libs,$(LIBS_read))
$(BUILD)/libexec/post: $(call obj,$(SRC_post)) $(BUILD)/lib/base.a
	$(LINK) $^ $(call pkg_libs,$(LIBS_post))
$(BUILD)/libexec/openpgp: $(call obj,$(SRC_openpgp) $(SRC_compose)) $(BUILD)/lib/base.a
	$(LINK) $^ $(call pkg_libs,$(LIBS_openpgp))
$(BUILD)/libexec/fetch: $(call obj,$(SRC_fetch)) $(BUILD)/lib/base.a
	$(LINK) $^ $(call pkg_libs,$(LIBS_fetch))
$(BUILD)/libexec/chart: $(call obj,$(SRC_picture)) $(BUILD)/lib/base.a
	$(LINK) $^ $(call pkg_libs,$(LIBS_picture)) -lm
# A partner for the demo is a player's program: it may read mail, and has the robot's judgement.
$(BUILD)/libexec/partner: $(call obj,$(SRC_partner)) $(BUILD)/lib/player.a $(HUB_LINK)
	$(LINK) $(call obj,$(SRC_partner)) $(BUILD)/lib/player.a $(HUB_LINK) $(call pkg_libs,$(LIBS_player) $(LIBS_referee))
