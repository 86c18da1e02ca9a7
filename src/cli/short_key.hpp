// Keys that people type in part: a session, ticket or decision by how its key begins or ends.
//
// The whole key always counts first. A part must be long enough not to be an accident, and must fit
// one key alone; else it is an error that says so. One thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

inline constexpr std::size_t kShortestPart = 4;

// `part` begins or ends `key`, or what stands behind its colon ("client:8c1f…").
[[nodiscard]] bool is_part_of(std::string_view part, std::string_view key);

// The session of this key; else those that it is a part of, of which there may be none or several.
[[nodiscard]] base::Result<std::vector<store::Session>> sessions_typed(store::Store& store,
                                                                       const std::string& typed);
[[nodiscard]] base::Result<store::Session> find_session(store::Store& store,
                                                        const std::string& typed,
                                                        const StoreOptions& options);
[[nodiscard]] base::Result<store::Ticket> find_ticket(store::Store& store, const std::string& typed,
                                                      const StoreOptions& options);
// A decision also by its number, which ends its id, without the zeros.
[[nodiscard]] base::Result<store::Decision> find_decision(store::Store& store,
                                                          const std::string& typed,
                                                          const StoreOptions& options);

}  // namespace touchstone::cli
