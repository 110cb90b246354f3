# pieces.py command...: in how many pieces the output of a command arrives.

import os
import subprocess
import sys

process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
pieces = 0
while os.read(process.stdout.fileno(), 1 << 16):
    pieces += 1
print("many pieces" if pieces > 20 else f"{pieces} pieces")
sys.exit(process.wait())
