#include "base/error.hpp"

namespace touchstone::base {

std::string to_string(const Error& error) {
  std::string out;
  if (!error.where.empty()) out += error.where + ": ";
  out += error.what;
  if (!error.remedy.empty()) out += "\n  try: " + error.remedy;
  return out;
}

}  // namespace touchstone::base
