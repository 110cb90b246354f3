# The configuration of `ninja check-cedar`: FileCheck tests, scripts and the
# GoogleTest programs under unit/.

import os

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Cedar"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["checkpoints", "data", "eval", "Inputs", "unit", "gpu"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.cedar_obj_root, "test")

llvm_config.with_system_environment(["HOME", "TMP", "TEMP", "TERM"])
llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.cedar_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
# LLVM's allocators poison memory in our instrumented code, but do not unpoison
# it in the packaged, uninstrumented libLLVM.
llvm_config.with_environment("ASAN_OPTIONS", "allow_user_poisoning=0")

# In front of LLVM's own %python, which is the interpreter that runs lit.
config.substitutions.insert(0, ("%python", config.python_executable))
config.substitutions += [
    ("%checkpoints", os.path.join(config.test_source_root, "checkpoints")),
    ("%golden", os.path.join(config.test_source_root, "golden")),
    ("%cedar_src", config.cedar_src_root),
    ("%cedar_obj", config.cedar_obj_root),
    ("%cedar_bin", config.cedar_tools_dir),
    ("%cedar_lib", config.cedar_lib_dir),
    ("%llvm_include", os.path.join(os.path.dirname(config.llvm_tools_dir), "include")),
]

# Tools are found by their whole word, so a test cannot pick up an installed one.
cedar_tools = sorted(
    name
    for name in os.listdir(config.cedar_tools_dir)
    if name.startswith("cedar-")
) if os.path.isdir(config.cedar_tools_dir) else []
llvm_config.add_tool_substitutions(cedar_tools, [config.cedar_tools_dir])
llvm_config.add_tool_substitutions(
    ["mlir-opt", "mlir-translate", "llvm-nm", "llvm-objdump", "llvm-readelf"],
    [config.llvm_tools_dir],
)

# `avx512`: this machine runs the target cpu:v4.
if "avx512vl" in open("/proc/cpuinfo").read():
    config.available_features.add("avx512")

# `REQUIRES: long` is a test that only `./dev test-all` runs; `UNSUPPORTED:
# sanitizer` one that takes too long in the asan build or measures it.
if config.cedar_sanitize:
    config.available_features.add("sanitizer")
if lit_config.params.get("long"):
    config.available_features.add("long")
