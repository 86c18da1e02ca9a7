# touchstone_module(<name> [USES <public libs>] [PRIVATE_USES <libs>] [BENCH_USES <libs>])
#
# Makes, from the files in src/<name>:
#   touchstone::<name>   every *.cpp that is neither a test nor a benchmark
#   <name>_test          every *_test.cpp, registered with ctest
#   <name>_bench         every *_bench.cpp
# Files are found, not listed: a new file needs no change here.
function(touchstone_module name)
  cmake_parse_arguments(ARG "" "" "USES;PRIVATE_USES;BENCH_USES" ${ARGN})
  set(dir ${PROJECT_SOURCE_DIR}/src/${name})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cpp)
  file(GLOB tests CONFIGURE_DEPENDS ${dir}/*_test.cpp)
  file(GLOB benches CONFIGURE_DEPENDS ${dir}/*_bench.cpp)
  if(tests OR benches)
    list(REMOVE_ITEM sources ${tests} ${benches})
  endif()

  add_library(touchstone_${name} STATIC ${sources})
  add_library(touchstone::${name} ALIAS touchstone_${name})
  target_include_directories(touchstone_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(touchstone_${name} PUBLIC ${ARG_USES}
    PRIVATE touchstone_flags ${ARG_PRIVATE_USES})
  touchstone_precompile_module(${name})
  touchstone_runs_on_loop(touchstone_${name} on_loop)

  # Under a sanitizer the optimiser takes longer than all tests. What reads and judges text is still
  # optimised, since property tests and fuzzing want many turns; what waits for others is not.
  if(TOUCHSTONE_SANITIZE AND on_loop)
    target_compile_options(touchstone_${name} PRIVATE -O0)
  endif()

  # Only what runs on the loop meets other threads, base, which all of them use, and the store, which has
  # threads of its own. ThreadSanitizer has nothing to look at in the rest.
  if(TOUCHSTONE_SANITIZE STREQUAL "thread" AND NOT on_loop AND NOT name MATCHES "^(base|store)$")
    set(tests)
  endif()
  if(TOUCHSTONE_TESTS AND tests)
    touchstone_test(${name}_test SOURCES ${tests}
      USES touchstone::${name} ${ARG_USES} ${ARG_PRIVATE_USES})
  endif()
  if(TOUCHSTONE_BENCH AND benches)
    add_executable(${name}_bench ${benches})
    target_link_libraries(${name}_bench PRIVATE touchstone::${name} touchstone_flags
      ${ARG_PRIVATE_USES} ${ARG_BENCH_USES} benchmark::benchmark benchmark::benchmark_main)
  endif()
endfunction()

# Whether a target is, or says that it uses, touchstone::net.
function(touchstone_runs_on_loop target out)
  get_target_property(uses ${target} LINK_LIBRARIES)
  if(target STREQUAL "touchstone_net" OR "touchstone::net" IN_LIST uses)
    set(${out} ON PARENT_SCOPE)
  else()
    set(${out} OFF PARENT_SCOPE)
  endif()
endfunction()

# Two headers: one for what is pure, one with Asio for what runs on the loop. The latter's macros are
# part of it, so the two cannot be mixed.
function(touchstone_precompile_module name)
  touchstone_runs_on_loop(touchstone_${name} on_loop)
  if(on_loop)
    touchstone_precompile(touchstone_${name} touchstone_net src/net/precompiled.hpp)
  else()
    touchstone_precompile(touchstone_${name} touchstone_base src/base/precompiled.hpp)
  endif()
endfunction()

# The first module compiles the header; the others take it over.
function(touchstone_precompile target first header)
  if(target STREQUAL first)
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/${header})
  else()
    target_precompile_headers(${target} REUSE_FROM ${first})
  endif()
endfunction()

# The same two, with what tests use.
function(touchstone_precompile_test target)
  touchstone_runs_on_loop(${target} on_loop)
  if(on_loop)
    touchstone_precompile(${target} net_test tests/precompiled_net.hpp)
  else()
    touchstone_precompile(${target} base_test tests/precompiled.hpp)
  endif()
endfunction()

# touchstone_test(<target> SOURCES … USES …): a GoogleTest binary under ctest. What is tested is compiled
# as it ships; to optimise the tests themselves would take four times as long, and make them no better.
function(touchstone_test target)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_executable(${target} ${ARG_SOURCES})
  target_link_libraries(${target} PRIVATE ${ARG_USES} touchstone_flags rapidcheck GTest::gmock
    GTest::gtest_main)
  target_compile_options(${target} PRIVATE -O0)
  touchstone_precompile_test(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests
    TOUCHSTONE_TEST ON)
  touchstone_register(${target})
endfunction()

# Each test is a process of its own, so that it can be run, timed and looked at alone. Under a sanitizer
# thousands of starts would take longer than the tests: there a binary is one entry, and one that takes long
# has four (GTEST_TOTAL_SHARDS). What hangs is ended, and the last "[ RUN      ]" that ctest prints names it.
#
# Tests on the loop mostly wait, so `./dev test` has ctest run two of them for each core; others take a core.
function(touchstone_register target)
  touchstone_runs_on_loop(${target} on_loop)
  set(load 2)
  if(on_loop)
    set(load 1)
  endif()
  if(NOT TOUCHSTONE_SANITIZE)
    gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 120 PROCESSORS ${load})
    return()
  endif()
  set(shards 1)
  if(target MATCHES "^(gateway_whole|cli|upstream|program|face|json|model)_test$")
    set(shards 4)
  endif()
  math(EXPR last "${shards} - 1")
  foreach(index RANGE ${last})
    add_test(NAME ${target}.${index} COMMAND ${target})
    # Alone none takes more than 40 s. Those that take longest begin first.
    set_tests_properties(${target}.${index} PROPERTIES TIMEOUT 400 PROCESSORS ${load} COST ${shards}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()
