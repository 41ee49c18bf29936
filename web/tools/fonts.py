"""Makes the bundled fonts in `src/fonts`: one small file for each script, of Alegreya Bold (SIL Open Font License).

    npm pack @fontsource/alegreya@5.3.0 && tar xzf fontsource-alegreya-5.3.0.tgz
    pip install fonttools==4.68.0 brotli==1.2.1
    python web/tools/fonts.py package

The files are kept in the repository, so a build needs neither the package nor these tools. The files of Cyrillic and
Greek have digits, punctuation and basic Latin too: a page in one language loads one file.
"""

import sys
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parents[1] / "src" / "fonts"
WEIGHT = "700"
UNUSED = "#*<=>@[\\]^_`{|}~"
BASIC = [*(code for code in range(0x20, 0x7F) if chr(code) not in UNUSED), 0xA0, 0xAB, 0xB1, 0xB7, 0xBB, 0xD7]
BASIC += [0x2013, 0x2014, 0x2018, 0x2019, *range(0x201C, 0x201F), 0x2026, 0x2212]
LETTERS = {
    "latin": [*range(0xC0, 0xD7), *range(0xD8, 0x100), *map(ord, "ĆćČčĐđŁłŃńŌōŘřŚśŠšŪūŻżŽž")],
    "cyrillic": [*(code for code in range(0x410, 0x450) if chr(code) not in "ЪЫЭъыэ"), *map(ord, "ЄєІіЇїҐґ")],
    "greek": [0x384, 0x385, 0x386, *range(0x388, 0x3CF)],
}


def part(folder: Path, script: str, letters: "list[int]") -> TTFont:
    """Some letters of one script; digits as high as capitals. Kerning is left out: it is a tenth of the size."""
    font = TTFont(folder / "files" / f"alegreya-{script}-{WEIGHT}-normal.woff2")
    lining = {
        old: new
        for feature in font["GSUB"].table.FeatureList.FeatureRecord
        if feature.FeatureTag == "lnum"
        for number in feature.Feature.LookupListIndex
        for table in font["GSUB"].table.LookupList.Lookup[number].SubTable
        for old, new in getattr(table, "mapping", getattr(getattr(table, "ExtSubTable", None), "mapping", {})).items()
    }
    for table in font["cmap"].tables:
        table.cmap = {code: lining.get(name, name) for code, name in table.cmap.items()}
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = False
    # The copyright and the licence stay in the file.
    options.name_IDs = [0, 1, 2, 13, 14]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = None
    return font


def main(folder: Path) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for script, letters in LETTERS.items():
        target = OUT / f"alegreya-{script}.woff2"
        if script == "latin":
            font = part(folder, "latin", BASIC + letters)
        else:
            pieces = []
            for number, piece in enumerate((part(folder, "latin", BASIC), part(folder, script, letters))):
                path = target.with_suffix(f".{number}.ttf")
                piece.save(path)
                pieces.append(path)
            font = merge.Merger().merge([str(path) for path in pieces])
            for path in pieces:
                path.unlink()
        font.flavor = "woff2"
        font.save(target)
        print(target.name, target.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
