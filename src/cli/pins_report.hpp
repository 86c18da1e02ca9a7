// How the pins commands tell what they found. Texts from servers are made safe to print here.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/io.hpp"
#include "cli/pins_book.hpp"
#include "pin/book.hpp"

namespace touchstone::cli {

// Of accept and reject: what was done, and what was left because it is hostile and was not named.
struct Outcome {
  std::vector<Waiting> done;
  std::vector<Waiting> left;
};

// All servers, a line each; or one server, a line for each of its pins.
void write_list(std::ostream& out, const pin::Book& book, const std::string& server,
                const std::string& path, const Terminal& terminal);
void write_list_json(std::ostream& out, const pin::Book& book, const std::string& server);

void write_diff(std::ostream& out, const std::vector<Waiting>& waiting, const Terminal& terminal);
void write_json(std::ostream& out, const std::vector<Waiting>& waiting);

void write_table(std::ostream& out, const Outcome& outcome, std::string_view verb,
                 const Terminal& terminal);
void write_json(std::ostream& out, const Outcome& outcome, std::string_view verb);

}  // namespace touchstone::cli
