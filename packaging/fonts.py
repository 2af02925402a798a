"""Two small steps of packaging/fonts.sh.

chars           reads the Unihan mappings, prints the code points to keep, in pyftsubset's notation
signs IN OUT    adds the signs that the font lacks and the program shows
"""

import sys

RANGES = [
    (0x0020, 0x007E),  # Latin
    (0x00A0, 0x017F),  # Latin-1, Latin Extended-A
    (0x02C6, 0x02DD),  # spacing modifiers
    (0x2000, 0x206F),  # general punctuation
    (0x2070, 0x209F),  # superscripts and subscripts
    (0x20A0, 0x20CF),  # currency
    (0x2100, 0x218F),  # letterlike, number forms
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematical operators
    (0x2300, 0x23FF),  # technical
    (0x2460, 0x24FF),  # enclosed numbers
    (0x25A0, 0x25FF),  # geometric shapes
    (0x2600, 0x27BF),  # symbols, dingbats
    (0x3000, 0x303F),  # CJK punctuation
    (0xFF01, 0xFF60),  # full-width forms
    (0xFFE0, 0xFFE6),  # full-width currency
    (0xFFFD, 0xFFFD),
]


def chars():
    keep = set()
    for first, last in RANGES:
        keep.update(range(first, last + 1))
    for row in range(0xA1, 0xF8):
        for cell in range(0xA1, 0xFF):
            try:
                keep.add(ord(bytes([row, cell]).decode("gb2312")))
            except UnicodeDecodeError:
                pass  # a free cell
    listed = set()
    for line in sys.stdin:
        part = line.rstrip("\n").split("\t")
        if len(part) == 3 and part[1] == "kTGH":
            listed.add(int(part[0][2:], 16))
    if len(listed) != 8105:
        sys.exit(f"fonts: 通用规范汉字表 has 8,105 characters, the mappings name {len(listed)}")
    for code in sorted(keep | listed):
        print(f"{code:04X}")


def signs(source, target):
    from fontTools.ttLib import TTFont

    font = TTFont(source, recalcTimestamp=False)  # the same input gives the same bytes
    cmap = font.getBestCmap()
    if 0x2715 not in cmap:
        for table in font["cmap"].tables:
            if table.isUnicode() and table.format in (4, 12):
                table.cmap[0x2715] = cmap[0x00D7]  # ✕ is drawn as ×, which is as wide as a Chinese character here
    font.save(target)


if __name__ == "__main__":
    if sys.argv[1:] == ["chars"]:
        chars()
    elif len(sys.argv) == 4 and sys.argv[1] == "signs":
        signs(sys.argv[2], sys.argv[3])
    else:
        sys.exit(__doc__)
