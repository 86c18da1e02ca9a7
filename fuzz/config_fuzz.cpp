// Any bytes as a config, in YAML and in JSON: reading ends, every problem says what and where, and
// a config that is good is shown as one that reads back the same, with no secret unless asked.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "config/load.hpp"
#include "json/string.hpp"

namespace touchstone::config {
namespace {

constexpr std::string_view kSecret = "S3CRET-0123456789";

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

// A small world without disk or environment.
Sources sources() {
  return {.environment = [](const std::string& name) -> std::optional<std::string> {
            if (name == "HOME") return "/home/ann";
            if (name == "T") return std::string(kSecret);
            return std::nullopt;
          },
          .file = [](const std::string& path) -> base::Result<std::string> {
            if (path.ends_with("/t")) return std::string(kSecret) + "\n";
            return base::fail("cannot be opened", path);
          },
          .exists = [](const std::string& /*path*/) { return false; }};
}

Config without_places(Config config) {
  config.source.clear();
  for (auto& server : config.servers) server.where.clear();
  return config;
}

void check_notes(const std::vector<base::Error>& notes, const std::string& source, bool hides) {
  require(notes.size() <= 101, "problems are bounded");
  for (const auto& note : notes) {
    require(!note.what.empty(), "a problem says what");
    require(note.where.starts_with(source), "a problem says where");
    require(json::is_utf8(note.what) && json::is_utf8(note.where), "a message is UTF-8");
    require(!hides || note.what.find(kSecret) == std::string::npos, "no message repeats a secret");
  }
}

void check_good(const Loaded& loaded) {
  for (const bool as_json : {false, true}) {
    const auto hidden = show(loaded.config, as_json, false, loaded.written);
    require(hidden.find(kSecret) == std::string::npos, "a secret is shown only when asked for");
    const auto again =
        read(show(loaded.config, as_json, true), as_json ? "/t.json" : "/t.yaml", sources());
    require(again.good(), "what show() prints is a good config");
    require(without_places(again.config) == without_places(loaded.config), "and the same one");
  }
}

void check_text(std::string_view text, const std::string& source) {
  const auto loaded = read(text, source, sources());
  // A secret that is written out in the file is not hidden from who reads the file.
  const bool hides = text.find(kSecret) == std::string_view::npos;
  check_notes(loaded.problems, source, hides);
  check_notes(loaded.warnings, source, hides);
  require(loaded.legible || !loaded.good(), "what is not legible is not good");
  if (loaded.good() && hides) check_good(loaded);
}

}  // namespace
}  // namespace touchstone::config

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  touchstone::config::check_text(text, "/c/t.yaml");
  touchstone::config::check_text(text, "/c/t.json");
  return 0;
}
