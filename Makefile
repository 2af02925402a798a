# make            build ./cardhour
# make run        install what the system lacks, build, open the window; without a display, draw the pictures instead
# make test       install what the tests lack, then run every test
# make help       list the targets

GO ?= go
PREFIX ?= /usr/local
DESTDIR ?=

# One set of flags for every target: another set would compile everything anew (minutes, not seconds).
# x11: a native Wayland window has no input method, so Chinese could not be typed.
ifeq ($(shell uname -s),Linux)
TAGS := x11,migrated_fynedo
else
TAGS := migrated_fynedo
endif
FLAGS := -tags $(TAGS)
ifeq ($(OS),Windows_NT)
EXE := .exe
endif

export CGO_ENABLED := 1

.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: build run test test-go test-window torture bench-start lint fonts demo images setup setup-test install uninstall clean help

build: ## build ./cardhour
	$(GO) build $(FLAGS) -o cardhour$(EXE) .

run: setup build ## install what the system lacks, build, open the window
	@if [ "$$(uname -s)" = Linux ] && [ -z "$$DISPLAY" ]; then \
		./cardhour demo out && echo "There is no display here. The pictures of every screen are in $(CURDIR)/out"; \
	else \
		./cardhour; \
	fi

# The toolkit forgets what a test process drew a minute after its start, on a slow machine in the midst of a test.
test-go test-window: export FYNE_CACHE = 1h

test: setup-test test-go test-window ## install what the tests lack, run every test

# How many random cases each law of billing is tried on.
DRAWS ?= 10000
test-go: export DRAWS := $(DRAWS)
test-go:
	$(GO) vet $(FLAGS) ./...
	$(GO) test $(FLAGS) ./...

# -count=1: an earlier result would stand though the program that the test builds has changed.
test-window: ## the test that works a real window
ifeq ($(shell uname -s),Linux)
	$(GO) test -count=1 -tags $(TAGS),window ./app/windowtest
else
	@echo "The real-window test runs on Linux only."
endif

KILLS ?= 1000
MUTATIONS ?= 10000
torture: ## kill the journal's process and spoil its file; KILLS=1000 MUTATIONS=10000
	KILLS=$(KILLS) MUTATIONS=$(MUTATIONS) $(GO) test $(FLAGS) -count=1 -timeout 60m -v \
		-run 'Killed|Damage|FullDisk|Hammer|Large' ./data/journal

lint: ## static checks (golangci-lint)
	@command -v golangci-lint >/dev/null || { echo "golangci-lint (version 2) is not installed" >&2; exit 1; }
	golangci-lint run --build-tags $(TAGS) ./...

N ?= 11
bench-start: ## time from start to the first painted window, against a bare window; N=11 starts each (Linux)
	$(GO) run $(FLAGS) ./packaging/startbench -tags $(TAGS) -n $(N)

fonts: ## make assets/fonts anew from the published fonts
	packaging/fonts.sh

demo: build ## every screen and picture as PNG in out/
	./cardhour demo out

images: build ## draw the README's pictures anew (needs ImageMagick)
	packaging/images.sh

setup:
	@packaging/setup.sh

setup-test:
	@packaging/setup.sh test

install: build ## install for all users under PREFIX (Linux)
	install -Dm755 cardhour "$(DESTDIR)$(PREFIX)/bin/cardhour"
	install -Dm644 packaging/io.cardhour.app.desktop "$(DESTDIR)$(PREFIX)/share/applications/io.cardhour.app.desktop"
	install -Dm644 packaging/io.cardhour.app.metainfo.xml "$(DESTDIR)$(PREFIX)/share/metainfo/io.cardhour.app.metainfo.xml"
	install -Dm644 assets/icon.png "$(DESTDIR)$(PREFIX)/share/icons/hicolor/512x512/apps/io.cardhour.app.png"
	install -Dm644 assets/icon.svg "$(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/io.cardhour.app.svg"
	install -Dm644 LICENSE "$(DESTDIR)$(PREFIX)/share/licenses/cardhour/LICENSE"
	install -Dm644 assets/fonts/OFL.txt "$(DESTDIR)$(PREFIX)/share/licenses/cardhour/OFL.txt"

uninstall: ## remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/cardhour" \
		"$(DESTDIR)$(PREFIX)/share/applications/io.cardhour.app.desktop" \
		"$(DESTDIR)$(PREFIX)/share/metainfo/io.cardhour.app.metainfo.xml" \
		"$(DESTDIR)$(PREFIX)/share/icons/hicolor/512x512/apps/io.cardhour.app.png" \
		"$(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/io.cardhour.app.svg" \
		"$(DESTDIR)$(PREFIX)/share/licenses/cardhour/LICENSE" \
		"$(DESTDIR)$(PREFIX)/share/licenses/cardhour/OFL.txt"

clean: ## remove what make made here; journals are elsewhere and stay
	rm -rf cardhour cardhour.exe out

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F'\t' '{printf "  %-12s %s\n", $$1, $$2}'
