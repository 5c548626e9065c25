# 23 by mail: one compiler command per file, everything under $(BUILD).
#
#   make          the programs          make demo     a whole game by mail, before your eyes
#   make test     all tests             make lint     layers, purity, formatting, analysers
#   make asan     the tests, sanitized  make bench    speed and memory (bench-data: of a million games)
#   make deps     what Debian lacks     make install  DESTDIR= PREFIX=
#   make deb      Debian packages       make dist     a tarball without git
#   make keys     a game signed with four programs, and its proof
#   make golden   the expected mails anew   make fresh  all of it in a bare Debian 12
#   make look     how mails look, anew      make pictures  those of the docs
#   make guide    docs/playing*.md anew, of the texts that the referee mails
#   make secrecy, crash, forgery, abuse, fuzz  the long forms of what make test does shortly (SECURITY.md)

BUILD   ?= build
PREFIX  ?= /usr/local
VERSION := 0.1

CC      ?= cc
PKG     := pkg-config
STD     := -std=gnu11
WARN    := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2 \
           -Wswitch-enum -Wpointer-arith -Wundef -Wwrite-strings
HARDEN  := -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
CFLAGS  ?= -O2 -g
LDHARD  := -pie -Wl,-z,relro,-z,now -Wl,--as-needed
SAN     :=

# What each room may use of the outside world; no room gets another's libraries. SQLite first: the loader seeks
# its own 1,500 symbols through all that stand before it.
LIBS_rules     :=
LIBS_base      := glib-2.0 jansson
LIBS_templates := glib-2.0 jansson
LIBS_storage   := glib-2.0 sqlite3 libsodium zlib
LIBS_referee   := sqlite3 glib-2.0 jansson libsodium zlib
LIBS_player    := glib-2.0 jansson libsodium gmime-3.0 libcurl
LIBS_read      := glib-2.0 jansson gmime-3.0 libxml-2.0 libseccomp
LIBS_post      := glib-2.0 jansson libcurl
LIBS_openpgp   := glib-2.0 jansson libseccomp gpgme
LIBS_fetch     := glib-2.0 jansson libcurl
LIBS_picture   := glib-2.0 jansson cairo

pkg_cflags = $(if $(strip $(1)),$(shell $(PKG) --cflags $(1)))
pkg_libs   = $(if $(strip $(1)),$(shell $(PKG) --libs $(1)) -lm)

# ---- rooms: every .c in a folder belongs to it -------------------------------------------------

SRC_base      := $(wildcard base/*.c)
SRC_rules     := $(wildcard referee/rules/*.c)
SRC_templates := $(wildcard templates/*.c)
SRC_storage   := $(wildcard storage/*.c)
SRC_referee   := $(filter-out referee/main.c $(SRC_rules),$(wildcard referee/*.c referee/*/*.c))
SRC_player    := $(filter-out player/main.c,$(wildcard player/*.c))
SRC_partner   := $(wildcard player/partner/*.c)
SRC_walls     := $(wildcard mail/walls*.c)
SRC_read      := $(wildcard mail/read*.c) $(SRC_walls)
SRC_server    := $(wildcard mail/server*.c)
SRC_post      := $(wildcard mail/post*.c) $(SRC_server)
# What is encrypted is what would be posted.
SRC_compose   := $(patsubst %,mail/post_%.c,calendar check compose encode header mail)
SRC_openpgp   := $(wildcard mail/openpgp*.c) $(SRC_walls)
SRC_fetch     := $(wildcard mail/fetch*.c) $(SRC_server)
SRC_picture   := $(wildcard picture/*.c)

obj = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
# A small program X has its contract in X.h and its main in X_main.c. What tests take is all but that.
pieces = $(filter-out %_main.o,$(call obj,$(SRC_$(1))))

ROOMS := base rules templates storage referee player
ARCHIVES := $(foreach r,$(ROOMS),$(if $(SRC_$(r)),$(BUILD)/lib/$(r).a))
HUB  := $(filter-out $(BUILD)/lib/player.a,$(ARCHIVES))
HUB_LINK := $(foreach r,referee storage templates rules base,$(filter $(BUILD)/lib/$(r).a,$(ARCHIVES)))

PROGRAMS := $(BUILD)/referee23 $(BUILD)/player23 $(BUILD)/libexec/read $(BUILD)/libexec/post \
            $(BUILD)/libexec/fetch $(BUILD)/libexec/openpgp $(BUILD)/libexec/chart $(BUILD)/libexec/partner

all: $(PROGRAMS)

# The head of this file is the help.
help:
	@sed -n '/^#   make  /,/^$$/s/^#  \{0,1\}//p' Makefile
.PHONY: help

include mk/compile.mk
include mk/test.mk
include mk/tools.mk
include mk/man.mk
include mk/attack.mk
include mk/fuzz.mk
include mk/pack.mk
include mk/bench.mk
include mk/fresh.mk

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

.PHONY: all
.DELETE_ON_ERROR:
