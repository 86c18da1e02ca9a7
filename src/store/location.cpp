#include "store/location.hpp"

#include <string_view>

#include "json/canonical.hpp"

namespace touchstone::store {
namespace {

constexpr std::string_view kPlaceDigest = "sha256:";
constexpr std::size_t kPlaceDigestSize = kPlaceDigest.size() + 64;

}  // namespace

// A place may be as long as a server likes; what it is found by is not.
std::string kept_place(const std::string& place) {
  if (place.size() <= kMaxPlaceBytes) return place;
  return std::string(kPlaceDigest) + json::digest_of_canonical(place);
}

bool is_place_digest(const std::string& place) {
  return place.size() == kPlaceDigestSize && place.starts_with(kPlaceDigest);
}

}  // namespace touchstone::store
