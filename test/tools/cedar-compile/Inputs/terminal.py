# terminal.py command...: runs a command whose standard error is a terminal, prints
# what it wrote there.

import os
import pty
import subprocess
import sys

reader, terminal = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=terminal, stdout=subprocess.DEVNULL)
os.close(terminal)
text = b""
try:
    while part := os.read(reader, 4096):
        text += part
except OSError:  # the command has closed the terminal
    pass
print(text.decode().replace("\r\n", "\n"), end="")
sys.exit(process.wait())
