# damage.py in offset out: copies a file with the lowest bit of one byte flipped.

import sys

data = bytearray(open(sys.argv[1], "rb").read())
data[int(sys.argv[2])] ^= 1
open(sys.argv[3], "wb").write(data)
