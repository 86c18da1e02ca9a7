#include "flow/sighting.hpp"

#include <array>

namespace touchstone::flow {
namespace {

constexpr std::array<std::string_view, kMannerCount> kManners = {"recorded", "named", "mentioned",
                                                                 "directed"};
constexpr std::array<std::string_view, kAuthorCount> kAuthors = {"untrusted", "unknown", "trusted"};

}  // namespace

std::string_view name_of(Manner manner) { return kManners[static_cast<std::size_t>(manner)]; }

std::string_view name_of(Author author) { return kAuthors[static_cast<std::size_t>(author)]; }

}  // namespace touchstone::flow
