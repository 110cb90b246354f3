# The GoogleTest programs: everything in build/unit whose name ends in Tests.

import os

import lit.formats

config.name = "Cedar-Unit"
config.suffixes = []
config.test_source_root = config.test_exec_root = os.path.join(
    config.cedar_obj_root, "unit"
)
config.test_format = lit.formats.GoogleTest("", "Tests")
config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0"
for variable in ("HOME", "TMP", "TEMP", "TMPDIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
