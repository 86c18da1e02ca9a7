// How labelled places are printed: for people, in lines that line up, and for programs.
#pragma once

#include <ostream>
#include <vector>

#include "cli/io.hpp"
#include "cli/kept_places.hpp"
#include "json/writer.hpp"

namespace touchstone::cli {

void write_places(std::ostream& out, const std::vector<KeptPlace>& places,
                  const Terminal& terminal);
void write_place(std::ostream& out, const KeptPlace& place, const std::vector<AlsoRead>& also,
                 const Terminal& terminal);
void write_json(json::Writer& out, const KeptPlace& place);
void write_json(json::Writer& out, const KeptPlace& place, const std::vector<AlsoRead>& also);

}  // namespace touchstone::cli
