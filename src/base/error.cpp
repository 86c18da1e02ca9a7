#include "base/error.hpp"

namespace touchstone::base {

std::string to_string(const Error& error) {
  std::string out;
  if (!error.where.empty()) out += error.where + ": ";
  out += error.what;
  if (!error.remedy.empty()) out += "\n  try: " + error.remedy;
  return out;
}

std::string to_line(const Error& error) {
  std::string out = error.where.empty() ? error.what : error.where + ": " + error.what;
  if (!error.remedy.empty()) out += "; try: " + error.remedy;
  return out;
}

}  // namespace touchstone::base
