// Facts in records: what is left out when they are written, and put back when they are read.
//
// Most of what is known of a tool's evidence is that there is none, which is the same for every
// field and would be half of a record. Only what a record has of a tool is put back; other facts
// that are absent stay so. Pure; any thread.
#pragma once

#include "policy/facts.hpp"

namespace touchstone::policy {

// The evidence of fields that rest on the specification's defaults.
void leave_out_defaults(Facts& facts);
void put_back_defaults(Facts& facts);

}  // namespace touchstone::policy
