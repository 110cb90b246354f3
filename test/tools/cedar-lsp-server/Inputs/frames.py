"""Writes each line of a file as a message of the Language Server Protocol."""

import sys

for line in open(sys.argv[1]):
    body = line.strip()
    sys.stdout.write(f"Content-Length: {len(body.encode())}\r\n\r\n{body}")
