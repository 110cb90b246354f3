"""The C interface of the runtime (cedar.h) for the tests, with numpy arrays.

Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_float, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
import os
import pathlib

import numpy as np

NO_COMMIT = 1
TYPES = {1: np.float32, 2: np.uint16, 6: np.int32, 7: np.int8}  # as cedar_type, bf16 as bits
CODES = {np.dtype(numpy): code for code, numpy in TYPES.items()}


def _struct(name, *fields):
    return type(name, (ctypes.Structure,), {"_fields_": list(fields)})


_Info = _struct("Info", ("model_name", c_char_p), ("target", c_char_p), ("compiler_version", c_char_p),
                ("vocab_size", c_uint32), ("hidden_size", c_uint32), ("max_positions", c_uint32),
                ("page_tokens", c_uint32), ("window", c_uint32), ("bos_token", c_int32),
                ("eos_token", c_int32), ("pad_token", c_int32), ("image_token", c_int32))
_Options = _struct("Options", ("max_sequences", c_uint32), ("max_rows", c_uint32), ("max_out_rows", c_uint32),
                   ("max_embedding_rows", c_uint32), ("context", c_uint32), ("max_tokens", c_uint64),
                   ("threads", c_uint32), ("prefill_entry", c_char_p), ("engram_cache", c_uint64),
                   ("launch_mode", c_uint32))
_Tensor = _struct("Tensor", ("name", c_char_p), ("type", c_uint32), ("rank", c_uint32), ("shape", c_int64 * 8),
                  ("data", c_void_p), ("bytes", c_uint64))
_Rows = _struct("Rows", ("sequence", c_int64), ("tokens", c_void_p), ("count", c_size_t), ("kinds", c_void_p),
                ("embedding_rows", c_void_p))
_Batch = _struct("Batch", ("entry", c_char_p), ("rows", POINTER(_Rows)), ("num_rows", c_size_t),
                 ("embeddings", c_void_p), ("num_embeddings", c_size_t), ("out_rows", c_void_p),
                 ("num_out_rows", c_size_t), ("inputs", POINTER(_Tensor)), ("num_inputs", c_size_t),
                 ("flags", c_uint32))
_State = _struct("State", ("name", c_char_p), ("role", c_char_p), ("layer", c_uint32), ("paged", c_int32),
                 ("rows", c_uint32), ("ratio", c_uint32), ("channels", c_uint32), ("row_bytes", c_uint64))
_Need = _struct("Need", *((name, c_uint64) for name in (
    "arena", "inputs", "stages", "rings", "pools", "engram_cache", "tables", "stacks", "total", "weights",
    "scratch", "launch_words", "device", "device_weights")))
_Stats = _struct("Stats", *((name, c_uint64) for name in (
    "calls", "launches", "rows", "pages_in_use", "pages_peak", "pages_total", "page_bytes",
    "sequences_open", "threads", "engram_hits", "engram_misses", "engram_bytes",
    "device_bytes", "device_weights")))

_folder = os.environ.get("CEDAR_LIB", pathlib.Path(__file__).parents[2] / "build" / "lib")
_library = ctypes.CDLL(str(pathlib.Path(_folder, "libcedar.so")))
_library.cedar_last_error.restype = c_char_p
_library.cedar_module_entry_name.restype = c_char_p
_library.cedar_session_output_name.restype = c_char_p
for _close in ("module", "weights", "session"):
    getattr(_library, f"cedar_{_close}_close").restype = None


class Error(Exception):
    """A refused call; `code` as cedar_code."""

    def __init__(self, code):
        super().__init__(_library.cedar_last_error().decode())
        self.code = code


def _call(function, *arguments):
    code = getattr(_library, f"cedar_{function}")(*arguments)
    if code:
        raise Error(code)


def _facts(struct):
    values = {name: getattr(struct, name) for name, _ in struct._fields_}
    return {name: v.decode() if isinstance(v, bytes) else v for name, v in values.items()}


def _options(given):
    """Session options with defaults but for those given."""
    struct = _Options()
    _library.cedar_session_options_init(byref(struct))
    for name, value in given.items():
        setattr(struct, name, value)
    return struct


class _Handle:
    def __init__(self, kind, opener, *arguments):
        self.kind, self.handle = kind, c_void_p()
        _call(opener, *arguments, byref(self.handle))

    def __del__(self):
        if getattr(self, "handle", None):
            getattr(_library, f"cedar_{self.kind}_close")(self.handle)


class Module(_Handle):
    def __init__(self, path, target=None):
        super().__init__("module", "module_open", str(path).encode(), target and target.encode())
        info = _Info()
        _call("module_get_info", self.handle, byref(info))
        self.info = _facts(info)

    def entries(self):
        names = []
        while (name := _library.cedar_module_entry_name(self.handle, c_size_t(len(names)))) is not None:
            names.append(name.decode())
        return names

    def memory(self, **options):
        """What a session with these options needs, by purpose."""
        need = _Need()
        _call("module_memory", self.handle, byref(_options(options)), byref(need))
        return _facts(need)

    def states(self):
        """Facts of all states by name."""
        result, state = {}, _State()
        while not _library.cedar_module_state(self.handle, c_size_t(len(result)), byref(state)):
            result[state.name.decode()] = _facts(state)
        return result


class Weights(_Handle):
    def __init__(self, module, folder):
        super().__init__("weights", "weights_open", module.handle, str(folder).encode(), None)
        self.module = module


class Rows:
    """The next rows of one sequence."""

    def __init__(self, sequence, tokens, kinds=None, embedding_rows=None):
        self.tokens = np.ascontiguousarray(tokens, np.int32)
        self.kinds = None if kinds is None else np.ascontiguousarray(kinds, np.int8)
        self.embedding_rows = None if embedding_rows is None else np.ascontiguousarray(embedding_rows, np.int32)
        self.struct = _Rows(sequence, self.tokens.ctypes.data, len(self.tokens),
                            _address(self.kinds), _address(self.embedding_rows))


def _address(array):
    return None if array is None else array.ctypes.data


def _tensor(name, array):
    shape = (c_int64 * 8)(*array.shape)
    return _Tensor(name.encode(), CODES[array.dtype], array.ndim, shape, array.ctypes.data, array.nbytes)


class Session(_Handle):
    def __init__(self, weights, **options):
        super().__init__("session", "session_create", weights.handle, byref(_options(options)))
        self.weights, self.module = weights, weights.module

    def open(self):
        sequence = c_int64()
        _call("sequence_open", self.handle, byref(sequence))
        return sequence.value

    def resume(self, prefix):
        """A sequence that begins with the cached rows `prefix` of another."""
        sequence = c_int64()
        _call("sequence_resume", self.handle, byref(prefix.struct), byref(sequence))
        return sequence.value

    def save(self, sequence, path):
        _call("session_save", self.handle, c_int64(sequence), str(path).encode())

    def restore(self, path):
        """A sequence with the rows of a saved one."""
        sequence = c_int64()
        _call("session_restore", self.handle, str(path).encode(), byref(sequence))
        return sequence.value

    def close(self, sequence):
        _call("sequence_close", self.handle, c_int64(sequence))

    def length(self, sequence):
        length = c_uint32()
        _call("sequence_length", self.handle, c_int64(sequence), byref(length))
        return length.value

    def run(self, entry, rows, out_rows=None, embeddings=None, inputs=None, commit=True):
        """One call; the arrays of `inputs` by name, bf16 as uint16 bits."""
        inputs = {name: np.ascontiguousarray(array) for name, array in (inputs or {}).items()}
        tensors = (_Tensor * max(len(inputs), 1))(*(_tensor(*item) for item in inputs.items()))
        structs = (_Rows * len(rows))(*(r.struct for r in rows))
        out_rows = None if out_rows is None else np.ascontiguousarray(out_rows, np.int32)
        batch = _Batch(entry.encode(), structs, len(rows), _address(embeddings),
                       0 if embeddings is None else len(embeddings), _address(out_rows),
                       0 if out_rows is None else len(out_rows), tensors, len(inputs),
                       0 if commit else NO_COMMIT)
        _call("session_run", self.handle, byref(batch))

    def commit(self, accepted):
        accepted = (c_int32 * len(accepted))(*accepted)
        _call("session_commit", self.handle, accepted, c_size_t(len(accepted)))

    def prefill(self, rows, chunk=0):
        """Logits after the last row of each sequence."""
        structs = (_Rows * len(rows))(*(r.struct for r in rows))
        logits = np.empty((len(rows), self.module.info["vocab_size"]), np.float32)
        _call("session_prefill", self.handle, structs, c_size_t(len(rows)), c_size_t(chunk),
              c_void_p(logits.ctypes.data))
        return logits

    def finish(self, sequences):
        """Completes prompts after runs of an entry such as prefill_replay; logits after the last rows."""
        count = len(sequences)
        logits = POINTER(c_float)()
        _call("session_finish", self.handle, (c_int64 * count)(*sequences), c_size_t(count), byref(logits))
        return np.ctypeslib.as_array(logits, (count, self.module.info["vocab_size"])).copy()

    def decode(self, sequences, tokens):
        """Logits after one more token for each sequence."""
        count = len(sequences)
        logits = POINTER(c_float)()
        _call("session_decode", self.handle, (c_int64 * count)(*sequences), (c_int32 * count)(*tokens),
              c_size_t(count), byref(logits))
        return np.ctypeslib.as_array(logits, (count, self.module.info["vocab_size"])).copy()

    def output(self, name):
        tensor = _Tensor()
        _call("session_output", self.handle, name.encode(), byref(tensor))
        data = ctypes.string_at(tensor.data, tensor.bytes)
        return np.frombuffer(data, TYPES[tensor.type]).reshape(tensor.shape[: tensor.rank])

    def output_names(self):
        names = []
        while (name := _library.cedar_session_output_name(self.handle, c_size_t(len(names)))) is not None:
            names.append(name.decode())
        return names

    def state(self, sequence, name, rows, first=0):
        """Rows of a state, dequantised."""
        values = np.empty((rows, self.module.states()[name]["channels"]), np.float32)
        _call("session_state_read", self.handle, c_int64(sequence), name.encode(), c_uint32(first),
              c_uint32(rows), c_void_p(values.ctypes.data))
        return values

    def states(self, sequence):
        """All committed rows of all states by name."""
        length = self.length(sequence)
        result = {}
        for name, state in self.module.states().items():
            rows = length // state["ratio"] if state["paged"] else state["rows"]
            result[name] = self.state(sequence, name, rows)
        return result

    def stats(self):
        stats = _Stats()
        _call("session_get_stats", self.handle, byref(stats))
        return _facts(stats)
