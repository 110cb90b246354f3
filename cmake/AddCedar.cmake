# The functions that every CMakeLists.txt of the tree is written with.
#
#   cedar_add_subdirectories([folder...])       the given subfolders, or all
#   add_cedar_library(name src...)              compiler side
#   add_cedar_dialect_library(name src...)      the same, for a dialect or passes
#   add_cedar_runtime_library(name src...)      no LLVM, no MLIR
#   add_cedar_protobuf_library(name file.proto) runtime side
#   add_cedar_tool(name src...)                 compiler tool -> build/bin
#   add_cedar_runtime_tool(name src...)         self-contained -> build/bin
#   add_cedar_unittest(name src...)             GoogleTest, run by lit
#   add_cedar_doc(td output command [flag...])  a page generated from ODS
#
# Libraries and tools take
#   DEPENDS target...                  generated files they include
#   LINK_LIBS [PUBLIC|PRIVATE] lib...  names MLIR... and LLVM... are allowed on
#                                      the compiler side and become the shared
#                                      libraries

# Adds each given subfolder, or every subfolder, that has a CMakeLists.txt.
function(cedar_add_subdirectories)
  set(folders ${ARGN})
  if(NOT folders)
    set(folders *)
  endif()
  list(TRANSFORM folders APPEND /CMakeLists.txt)
  file(GLOB found CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${folders})
  foreach(file IN LISTS found)
    cmake_path(GET file PARENT_PATH folder)
    add_subdirectory(${folder})
  endforeach()
endfunction()

# Everything generated from ODS: compiler libraries wait for all of it, so no
# library has to list the generated headers of the libraries it uses.
add_custom_target(cedar-headers)

# Links `libs` to the target, without the archives of MLIR and LLVM: exactly one
# copy of MLIR lives in a process, the shared one.
function(_cedar_link_compiler_libs target)
  set(visibility PUBLIC)
  target_link_libraries(${target} PUBLIC MLIR LLVM)
  foreach(lib IN LISTS ARGN)
    if(lib MATCHES "^(PUBLIC|PRIVATE|INTERFACE)$")
      set(visibility ${lib})
    elseif(NOT lib MATCHES "^(MLIR|LLVM)")
      target_link_libraries(${target} ${visibility} ${lib})
    endif()
  endforeach()
endfunction()

function(_cedar_use_compiler_headers target)
  target_include_directories(${target} SYSTEM PRIVATE
    ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_options(${target} PRIVATE ${definitions})
  add_dependencies(${target} cedar-headers mlir-headers mlir-generic-headers)
  if(TARGET cedar_mlir_pch)
    target_compile_options(${target} PRIVATE -Xclang -fno-pch-timestamp)
    target_precompile_headers(${target} REUSE_FROM cedar_mlir_pch)
  endif()
endfunction()

function(_cedar_use_project_headers target)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/cedar>)
endfunction()

function(_cedar_export target)
  install(TARGETS ${target} EXPORT CedarTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

macro(_cedar_parse)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
endmacro()

# A compiler library. Exceptions and RTTI are on, as in the packaged LLVM's RTTI.
function(add_cedar_library name)
  _cedar_parse(${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  _cedar_use_project_headers(${name})
  _cedar_use_compiler_headers(${name})
  _cedar_link_compiler_libs(${name} ${ARG_LINK_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY CEDAR_COMPILER_LIBS ${name})
  _cedar_export(${name})
endfunction()

# A library of a dialect or of passes; the set of them is the global property
# CEDAR_DIALECT_LIBS.
function(add_cedar_dialect_library name)
  add_cedar_library(${name} ${ARGN})
  set_property(GLOBAL APPEND PROPERTY CEDAR_DIALECT_LIBS ${name})
endfunction()

# A target for what mlir_tablegen() wrote in this folder.
function(add_cedar_tablegen_target name)
  add_custom_target(${name} DEPENDS ${TABLEGEN_OUTPUT})
  add_dependencies(cedar-headers ${name})
  set(TABLEGEN_OUTPUT "" PARENT_SCOPE)
endfunction()

# A runtime library: it sees no header of LLVM and links nothing of it.
function(add_cedar_runtime_library name)
  _cedar_parse(${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  _cedar_use_runtime_headers(${name})
  _cedar_link_runtime_libs(${name} ${ARG_LINK_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY CEDAR_RUNTIME_LIBS ${name})
  _cedar_export(${name})
endfunction()

# The project's headers and none of LLVM's.
function(_cedar_use_runtime_headers target)
  set_target_properties(${target} PROPERTIES INCLUDE_DIRECTORIES "")
  _cedar_use_project_headers(${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/runtime/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

function(_cedar_link_runtime_libs target)
  foreach(lib IN LISTS ARGN)
    if(lib MATCHES "^(MLIR|LLVM)")
      message(FATAL_ERROR "${target} is a runtime target and cannot link ${lib}; "
                          "use add_cedar_library or add_cedar_tool")
    endif()
  endforeach()
  set(libs ${ARGN})
  if(libs AND NOT libs MATCHES "^(PUBLIC|PRIVATE|INTERFACE)(;|$)")
    list(PREPEND libs PUBLIC)
  endif()
  target_link_libraries(${target} ${libs})
endfunction()

# The C++ of one .proto file of this folder, included by its path from the root.
function(add_cedar_protobuf_library name proto)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY
             ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
  cmake_path(GET proto STEM stem)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${stem}.pb)
  add_custom_command(OUTPUT ${out}.cc ${out}.h
    COMMAND protobuf::protoc --proto_path=${PROJECT_SOURCE_DIR}
            --cpp_out=${PROJECT_BINARY_DIR} ${folder}/${proto}
    DEPENDS ${proto} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
  add_cedar_runtime_library(${name} ${out}.cc LINK_LIBS PUBLIC protobuf::libprotobuf)
  target_compile_options(${name} PRIVATE -w)
  add_custom_target(${name}Gen DEPENDS ${out}.h)
  add_dependencies(${name} ${name}Gen)
endfunction()

function(add_cedar_tool name)
  _cedar_parse(${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  _cedar_use_project_headers(${name})
  _cedar_use_compiler_headers(${name})
  _cedar_link_compiler_libs(${name} ${ARG_LINK_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY CEDAR_TOOLS ${name})
  # Pass and dialect plugins resolve Cedar's symbols in the tool.
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
  _cedar_export(${name})
endfunction()

# A tool that needs nothing but libc, libm and the loader where it runs.
function(add_cedar_runtime_tool name)
  _cedar_parse(${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  _cedar_use_runtime_headers(${name})
  _cedar_link_runtime_libs(${name} ${ARG_LINK_LIBS})
  target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc)
  set_property(GLOBAL APPEND PROPERTY CEDAR_TOOLS ${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  _cedar_export(${name})
endfunction()

# A GoogleTest program. COMPILER: it includes MLIR. lit finds it by the name's
# suffix, Tests.
add_custom_target(CedarUnitTests)
function(add_cedar_unittest name)
  if(NOT CEDAR_BUILD_TESTS)
    return()
  endif()
  if(NOT name MATCHES "Tests$")
    message(FATAL_ERROR "the unit test ${name} must end in Tests, as lit looks for it")
  endif()
  cmake_parse_arguments(ARG "COMPILER" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_COMPILER)
    _cedar_use_project_headers(${name})
    _cedar_use_compiler_headers(${name})
    _cedar_link_compiler_libs(${name} ${ARG_LINK_LIBS})
  else()
    _cedar_use_runtime_headers(${name})
    _cedar_link_runtime_libs(${name} ${ARG_LINK_LIBS})
  endif()
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    CEDAR_TEST_DIR="${PROJECT_SOURCE_DIR}/test")
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unit)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  add_dependencies(CedarUnitTests ${name})
endfunction()

# A Markdown page from `td`, relative to this folder's build folder:
# <output>.md. docs/CMakeLists.txt calls it for every dialect and Passes.td.
add_custom_target(cedar-doc)
function(add_cedar_doc td output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  cmake_path(GET output PARENT_PATH folder)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${folder})
  tablegen(MLIR ${output}.md ${ARGN})
  string(REPLACE / - id ${output})
  add_custom_target(cedar-doc-${id} DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${output}.md)
  add_dependencies(cedar-doc cedar-doc-${id})
endfunction()
