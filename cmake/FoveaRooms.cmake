# Headers that most files read anyway, compiled once. Every file still includes what it uses: the presets for
# sanitizers build without this.
set(FOVEA_STANDARD_HEADERS <algorithm> <array> <atomic> <cmath> <cstdint> <cstring> <filesystem> <fmt/format.h>
  <functional> <map> <memory> <mutex> <numeric> <optional> <set> <span> <string> <string_view> <unordered_map> <utility>
  <variant> <vector>)

# fovea_precompile(TARGET KIND HEADERS...): the first target of a kind compiles the headers, the others use them; all of
# a kind must be compiled with the same options. In a precompiled header GCC forgets that std::char_traits has switched
# three warnings off for itself (GCC bug 64117): they are off where such headers are used, and on in the sanitizers' builds.
function(fovea_precompile target kind)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds>)
  endif()
  get_property(owner GLOBAL PROPERTY FOVEA_PRECOMPILED_${kind})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
    set_property(GLOBAL PROPERTY FOVEA_PRECOMPILED_${kind} ${target})
  endif()
endfunction()

# fovea_room(NAME DEPENDS ... LIBRARIES ... FOLDERS ... [HEADERS KIND]): one room of core, with those folders in it, as one
# static library; HEADERS names the kind of its precompiled headers where its compile options are its own.
# The rooms it may use are its DEPENDS: an include of a room that is not there does not link.
function(fovea_room name)
  cmake_parse_arguments(ROOM "" "HEADERS" "DEPENDS;LIBRARIES;FOLDERS" ${ARGN})
  string(REPLACE "/" "_" target fovea_${name})
  set(sources "")
  foreach(folder . ${ROOM_FOLDERS})
    set(place ${CMAKE_CURRENT_SOURCE_DIR}/${name}/${folder})
    file(GLOB found CONFIGURE_DEPENDS ${place}/*.cpp ${place}/*.h)
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)
    add_library(${target} INTERFACE)
    return()
  endif()
  add_library(${target} STATIC ${sources})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE fovea_flags)
  foreach(dependency ${ROOM_DEPENDS})
    string(REPLACE "/" "_" dependency ${dependency})
    target_link_libraries(${target} PUBLIC fovea_${dependency})
  endforeach()
  target_link_libraries(${target} PUBLIC ${ROOM_LIBRARIES})
  if(NOT ROOM_HEADERS)
    set(ROOM_HEADERS core)
  endif()
  fovea_precompile(${target} ${ROOM_HEADERS} ${FOVEA_STANDARD_HEADERS})
endfunction()

# fovea_group_sources(TARGET [APART REGEX]): with FOVEA_UNITY, compiles up to 36 C++ files of a folder as one. Most of
# what a file takes is its headers, whose functions a group reads and optimises once: with four to twelve files in a
# group, the two rooms that were measured took four tenths longer. The cost: one edit compiles its whole group again,
# names in anonymous namespaces must be unique in a folder, and a file that forgets an include may find it in the one
# before. So the builds that one works in, and those with sanitizers, compile each file alone.
# Files with compile options of their own, generated ones and those with SKIP_UNITY_BUILD_INCLUSION stay alone. Files
# that match APART have groups of their own: they may use the names of the others. Called when all files are known.
# A group begins at a file whose name has a certain hash: a new file changes its own group, seldom the next one.
function(fovea_group_sources target)
  cmake_parse_arguments(GROUP "" "APART" "" ${ARGN})
  if(NOT FOVEA_UNITY OR NOT TARGET ${target})
    return()
  endif()
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(files "")
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${home} NORMALIZE)
    cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${source}" generated)
    if(NOT generated)
      list(APPEND files "${source}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES files)
  list(SORT files)
  foreach(kind together apart)
    set(folder "")
    foreach(file ${files})
      set(is together)
      if(GROUP_APART AND file MATCHES "${GROUP_APART}")
        set(is apart)
      endif()
      if(NOT is STREQUAL kind)
        continue()
      endif()
      cmake_path(GET file PARENT_PATH place)
      cmake_path(GET file STEM name)
      string(MD5 hash "${name}")
      if(NOT place STREQUAL folder OR count GREATER_EQUAL 36 OR (count GREATER_EQUAL 16 AND hash MATCHES "^[0-3]"))
        set(count 0)
        set(folder "${place}")
        cmake_path(RELATIVE_PATH place BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE group)
        string(MAKE_C_IDENTIFIER "${group}_${name}" group)
      endif()
      math(EXPR count "${count} + 1")
      set_source_files_properties("${file}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# fovea_generate_registry(TARGET FOLDER TYPE HEADER SUFFIX FUNCTION): writes FUNCTION(), which returns the result of
# every factory in FOLDER. The file `max_pooling.cpp` must define `maxPooling<SUFFIX>()`: in the namespace `fovea`, or with
# OWN_NAMESPACES in `fovea::max_pooling_<suffix>`, so that files with the same names in them can be compiled as one.
function(fovea_generate_registry target folder type header suffix function)
  cmake_parse_arguments(REGISTRY "OWN_NAMESPACES" "" "" ${ARGN})
  string(TOLOWER ${suffix} own)
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  set(declarations "")
  set(entries "")
  foreach(file ${files})
    get_filename_component(stem ${file} NAME_WE)
    string(REPLACE "_" ";" words ${stem})
    set(camel "")
    foreach(word ${words})
      if(camel STREQUAL "")
        set(camel ${word})
      else()
        string(SUBSTRING ${word} 0 1 first)
        string(SUBSTRING ${word} 1 -1 rest)
        string(TOUPPER ${first} first)
        string(APPEND camel ${first}${rest})
      endif()
    endforeach()
    set(place "")
    if(REGISTRY_OWN_NAMESPACES)
      set(place "${stem}_${own}::")
      string(APPEND declarations "namespace ${stem}_${own} {\n${type} ${camel}${suffix}();\n}\n")
    else()
      string(APPEND declarations "${type} ${camel}${suffix}();\n")
    endif()
    string(APPEND entries "      ${place}${camel}${suffix}(),\n")
  endforeach()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target}_${function}.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT
"// Generated from the files in core/${folder}: one entry a file.
#include \"${header}\"
namespace fovea {
@declarations@
std::vector<${type}> ${function}() {
  return {
@entries@  };
}
}  // namespace fovea
")
  target_sources(${target} PRIVATE ${generated} ${files})
endfunction()

# fovea_compile_as_test(TARGET [QT]): with little optimisation, which is half of what such a file takes to compile. Never
# so for what is shipped: inline functions that both have would be the slow ones.
function(fovea_compile_as_test target)
  cmake_parse_arguments(TEST "QT" "" "" ${ARGN})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(TEST_QT)
    fovea_precompile(${target} qt_tests <QtTest> <QtWidgets> ${FOVEA_STANDARD_HEADERS})
  else()
    fovea_precompile(${target} tests <gtest/gtest.h> <nlohmann/json.hpp> ${FOVEA_STANDARD_HEADERS})
  endif()
endfunction()

# fovea_test(NAME SOURCES ... LIBRARIES ... [QT] [OPTIMISED]): one test program, known to CTest by its name; OPTIMISED
# where it checks numbers, as they are in what is shipped, or holds code that takes long otherwise.
function(fovea_test name)
  cmake_parse_arguments(TEST "QT;OPTIMISED" "TIMEOUT" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE fovea_flags ${TEST_LIBRARIES})
  if(TEST_QT)
    target_link_libraries(${name} PRIVATE Qt6::Test)
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
  else()
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
  endif()
  if(NOT TEST_OPTIMISED)
    if(TEST_QT)
      fovea_compile_as_test(${name} QT)
    else()
      fovea_compile_as_test(${name})
    endif()
  endif()
  add_test(NAME ${name} COMMAND ${name})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${TEST_TIMEOUT})
  if(TEST_QT)
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "QT_QPA_PLATFORM=offscreen")
  endif()
endfunction()

# fovea_test_in_halves(NAME), after the properties of the test are set: CTest runs the halves of a long test side by side; started by hand, the program runs all of it.
function(fovea_test_in_halves name)
  add_test(NAME ${name}_second_half COMMAND ${name})
  get_property(environment TEST ${name} PROPERTY ENVIRONMENT)
  set(part "${environment};GTEST_TOTAL_SHARDS=2")
  get_property(limit TEST ${name} PROPERTY TIMEOUT)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${part};GTEST_SHARD_INDEX=0")
  set_tests_properties(${name}_second_half PROPERTIES ENVIRONMENT "${part};GTEST_SHARD_INDEX=1" TIMEOUT ${limit})
endfunction()
