#!/usr/bin/env bash
# Makes assets/fonts from the published Noto Sans SC (SIL OFL 1.1).
#
# Covered, as far as the font has it:
#   every character of GB 2312 (also Greek, Cyrillic, kana, box drawing),
#   every character of 通用规范汉字表 (8,105; Unihan field kTGH),
#   Latin, Latin-1, Latin Extended-A, general punctuation, currency, letterlike signs, number forms, arrows,
#   mathematical operators, geometric shapes, dingbats, CJK punctuation and full-width forms.
# Added, as the font lacks it: ✕ (U+2715), the sign of a refused candidate, drawn as ×.
#
# Outlines stay TrueType, in a single-font file: the chart renderer reads nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

package='@expo-google-fonts/noto-sans-sc@0.4.3'
unihan=/usr/share/unicode/Unihan_OtherMappings.txt.bz2

missing=''
for tool in npm pyftsubset bzcat; do
	command -v "$tool" >/dev/null || missing="$missing $tool"
done
[ -r "$unihan" ] || missing="$missing $unihan"
if [ -n "$missing" ]; then
	echo "fonts: missing:$missing" >&2
	echo "fonts: on Debian or Ubuntu: apt-get install npm fonttools unicode-data bzip2" >&2
	exit 1
fi
# pyftsubset names the interpreter that has its library; another python3 on PATH may not.
python=$(sed -n '1s/^#![[:space:]]*//p' "$(command -v pyftsubset)")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$package" >/dev/null && tar -xzf ./*.tgz)

bzcat "$unihan" | $python packaging/fonts.py chars >"$work/chars.txt"

mkdir -p assets/fonts
for face in 400Regular:Regular 700Bold:Bold; do
	source="$work/package/${face%%:*}/NotoSansSC_${face%%:*}.ttf"
	target="assets/fonts/NotoSansSC-${face##*:}.ttf"
	pyftsubset "$source" --output-file="$work/subset.ttf" --unicodes-file="$work/chars.txt" \
		--layout-features='ccmp,kern,mark' --no-hinting --notdef-outline \
		--drop-tables+=BASE,STAT,vhea,vmtx --name-IDs='0,1,2,3,4,5,6,13,14' --name-languages='0x409'
	$python packaging/fonts.py signs "$work/subset.ttf" "$target"
done
cp "$work/package/LICENSE_FONT" assets/fonts/OFL.txt
ls -l assets/fonts
