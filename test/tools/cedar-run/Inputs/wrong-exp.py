# wrong-exp.py in target out: copies a .cedar file and changes a coefficient of
# exp in the code of one target, with checksums that hold.

import hashlib
import struct
import sys

source, target, result = sys.argv[1:]
data = bytearray(open(source, "rb").read())
size = struct.unpack_from("<Q", data, 24)[0]
name = f"{target}/code.so".encode()
begin = data.index(name, 64) + len(name)
assert begin < 64 + size, "the manifest names no such code"


def number(place):
    """A protobuf number with its one-byte tag, and the place behind it."""
    value, shift, place = 0, 0, place + 1
    while True:
        value, shift, place = value | (data[place] & 127) << shift, shift + 7, place + 1
        if data[place - 1] < 128:
            return value, place


offset, begin = number(begin)
length, begin = number(begin)
code, digest = bytes(data[offset : offset + length]), data[begin + 2 : begin + 34]
assert hashlib.sha256(code).digest() == digest, "another layout of the manifest"
right, wrong = struct.pack("<d", 1 / 24), struct.pack("<d", 1 / 25)
assert right in code, "no such coefficient"
code = code.replace(right, wrong)
data[offset : offset + length] = code
data[begin + 2 : begin + 34] = hashlib.sha256(code).digest()
data[32:64] = hashlib.sha256(data[64 : 64 + size]).digest()
open(result, "wb").write(data)
