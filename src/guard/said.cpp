// Guard, the part about what a client says of its own context.
#include <utility>

#include "guard/guard.hpp"

namespace touchstone::guard {

// Whoever else calls in this session meanwhile is judged by it too, so it counts here before the
// store has it; if the store does not take it, the session is read again.
net::Task<base::Result<void>> Guard::join_word(Case& one, const model::Label& word) {
  Session& session = *one.kept_in;
  if (session.label.covers(word)) co_return base::Result<void>();
  session.label.join(word);
  refresh_label_facts(session);
  store::Memory memory;
  memory.session = store::SessionChange{.name = session.name, .now = one.begun, .label = word};
  co_return co_await write(one, memory);
}

}  // namespace touchstone::guard
