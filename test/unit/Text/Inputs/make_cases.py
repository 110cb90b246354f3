"""Writes cases.json and ambiguous.json: what the `tokenizers` package makes of texts.

usage: make_cases.py   (needs the Python package tokenizers; made with 0.23.3)
"""
import json
import pathlib
import random

from tokenizers import Tokenizer
from tokenizers.pre_tokenizers import ByteLevel

HERE = pathlib.Path(__file__).resolve().parent
TINY = HERE.parents[2] / "checkpoints/tiny/tokenizer.json"
RANDOM = random.Random(1)


def byte_level(**options):
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False, **options}


def added(first, tokens):
    flags = {"single_word": False, "lstrip": False, "rstrip": False}
    return [{"id": first + i, "content": c, **flags, "normalized": n, "special": s} for i, (c, n, s) in enumerate(tokens)]


def variants(tiny):
    """Merge patches over tiny's tokenizer.json."""
    split = tiny["pre_tokenizer"]["pretokenizers"]
    literal = {"type": "Split", "pattern": {"String": "+a."}, "behavior": "Isolated", "invert": True}
    contractions = {"type": "Split", "behavior": "Isolated", "invert": False, "pattern": {
        "Regex": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"}}
    extra = [("<think>", True, False), ("<thi", False, False), ("éß", False, False), ("ab", False, True), ("abc", True, False),
             ("  ", False, False), ("   ", True, False), ("<｜User｜>x", False, True)]
    return {
        "tiny": {},
        "string merges": {"model": {"merges": [" ".join(m) for m in tiny["model"]["merges"]]},
                          "normalizer": {"type": "Sequence", "normalizers": []}, "post_processor": byte_level()},
        "byte level": {"pre_tokenizer": byte_level(use_regex=True)},
        "byte level, prefix": {"pre_tokenizer": byte_level(use_regex=True, add_prefix_space=True)},
        "split, prefix": {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [split[0], byte_level(add_prefix_space=True)]}},
        "literal, contractions": {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [literal, contractions, byte_level()]}},
        "whole pieces": {"model": {"ignore_merges": True, "vocab": {"hello": 512, "Ġxyz": 513, "12": 514, "Ã©Ã": 515}}},
        "added": {"added_tokens": tiny["added_tokens"] + added(512, extra)},
    }


def ambiguous(tiny):
    """A tokenizer with several ways to the same token."""
    vocab = {c: i for i, c in enumerate(sorted(ByteLevel.alphabet()))}
    tokens, merges = ["a", "b", "c", "Ġ"], []
    while len(merges) < 120:
        pair = [RANDOM.choice(tokens), RANDOM.choice(tokens)]
        joined = "".join(pair)
        if len(joined) > 6 or pair in merges:
            continue
        merges.append(pair)
        if joined not in vocab:
            vocab[joined] = len(vocab)
            tokens.append(joined)
    return {**tiny, "added_tokens": [], "pre_tokenizer": byte_level(),
            "model": {**tiny["model"], "vocab": vocab, "merges": merges}}


POOLS = [
    "abcxyzABC", "hello the code of amber", "0123456789", " \t\n\r\x0b\x0c\x85\xa0\u2003\u3000\u2028\u200b\u200d", "  ", "\n\n",
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "一三龥中文字ぁんァヶ゠ー", "\u0301\u0308\u0327\u0483\u20dd\ufe0f", "😀👍🏽👨\u200d👩🇩🇪",
    "éÀßİıſKÅΣσς", "ابتกำ한국어", "\x00\x01\x7f\ue000\ufffd\U0010ffff", "½²①Ⅷ٣५", "€£®™°§",
]
FIXED = ["", " ", "   ", "The code of amber is 4821. What is the code of amber? ", "don't we'LL  x\n\n y \r\n", "123456 7 89+a.+a.", "<｜User｜>",
         "a<｜User｜>x<｜User｜><｜end▁of▁sentence｜>b", "<think><thi<think", "abcd   ab  a", "éé éß", "hello xyz 12 123é\u00e9", "Zoe's kite_2.txt (#3)"]


def text(specials):
    out = ""
    for _ in range(RANDOM.choice([1, 3, 6, 12])):
        pool = RANDOM.choice(POOLS)
        out += "".join(RANDOM.choice(pool) for _ in range(RANDOM.randrange(1, 5)))
        if RANDOM.random() < 0.1 and specials:
            special = RANDOM.choice(specials)
            out += special[: RANDOM.randrange(1, len(special) + 1)]
    return out


def case(tokenizer, string):
    ids = tokenizer.encode(string, add_special_tokens=False).ids
    return {"text": string, "ids": ids, "decoded": tokenizer.decode(ids, skip_special_tokens=False)}


def patched(value, patch):
    if not isinstance(patch, dict) or not isinstance(value, dict):
        return patch
    return {**value, **{k: patched(value.get(k), v) for k, v in patch.items()}}


def group(name, patch, content):
    tokenizer = Tokenizer.from_str(json.dumps(content))
    specials = [t.content for t in tokenizer.get_added_tokens_decoder().values()]
    texts = FIXED + [text(specials) for _ in range(30)]
    # Streams of random tokens: many are no whole characters.
    streams = [[RANDOM.randrange(tokenizer.get_vocab_size()) for _ in range(12)] for _ in range(10)]
    return {"name": name, "patch": patch, "cases": [case(tokenizer, t) for t in texts],
            "streams": [{"ids": s, "decoded": tokenizer.decode(s, skip_special_tokens=False)} for s in streams]}


def main():
    tiny = json.loads(TINY.read_text())
    other = ambiguous(tiny)
    groups = [group(name, patch, patched(tiny, patch)) for name, patch in variants(tiny).items()]
    groups.append({**group("ambiguous", {}, other), "file": "ambiguous.json"})
    lines = ",\n".join(json.dumps(g, separators=(",", ":")) for g in groups)
    (HERE / "cases.json").write_text("[\n" + lines + "\n]\n")
    (HERE / "ambiguous.json").write_text(json.dumps(other, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
