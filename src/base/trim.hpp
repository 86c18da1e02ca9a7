// Gives back the memory that only the start needed.
#pragma once

namespace touchstone::base {

// Reading a config, a policy and a store touches code that a running gateway never runs again, and
// the system maps whole neighbourhoods of it. What is still needed comes back by itself, page by
// page, from the system's cache; freed heap goes back, too. Once, at the end of the start.
void trim_after_start();

}  // namespace touchstone::base
