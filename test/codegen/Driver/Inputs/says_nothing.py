# says_nothing.py real.npy idle.npy: the first holds logits, the second no information.

import sys

import numpy as np

real, idle = (np.load(path) for path in sys.argv[1:])
assert real.shape == idle.shape and real.shape[0] == 8, real.shape
assert np.isfinite(real).all() and real.std() > 0.01 and not np.array_equal(real[0], real[1])
assert np.unique(idle).size == 1, "rows without kernels have different logits"
print("nothing runs without the kernels")
