// Source: where delivered content came from, small enough to be kept with every piece of it.
//
// model::Label without the large set of URIs. A value.
#pragma once

#include <cstdint>
#include <string>

#include "flow/sighting.hpp"
#include "model/data_class.hpp"

namespace touchstone::flow {

struct Source {
  std::string uri;  // "mcp://mail/search_emails"; what exceeds kMaxUri is cut off
  Author author = Author::kUnknown;
  bool is_private = false;
  bool malicious = false;
  model::DataClasses classes;

  friend bool operator==(const Source&, const Source&) = default;
};

// Names a source of one Memory; means nothing to another.
using SourceId = std::uint8_t;

}  // namespace touchstone::flow
