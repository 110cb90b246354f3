"""Checks that every rule of the verifiers has a test.

usage: rules.py <folder of the sources> <folder of the tests>

A rule is a call of a method of OpRules or PathWeights, or an emitted error, in a
.cpp file. From its literals follows a pattern of its message, to which one
expected-error of the tests must fit, for the same op where the rule is in a
function of one op. Prints the rules without a test.
"""

import pathlib
import re
import sys

METHODS = ("that rank dim rows sameShape sameElements format atLeast atMost positive "
           "notNegative finite kind row shape").split()
SITE = re.compile(r"(?:\.(%s)|\b(require|emitOpError|emitError))\(" % "|".join(METHODS))
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
TENSOR = re.compile(r'(\w+)\("(\w+)",')


def arguments(text, start):
    """The top-level arguments of the call whose "(" is before `start`, and its end."""
    depth, parts, part, i = 0, [], "", start
    while True:
        literal = LITERAL.match(text, i)
        if literal:
            part, i = part + literal.group(), literal.end()
            continue
        c = text[i]
        if c in "({[":
            depth += 1
        if c in ")}]":
            if depth == 0:
                return parts + [part.strip()], i
            depth -= 1
        if c == "," and depth == 0:
            parts, part = parts + [part.strip()], ""
        else:
            part += c
        i += 1


def fragments(text):
    return ".*".join(re.escape(s) for s in LITERAL.findall(text))


def name(argument, tensors):
    """ODS name of a NamedTensor argument: a variable or {"name", value}."""
    literal = LITERAL.search(argument)
    return literal.group(1) if literal else tensors.get(argument, r"\w+")


def others(argument, tensors):
    inner, _ = arguments(argument, 1)
    return [name(part, tensors) for part in inner]


def patterns(method, args, tensors, statement):
    """Patterns of the messages that the rule can give."""
    first = name(args[0], tensors) if args and args[0] else ""
    literal = LITERAL.search(args[0]) if args else None
    quoted = literal.group(1) if literal else r"[\w.]+"
    if method == "that":
        return [fragments(",".join(args[1:]))]
    if method == "rank":
        return [f"'{first}' of rank"]
    if method == "dim":
        index = args[1] if args[1].isdigit() else r"\d+"
        return [f"dimension {index} of '{first}'"]
    if method == "rows":
        return [f"'{other}' of -?\\d+ rows as '{first}'" for other in others(args[1], tensors)]
    if method in ("sameShape", "sameElements"):
        what = "shape" if method == "sameShape" else "elements"
        return [f"'{first}' of the {what} of '{name(args[1], tensors)}'"]
    if method == "format":
        return [f"'{first}' in {re.escape(LITERAL.search(args[1]).group(1))} form"]
    if method in ("atLeast", "atMost"):
        return [f"'{quoted}' of at {method[2:].lower()}"]
    if method in ("positive", "notNegative", "finite"):
        adjective = {"notNegative": "non-negative"}.get(method, method)
        return [f"a {adjective} '{quoted}'"]
    if method == "kind":
        return [f"'{quoted}' to be a"]
    if method == "row":
        return [f"rows of '{quoted}' of type"]
    if method == "shape":
        return [f"the weight '[\\w.]*{re.escape(quoted)}' of type"]
    if method == "require":
        return [f"'{quoted}' in mode"]
    return [fragments(statement)]


def functions(text):
    """Definitions at column 0: head and body."""
    return re.findall(r"^(?!namespace|//|#)(\S[^\n;]*(?:\n[^\n;}]*)*?\{\n)(.*?)^\}", text,
                      re.S | re.M)


def mnemonics(folder):
    found = {}
    for td in folder.glob("*.td"):
        for cls, mnemonic in re.findall(r'def Cedar_(\w+Op)\s*:\s*Cedar_\w+<"(\w+)"',
                                        td.read_text()):
            found[cls] = mnemonic
    return found


def rules(folder):
    """(file, op or None, pattern) of each rule."""
    ops = mnemonics(folder)
    for source in sorted(folder.glob("*.cpp")):
        if source.name == "OpRules.cpp":
            continue
        for head, body in functions(source.read_text()):
            owner = re.search(r"(\w+Op)::verify|\((\w+Op) op\b", head)
            op = ops.get(owner and (owner.group(1) or owner.group(2)))
            tensors = dict(TENSOR.findall(body))
            for site in SITE.finditer(body):
                method = site.group(1) or site.group(2)
                args, end = arguments(body, site.end())
                if method == "dim" and len(args) != 3:
                    continue  # a size, not a rule
                statement = body[site.end():body.index(";", end)]
                for pattern in patterns(method, args, tensors, statement):
                    yield source.name, op, pattern


def expected_errors(folder):
    text = "\n".join(test.read_text() for test in sorted(folder.glob("*.mlir")))
    return (re.findall(r"expected-error[^{\n]*\{\{(.*)\}\}", text) +
            re.findall(r"^// [A-Z]+: error: (.*)", text, re.M))


def is_tested(op, pattern, errors):
    prefix = f"'cedar.{op}' op .*" if op else ""
    return any(re.search(prefix + pattern, error) for error in errors)


def main():
    sources, tests = map(pathlib.Path, sys.argv[1:])
    errors = expected_errors(tests)
    found = list(rules(sources))
    missing = [rule for rule in found if not is_tested(rule[1], rule[2], errors)]
    for source, op, pattern in missing:
        print(f"{source}: no test expects the error of {op or 'a shared rule'}: {pattern}")
    print(f"{len(found)} rules, {len(errors)} expected errors, {len(missing)} rules untested")
    sys.exit(bool(missing) or not found)


main()
