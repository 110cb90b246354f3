"""Writes forms.json and draws.json: normal forms by the `tokenizers` package, numbers by NumPy.

usage: make_forms.py   (needs the Python packages tokenizers and numpy; made with 0.23.3 and 2.4.6)
"""
import json
import pathlib
import random

import numpy as np
from tokenizers import Regex
from tokenizers import normalizers as nz

HERE = pathlib.Path(__file__).resolve().parent
RANDOM = random.Random(1)
SENTINEL = "\ue000"
NORMALIZER = nz.Sequence([
    nz.NFKC(), nz.NFD(), nz.StripAccents(), nz.Lowercase(), nz.Replace(Regex(r"[ \t\r\n]+"), " "),
    nz.Replace(Regex(r"^ $"), SENTINEL), nz.Strip(), nz.Replace(SENTINEL, " ")])

# Among them: marks of each kind, marks younger than Unicode 9, characters that changed category, sentinels.
FIXED = [
    "", " ", "  ", "\t", "\n", "\r\n", "\x0b", "\x85", "\xa0", "\u2003", "\u3000", "\u3000 ", " \u3000", "\u200b", SENTINEL, SENTINEL + " ", "a \t\r\n b",
    "A", "a", "á", "Á", "A\u0301", "É", "ß", "ẞ", "İ", "I", "ı", "ſ", "K", "Å", "ΑΣ", "Σ", "ς", "ΌΣΟΣ", "ǅ", "Ǆ", "ﬁ", "㎏", "Ⅷ", "²", "①", "½", "…", "ﾊﾟ",
    "가", "각", "ﷺ", "\u0301", "\u0488", "\u093e", "\u07fd", "\u0898", "\u09fe", "\u1cf2", "\u1cf3", "\U000111c9", "\u32ff", "\U00010781", "\u0345",
    "क्षि", "เก่า", "Ω", "Ω", "ĳ", "ŉ", "Å", "\ufb4f", "\ufdfa", "‼", "⑴", "㍿", "\ud55c\uae00", "𝐀", "𝕳", "🄰", "😀", "🇩🇪", "\ufe0f", "\u2057", "\x00", "\x1f",
]
POOL = " \t\r\n\x0b\x85\xa0\u2003\u3000AaÅÉßİıſΣςσ\u0301\u0308\u0345\u1e9e\ue000ﬁ㎏²①Ⅷ가각ﾊﾟǅ\u200b"


def main():
    texts = FIXED + ["".join(RANDOM.choice(POOL) for _ in range(RANDOM.randrange(2, 8))) for _ in range(200)]
    forms = [[t, NORMALIZER.normalize_str(t)] for t in texts]
    bounds = [1, 2, 3, 10, 2**31, 3 * 2**30 + 1, 2**32 - 1, 2**32, 2**32 + 1, 3 * 2**40, 3 * 2**61 + 1, 2**63 - 1]
    draws = [{"seed": s, "bound": b, "values": [int(v) for v in np.random.default_rng(s).integers(0, b, size=9, dtype=np.int64)]}
             for s in (0, 1, 10007, 2**32 - 1, 2**32, 2**64 - 1) for b in bounds]
    for name, rows in (("forms", forms), ("draws", draws)):
        (HERE / (name + ".json")).write_text("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")


if __name__ == "__main__":
    main()
