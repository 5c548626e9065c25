# A tarball that builds and tests without git, and Debian packages made from it.

DIST := 23-by-mail-$(VERSION)

dist: $(BUILD)/$(DIST).tar.gz
$(BUILD)/$(DIST).tar.gz: FORCE
	@mkdir -p $(@D)
	git archive --prefix=$(DIST)/ HEAD | gzip -9n >$@.new
	mv $@.new $@
	@echo "made $@, of what is committed"

# The packages, and what lintian thinks of them.
deb: dist
	@sh mk/deps.sh build-essential debhelper lintian
	rm -rf $(BUILD)/deb && mkdir $(BUILD)/deb
	tar -C $(BUILD)/deb -xf $(BUILD)/$(DIST).tar.gz
	cd $(BUILD)/deb/$(DIST) && dpkg-buildpackage -b -us -uc $(if $(VERBOSE),,>../log 2>&1) || \
	    { tail -n 30 ../log; exit 1; }
	lintian --fail-on error,warning --info $(BUILD)/deb/*.changes
	@ls $(BUILD)/deb/*.deb

# Installed, used, upgraded, removed and purged: on a machine that may be thrown away, such as that of
# `make fresh`.
packages: deb
	@sh mk/packages.sh $(BUILD)/deb

FORCE:
.PHONY: dist deb packages FORCE
