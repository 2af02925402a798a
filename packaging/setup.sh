#!/usr/bin/env bash
# Installs what the system lacks to build and run the program; with the word "test", also what the real-window test needs.
# Asks the system first: when nothing is missing it installs nothing, needs no rights and no network.
#
#   packaging/setup.sh [test]
set -euo pipefail

purpose=${1:-build}
case $purpose in
build | test) ;;
*)
	echo "usage: packaging/setup.sh [test]" >&2
	exit 2
	;;
esac

say() { echo "setup: $*" >&2; }
fail() {
	say "$*"
	exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

has go || fail "Go is missing: install it ($(sed -n 's/^go //p' "$(dirname "$0")/../go.mod") or newer) and run this again."

# --- what is needed, and how each system calls it ------------------------------------------------------------------------

compiles() { printf '#include <stdlib.h>\n' | "${CC:-cc}" -E - >/dev/null 2>&1; }
library() { has pkg-config && pkg-config --exists "$1"; }
software_gl() {
	local place
	for place in '/usr/lib*/dri/*swrast*' '/usr/lib/*/dri/*swrast*' '/usr/lib*/libgallium*' '/usr/lib/*/libgallium*'; do
		compgen -G "$place" && return 0
	done
	return 1
}

# probe | Debian, Ubuntu | Fedora | Arch
build_needs='
compiles         |gcc libc6-dev    |gcc               |gcc
has pkg-config   |pkg-config       |pkgconf-pkg-config|pkgconf
library gl       |libgl-dev        |mesa-libGL-devel  |libglvnd mesa
library x11      |libx11-dev       |libX11-devel      |libx11
library xcursor  |libxcursor-dev   |libXcursor-devel  |libxcursor
library xi       |libxi-dev        |libXi-devel       |libxi
library xinerama |libxinerama-dev  |libXinerama-devel |libxinerama
library xrandr   |libxrandr-dev    |libXrandr-devel   |libxrandr
library xxf86vm  |libxxf86vm-dev   |libXxf86vm-devel  |libxxf86vm
'
test_needs='
has Xvfb         |xvfb             |xorg-x11-server-Xvfb|xorg-server-xvfb
has xauth        |xauth            |xorg-x11-xauth    |xorg-xauth
has openbox      |openbox          |openbox           |openbox
has xdotool      |xdotool          |xdotool           |xdotool
has xwininfo     |x11-utils        |xwininfo          |xorg-xwininfo
has xprop        |x11-utils        |xprop             |xorg-xprop
has wmctrl       |wmctrl           |wmctrl            |wmctrl
software_gl      |libgl1-mesa-dri  |mesa-dri-drivers  |mesa
'

# missing MANAGER prints the packages, one a line, whose probe fails; for an unknown manager the name that was probed.
missing() {
	local manager=$1 needs=$build_needs probe deb rpm arch names
	[ "$purpose" = build ] || needs=$needs$test_needs
	while IFS='|' read -r probe deb rpm arch; do
		read -ra probe <<<"$probe"
		[ "${#probe[@]}" -gt 0 ] || continue
		"${probe[@]}" </dev/null >/dev/null 2>&1 && continue
		case $manager in
		apt) names=$deb ;;
		dnf) names=$rpm ;;
		pacman) names=$arch ;;
		*) names=${probe[-1]} ;;
		esac
		# shellcheck disable=SC2086 # a list of words
		printf '%s\n' $names
	done <<<"$needs"
}

# --- systems without packages to install ---------------------------------------------------------------------------------

case $(uname -s) in
Darwin)
	compiles || fail "the compiler is missing: run 'xcode-select --install', then this again."
	exit 0 # the window needs only what the system brings
	;;
Linux) ;;
*)
	compiles || fail "a C compiler is missing: on Windows install MSYS2's mingw-w64 gcc and put it on PATH."
	exit 0
	;;
esac

# --- Linux ---------------------------------------------------------------------------------------------------------------

manager=none
for candidate in apt-get:apt dnf:dnf pacman:pacman brew:brew; do
	if has "${candidate%%:*}"; then
		manager=${candidate##*:}
		break
	fi
done

packages=$(missing "$manager" | sort -u | tr '\n' ' ')
packages=${packages% }
[ -n "$packages" ] || exit 0

case $manager in
none) fail "these are missing and no known package manager is here to install them: $packages." ;;
brew) fail "these are missing, and on Linux Homebrew cannot give them: $packages. Install them with the system's own package manager." ;;
esac

as_root=''
if [ "$(id -u)" -ne 0 ]; then
	has sudo || fail "missing: $packages. Installing them needs root and there is no sudo: ask an administrator, then run this again."
	as_root=sudo
	[ -t 0 ] || as_root='sudo -n' # nobody is there to type a password
fi

# Mirrors and locks fail now and then; a second try usually passes.
retry() {
	local try
	for try in 1 2 3; do
		"$@" && return 0
		[ "$try" -eq 3 ] && return 1
		say "that failed, trying again"
		sleep $((try * 5))
	done
}

say "installing $packages"
# shellcheck disable=SC2086 # lists of words
case $manager in
apt)
	apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0"
	# A stale list may still do: the install below has the last word.
	retry $apt update || say "the package lists could not be refreshed, trying with the old ones"
	retry $apt install -y --no-install-recommends $packages || fail "apt-get could not install $packages: see its message above."
	;;
dnf)
	retry $as_root dnf install -y $packages || fail "dnf could not install $packages: see its message above."
	;;
pacman)
	retry $as_root pacman -S --needed --noconfirm $packages || fail "pacman could not install $packages: see its message above (an old system may need 'pacman -Syu' first)."
	;;
esac

packages=$(missing "$manager" | sort -u | tr '\n' ' ')
[ -z "$packages" ] || fail "installed, yet these are still not found: $packages"
