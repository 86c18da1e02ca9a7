# One set of flags for every target: the interface library `touchstone_flags`.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(TOUCHSTONE_CCACHE ccache)
if(TOUCHSTONE_CCACHE)
  # Without this ccache declines every file that uses the precompiled header. Nothing here uses
  # __DATE__ or __TIME__, and the header's own time stamp is left out (-fno-pch-timestamp below).
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    ${TOUCHSTONE_CCACHE})
endif()

add_library(touchstone_flags INTERFACE)
target_compile_options(touchstone_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual -Wimplicit-fallthrough -Werror
  -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(touchstone_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()
# All presets but dev compile many files of a module as one unit, in half the time. So a name in an
# unnamed namespace is used once in a module; a local of the same name in another file is no harm.
if(CMAKE_UNITY_BUILD)
  target_compile_options(touchstone_flags INTERFACE -Wno-shadow)
endif()
target_compile_definitions(touchstone_flags INTERFACE TOUCHSTONE_VERSION="${PROJECT_VERSION}")

if(CMAKE_BUILD_TYPE STREQUAL "Release")
  # Hardening that costs next to nothing on the paths we measure.
  target_compile_options(touchstone_flags INTERFACE -fstack-protector-strong -U_FORTIFY_SOURCE
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TOUCHSTONE_TEST>>>:-D_FORTIFY_SOURCE=2>)
  target_link_options(touchstone_flags INTERFACE -Wl,-z,relro,-z,now)
endif()

# `record` counts what runs, and a file of such counts is compiled by: what runs often is near the front
# of the program, and near each other, and small functions are put in place across modules, which takes a
# linker that compiles (./dev ship). What is new since the counts is compiled as usual.
find_program(TOUCHSTONE_MOLD mold)
if(TOUCHSTONE_PROFILE STREQUAL "record")
  set(record -fprofile-generate=${CMAKE_BINARY_DIR}/profile -fprofile-update=atomic)
  target_compile_options(touchstone_flags INTERFACE ${record})
  target_link_options(touchstone_flags INTERFACE ${record})
elseif(TOUCHSTONE_PROFILE)
  if(NOT EXISTS "${TOUCHSTONE_PROFILE}")
    message(FATAL_ERROR "TOUCHSTONE_PROFILE: no file ${TOUCHSTONE_PROFILE}. ./dev ship makes one.")
  endif()
  target_compile_options(touchstone_flags INTERFACE -flto=thin -fprofile-use=${TOUCHSTONE_PROFILE} -Wno-backend-plugin)
  target_link_options(touchstone_flags INTERFACE -flto=thin -fuse-ld=lld-16 -Wl,-z,keep-text-section-prefix)
  set(TOUCHSTONE_MOLD "")
endif()
if(TOUCHSTONE_MOLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang|GNU")
  target_link_options(touchstone_flags INTERFACE -fuse-ld=mold)
endif()

if(TOUCHSTONE_SANITIZE)
  # Of undefined behaviour, three checks are left out: they are a third of the time to compile, and a null
  # pointer or an object that is too small shows up as an address all the same.
  target_compile_options(touchstone_flags INTERFACE -fsanitize=${TOUCHSTONE_SANITIZE}
    -fno-sanitize=null,object-size,vptr -fno-sanitize-recover=all)
  target_link_options(touchstone_flags INTERFACE -fsanitize=${TOUCHSTONE_SANITIZE})
endif()
if(TOUCHSTONE_FUZZ)
  target_compile_options(touchstone_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
