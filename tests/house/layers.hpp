// The order of the modules, and the check that holds every file in src/ to it.
//
// kLayers is the one place that says which module may use which; kLibraries says which modules may
// use a library that is kept in one place. To allow a new edge, change the table here, in the same
// commit as the code that needs it, and say in the commit why the edge points the right way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone::house {

// Words separated by spaces. A module may always use itself.
struct Layer {
  std::string_view module;
  std::string_view may_use;
};

// Lowest first: a module may name only modules that stand above it in this list.
inline constexpr Layer kLayers[] = {
    {"base", ""},
    {"json", "base"},
    {"model", "base json"},
    {"tree", "base json"},  // YAML and JSON that people write
    // The pure ones: values in, values out; no clock, no file, no socket.
    {"detect", "base json model"},
    {"infer", "base json model detect"},
    {"assay", "base json model detect infer"},
    {"find", "base json model infer"},
    {"flow", "base json model detect infer"},
    {"policy", "base json model tree detect infer flow"},
    // Bytes in, events out; no sockets.
    {"rpc", "base json"},
    {"http", "base"},
    {"mcp", "base json model rpc http"},
    // What a call does with these arguments: pure, but it needs to know what a URL is.
    {"resolve", "base json model infer http"},
    // What was shown once and what is shown now: pure, and it weighs parameters as resolve does.
    {"pin", "base json model detect infer http resolve"},
    // What touches the world.
    {"store", "base json model flow policy"},
    {"config", "base json model tree http resolve"},
    {"net", "base http"},
    {"sandbox", "base json model net"},
    {"upstream", "base json model detect infer rpc http mcp pin store config net sandbox"},
    // What clients speak to, whoever stands behind it; and our own small servers, which do.
    {"face", "base json rpc http mcp net"},
    {"demo", "base json rpc http mcp net face"},
    {"approval", "base json model flow policy rpc http mcp store net"},
    // What a call may do and what its result is: knows neither clients nor servers.
    // It asks resolve which files a command names and which tables a query does: pure, too.
    {"guard", "base json model tree detect flow policy resolve store net approval"},
    // What people meet.
    {"gateway",
     "base json model tree detect infer find assay flow policy rpc http mcp resolve pin store "
     "config "
     "net "
     "sandbox upstream "
     "face approval guard"},
    {"console",
     "base json model policy http store config net upstream face approval guard gateway"},
    {"cli",
     "base json model tree detect infer find assay flow policy rpc http mcp resolve pin store "
     "config "
     "net "
     "sandbox upstream "
     "face demo approval guard gateway console"},
    {"app",
     "base json model tree detect infer find assay flow policy rpc http mcp resolve pin store "
     "config "
     "net "
     "sandbox upstream "
     "face demo approval guard gateway console cli"},
};

// A header that begins like this may be included only by files that match one of the patterns.
// A pattern is a path under src/ in which `*` stands for anything.
struct Library {
  std::string_view header;
  std::string_view only_in;
};

// clang-format off
inline constexpr Library kLibraries[] = {
    {"simdjson", "json/* model/*_bench.cpp"},
    {"CLI/", "cli/*"},
    {"boost/beast", "http/*"},
    {"boost/asio", "net/*"},
    {"openssl/", "base/* net/*"},
    {"yaml-cpp/", "tree/*"},
    {"re2/", "policy/*"},
    {"unicode/", "detect/*"},
    {"sqlite3.h", "store/*"},
    {"hs/", "detect/*"},
    {"gtest/", "*_test.cpp *_for_test.hpp */test_support.hpp"},
    {"gmock/", "*_test.cpp *_for_test.hpp */test_support.hpp"},
    {"rapidcheck", "*_test.cpp *_for_test.hpp */test_support.hpp"},
    {"benchmark/", "*_bench.cpp"},
};
// clang-format on

// What is wrong with one file, a sentence each: "json/x.cpp:12: json may not use model. …".
// `path` is relative to src/ and `text` is the file's content.
[[nodiscard]] std::vector<std::string> check_includes(std::string_view path, std::string_view text);
// Headers only: the manual comes first, and the file guards itself.
[[nodiscard]] std::vector<std::string> check_header(std::string_view path, std::string_view text);

}  // namespace touchstone::house
