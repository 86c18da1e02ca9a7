// Scanner: the content detectors, with what one thread needs to run them.
//
// The engine may come later than the gateway (it is read or compiled on a thread of its own);
// until then is_ready() is false, and whoever has something to scan waits; if it cannot be had,
// failure() says why, and nobody waits any longer. The loop's thread.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "detect/content_json.hpp"
#include "json/document.hpp"

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
  // The same JSON without whatever is found in it. An error: it must not be passed on.
  [[nodiscard]] base::Result<std::string> redacted(json::View value) {
    return detect::redact_all(std::string(value.raw()), *engine_, *scratch_,
                              detect::ContentKinds().set());
  }

 private:
  std::optional<detect::ContentEngine> engine_;
  std::optional<detect::ContentEngine::Scratch> scratch_;
  std::optional<base::Error> failure_;
};

}  // namespace touchstone::guard
