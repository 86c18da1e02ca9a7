// The key of a store: 32 random bytes in a file beside it, STORE.key.
//
// It seals what the store keeps of contents (guard/flow_log.hpp), so a copy of the store alone, in
// a backup or a bug report, tells none of them. It is made with the store and never overwritten;
// two gateways that start together have the same one. Without it what was sealed is lost, and
// sessions that go on believe no destination they cannot account for.
//
// One thread, before anything is served.
#pragma once

#include <string>

#include "base/error.hpp"
#include "base/seal.hpp"

namespace touchstone::cli {

// Of the store at this path, made if there is none; a new one for a store in memory. A file that
// anybody else may read, or that is no key, is an error.
[[nodiscard]] base::Result<base::SealKey> key_of_store(const std::string& store);

}  // namespace touchstone::cli
