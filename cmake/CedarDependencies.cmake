# Finds what Cedar builds on. Every package is a Debian 12 package, except LLVM
# and MLIR 22.1 (README.md, "What it needs").

# The package's version file wants major.minor: a bare 22 is not found.
find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# mlir_tablegen() looks for includes in the folder's include directories. The
# runtime's targets drop these again.
include_directories(${PROJECT_SOURCE_DIR})
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS})

find_program(CEDAR_LIT NAMES lit llvm-lit HINTS ${LLVM_TOOLS_BINARY_DIR}
             NO_DEFAULT_PATH REQUIRED)
set(LLVM_EXTERNAL_LIT ${CEDAR_LIT} CACHE FILEPATH "The lit test runner")

find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)

# Protobuf and ICU are linked statically everywhere, so that the runtime's tools
# run on a machine that has neither.
set(Protobuf_USE_STATIC_LIBS ON)
find_package(Protobuf REQUIRED)

find_library(CEDAR_ICU_I18N libicui18n.a REQUIRED)
find_library(CEDAR_ICU_UC libicuuc.a REQUIRED)
find_library(CEDAR_ICU_DATA libicudata.a REQUIRED)
add_library(cedar_icu INTERFACE)
target_compile_definitions(cedar_icu INTERFACE U_STATIC_IMPLEMENTATION)
target_link_libraries(cedar_icu INTERFACE
  ${CEDAR_ICU_I18N} ${CEDAR_ICU_UC} ${CEDAR_ICU_DATA})

if(CEDAR_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
find_package(benchmark REQUIRED)
