#include "policy/packs.hpp"

namespace touchstone::policy {

const std::string_view kObservePack = R"yaml(name: observe
description: Decides nothing. Every rule of balanced is in shadow, so the records show what it would have done.
extends: balanced
mode: shadow
)yaml";

}  // namespace touchstone::policy
