#!/bin/sh
# Interesting (status 1): the file has a quantiser.
! grep -q cedar.quantize "$1"
