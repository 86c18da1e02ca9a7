// A label as bytes, for the store: compact, versioned, and one spelling for each label.
//
// Version 2, numbers as unsigned LEB128 in the shortest form, a text as its length and its bytes:
//   1 byte    version
//   1 byte    flags: untrusted 1, private 2, malicious 4
//   1 byte    data classes: user 1, pii 2, financial 4, credentials 8, regulated 16
//   count, texts   scopes, ascending
//   count, texts   organisation labels, ascending
//   count, texts   attribution by names of ours, in the order of the digests
//   count, texts   attribution by names that were claimed, in the order of the digests
//   if those are as many as are ever named: 8 bytes that say which words of the bitmap are not
//   zero, and those words, 8 bytes each; little endian
// Bytes that differ in anything are another label or none: read_label(to_bytes(x)) is x, and
// to_bytes(*read_label(b)) is b. Version 1 had one list of names, ours and claimed; it is read and
// never written, and what begins with mcp:// in it counts as ours. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "model/label.hpp"

namespace touchstone::model {

[[nodiscard]] std::string to_bytes(const Label& label);
[[nodiscard]] base::Result<Label> read_label(std::string_view bytes);

}  // namespace touchstone::model
