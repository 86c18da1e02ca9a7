// How tickets are printed: for people, in lines that line up, and for programs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "approval/text.hpp"
#include "cli/io.hpp"
#include "json/writer.hpp"
#include "store/memory.hpp"
#include "store/ticket.hpp"

namespace touchstone::cli {

void write_tickets(std::ostream& out, const std::vector<store::Ticket>& tickets,
                   const Terminal& terminal);
// All that was asked, and what became of it.
void write_ticket(std::ostream& out, const store::Ticket& ticket);
void write_json(json::Writer& out, const store::Ticket& ticket);

// What it is now: while no gateway runs, nobody writes down that the time of a question is over.
[[nodiscard]] store::TicketState state_now(const store::Ticket& ticket);
[[nodiscard]] std::string state_in_words(store::Ticket ticket);

void write_value(std::ostream& out, const store::Value& value);
void write_json(json::Writer& out, const store::Value& value);

// A label in words, "untrusted, financial", or "nothing that needs care"; and as JSON.
[[nodiscard]] std::string label_in_words(const model::Label& label);
void write_label(json::Writer& out, const model::Label& label);

}  // namespace touchstone::cli
