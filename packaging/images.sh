#!/usr/bin/env bash
# Draws the README's pictures anew: takes them out of what `cardhour demo` draws and makes them small.
set -euo pipefail
cd "$(dirname "$0")/.."

magick=$(command -v magick || command -v convert) || {
	echo "ImageMagick is missing" >&2
	exit 1
}
drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT
./cardhour demo "$drawn"

mkdir -p docs/images
for lang in en zh-Hans; do
	while read -r from to; do
		# 255 colours are enough for a screen; without dithering its plain surfaces stay plain and the file small.
		"$magick" "$drawn/$from-$lang-light.png" +dither -colors 255 -strip -define png:compression-level=9 \
			-define png:exclude-chunks=date,time "PNG8:docs/images/$to-$lang.png"
	done <<-'LIST'
		1-decide-step2 decide
		1-decide-step3 card
		2-journal journal
		6-picture-full-rate full-rate
	LIST
done
