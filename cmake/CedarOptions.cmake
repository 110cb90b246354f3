# Compiler flags common to the compiler and the runtime.

find_program(CEDAR_CCACHE ccache)
if(CEDAR_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness that ccache's manual asks for with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CEDAR_CCACHE})
endif()

# lld keeps a link short and small in memory; ld works too.
find_program(CEDAR_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR})
if(CEDAR_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_link_options(--ld-path=${CEDAR_LLD})
endif()

# CMake's own flags of this type switch assertions off; ours stay on. Do not
# declare pass statistics: their layout depends on NDEBUG, and the package's
# libMLIR was built with it.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g1")

# -fPIC for programs too: a precompiled header serves one kind of code only.
add_compile_options(-fPIC)
add_compile_options(-Wall -Wextra -Wno-unused-parameter
                    -Wno-missing-field-initializers
                    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
                    $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option>
                    -fdiagnostics-color=auto -ffunction-sections -fdata-sections)
add_link_options(-Wl,--gc-sections)

# No contraction, no fast-math: results are the same bits on every host.
add_compile_options(-ffp-contract=off)

if(CEDAR_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
  # The packaged libMLIR is not instrumented: vptr and function checks would
  # report its objects.
  add_compile_options(-fsanitize=${CEDAR_SANITIZE} -fno-sanitize=vptr,function
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CEDAR_SANITIZE} -fno-sanitize=vptr,function)
endif()

# One library compiles the header; every other compiler target loads the result.
if(CEDAR_PRECOMPILE_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_library(cedar_mlir_pch OBJECT ${PROJECT_SOURCE_DIR}/cmake/CedarPrecompiledHeader.cpp)
  target_include_directories(cedar_mlir_pch PRIVATE ${PROJECT_SOURCE_DIR})
  target_include_directories(cedar_mlir_pch SYSTEM PRIVATE
    ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_options(cedar_mlir_pch PRIVATE ${definitions} -Xclang -fno-pch-timestamp)
  target_precompile_headers(cedar_mlir_pch PRIVATE
    ${PROJECT_SOURCE_DIR}/cmake/CedarPrecompiledHeader.h)
endif()
