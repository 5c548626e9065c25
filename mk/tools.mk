# What is not building or testing: dependencies, the demo, lint, install.

deps:
	@sh mk/deps.sh

clean:
	rm -rf build build-asan

format:
	clang-format -i $(shell git ls-files '*.c' '*.h')

.PHONY: deps clean format
