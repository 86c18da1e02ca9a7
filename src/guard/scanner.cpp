#include "guard/scanner.hpp"

#include <vector>

#include "detect/clean_uri.hpp"

namespace touchstone::guard {

std::string Scanner::clean(std::string_view uri) {
  if (!is_ready()) return detect::digest_in_place(uri);
  return detect::clean_uri(uri, *engine_, *scratch_);
}

model::Uris Scanner::clean(const model::Uris& uris) {
  std::vector<std::string> out;
  std::string others;
  for (const auto& uri : uris.all()) {
    if (out.size() < kMaxSources) {
      out.push_back(clean(uri));
    } else {
      others.append(uri).push_back('\n');
    }
  }
  if (!others.empty()) out.push_back(detect::digest_in_place(others));
  return model::Uris(std::move(out));
}

model::DataClaims Scanner::claims_in(json::View value) {
  auto claims = model::read_result(value).claims;
  if (!claims.attribution.all().empty()) claims.attribution = clean(claims.attribution);
  return claims;
}

}  // namespace touchstone::guard
