// Any bytes as what a call that writes says it made: as JSON, and as a text for people. What is
// found is bounded, named shortly, found again, and stands in the text where that says so.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "guard/made_places.hpp"
#include "guard/text_ids.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::guard {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_ids(std::string_view text) {
  std::size_t ids = 0;
  each_id_in_text(text, [&](IdInText id) {
    const auto* const begin = id.text.data();
    const bool inside = std::less_equal()(text.data(), begin) &&
                        std::less_equal()(begin + id.text.size(), text.data() + text.size());
    require(inside, "an id stands in the text");
    require(!id.text.empty(), "an id is not empty");
    return ++ids < text.size() + 1;
  });
  require(ids <= text.size(), "there are no more ids than bytes");
}

void check_receipt(const std::string& result) {
  const auto document = json::Parser().parse(json::Text(result));
  if (!document) return;
  const Subject subject{.method = "tools/call", .server = "s", .name = "create_note"};
  const auto made = places_made(subject, document->root(), {});
  require(made.all.size() <= kMaxPlaces, "places are bounded");
  for (const auto& place : made.all) {
    require(!place.place.empty() && place.place.size() <= kMaxMadeName, "a name is short");
    require(place.server == "s", "a place is of its server");
  }
  require(places_made(subject, document->root(), {}).all == made.all,
          "what is found is found again");
}

}  // namespace
}  // namespace touchstone::guard

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): one small function
  const std::string text(data, data + size);
  guard::check_ids(text);
  guard::check_receipt(text);
  if (json::is_utf8(text)) {
    guard::check_receipt(
        fmt::format(R"({{"content":[{{"type":"text","text":{}}}]}})", json::quoted(text)));
  }
  return 0;
}
