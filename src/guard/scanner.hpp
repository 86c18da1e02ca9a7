// Scanner: the content detectors, with what one thread needs to run them.
//
// The engine may come later than the gateway (it is read or compiled on a thread of its own);
// until then is_ready() is false, and whoever has something to scan waits; if it cannot be had,
// failure() says why, and nobody waits any longer. The loop's thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "detect/content_json.hpp"
#include "json/document.hpp"
#include "model/result_wire.hpp"

namespace touchstone::guard {

class Scanner {
 public:
  Scanner() = default;
  explicit Scanner(detect::ContentEngine engine) { set(std::move(engine)); }

  void set(detect::ContentEngine engine) {
    scratch_.emplace(engine.make_scratch());
    engine_.emplace(std::move(engine));
  }
  [[nodiscard]] bool is_ready() const { return engine_.has_value(); }
  void fail(base::Error why) { failure_ = std::move(why); }
  [[nodiscard]] const std::optional<base::Error>& failure() const { return failure_; }

  [[nodiscard]] detect::ResultDetections scan(
      json::View value, detect::Confidence at_least = detect::Confidence::kLikely) {
    return detect::scan_result(value, *engine_, *scratch_, {.at_least = at_least});
  }
  // Of what a result, a request's params or a word of a server claims of data: its sources without
  // secrets (detect/clean_uri.hpp). Whatever makes a label of claims has them from here.
  [[nodiscard]] model::DataClaims claims_in(json::View value);
  // Such a URI; a digest of all of it while there are no detectors.
  [[nodiscard]] std::string clean(std::string_view uri);
  static constexpr std::size_t kMaxSources = 1'024;  // of one result; the others are one digest

  // The same JSON without whatever is found in it. An error: it must not be passed on.
  [[nodiscard]] base::Result<std::string> redacted(json::View value) {
    return detect::redact_all(std::string(value.raw()), *engine_, *scratch_,
                              detect::ContentKinds().set());
  }

 private:
  [[nodiscard]] model::Uris clean(const model::Uris& uris);

  std::optional<detect::ContentEngine> engine_;
  std::optional<detect::ContentEngine::Scratch> scratch_;
  std::optional<base::Error> failure_;
};

}  // namespace touchstone::guard
