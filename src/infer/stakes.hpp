// Stakes: things whose change may do more harm than its verb says.
//
// "Update a label" touches a label; "update a cluster" may stop what runs on it, and "update roles"
// lets somebody in or locks somebody out.
#pragma once

#include <optional>
#include <string>

#include "infer/reading.hpp"

namespace touchstone::infer {

struct Stake {
  std::string because;
  std::string pointer;
};

// Machines, clusters, databases: what others depend on while it is changed.
[[nodiscard]] std::optional<Stake> find_running_system(const Reading& reading);
// A parameter that names the system in which something is put.
[[nodiscard]] std::optional<Stake> find_place_in_system(const Reading& reading);
// Roles, permissions, policies.
[[nodiscard]] std::optional<Stake> find_rights(const Reading& reading);
// Settings, which more than one person lives with.
[[nodiscard]] std::optional<Stake> find_settings(const Reading& reading);
// A parameter that must be given and takes the new contents of a document or file, whole.
[[nodiscard]] std::optional<Stake> find_whole_content(const Reading& reading);

}  // namespace touchstone::infer
