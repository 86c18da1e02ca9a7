// Guard, the part that writes: what a call leaves behind, kept by the store before anybody sees it.
#include <utility>

#include "approval/store_call.hpp"
#include "guard/guard.hpp"

namespace touchstone::guard {

net::Task<base::Result<void>> Guard::write(Case& one, store::Memory& memory) {
  const auto written = co_await write_once(one, memory);
  if (!written) co_return tl::unexpected(written.error());
  co_return base::Result<void>();
}

// The memory was told already. If the store did not take what it learnt, since the session has
// ended or since others have added to it what a whole memory of ours would leave out, that is read
// and told. All else has been written by then.
net::Task<base::Result<void>> Guard::write_told(Case& one, store::Memory& memory,
                                                const Telling& tell) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto kept = co_await write_once(one, memory);
    if (!kept) co_return tl::unexpected(kept.error());
    if (*kept) co_return base::Result<void>();
    auto again = co_await sessions_.open(one.subject, now_());
    if (!again) co_return tl::unexpected(again.error());
    one.kept_in = std::move(*again);
    tell(one.kept_in->memory);
    memory = {};
    memory.session = store::SessionChange{.name = one.session->name, .now = now_()};
  }
  co_return base::fail("others keep adding to what this session was given", one.session->name.key,
                       "call again");
}

// The records have ids now: whoever is to be told of them is.
void Guard::note_records(Case& one, std::vector<PlacedNotice>& notices,
                         const store::Remembered& written) {
  for (auto& [place, notice] : notices) {
    if (place < written.decisions.size()) notice.id = written.decisions[place];
    tell_(notice);
  }
  if (one.on_record && one.call_id.empty() && !written.decisions.empty())
    one.call_id = written.decisions.front();
}

// False: what the memory learnt was not kept.
net::Task<base::Result<bool>> Guard::write_once(Case& one, store::Memory& memory) {
  const SessionPtr session = one.kept_in;
  const bool changes_session = memory.session.has_value();
  auto notices = tell_ ? notices_of(one, memory.decisions) : std::vector<PlacedNotice>();
  std::uint64_t number = 0;
  std::uint64_t end = 0;
  if (changes_session) {
    session->log.write(session->memory, *memory.session);
    number = memory.session->number;
    end = memory.session->flow_end;
  }
  const bool places = !memory.locations.empty();
  if (places) clean_.note_write();
  auto asked =
      approval::done_of<store::Remembered>(loop_, [&](store::Done<store::Remembered> done) {
        store_.remember(std::move(memory), std::move(done));
      });
  auto written = co_await std::move(asked);
  if (places) clean_.note_write();
  if (!changes_session) {
    if (!written) co_return tl::unexpected(written.error());
    note_records(one, notices, *written);
    co_return true;
  }
  const auto agreement = written ? FlowLog::agreement(number, end, *written)
                                 : FlowLog::Agreement{.known = false, .kept = false};
  session->stale = session->stale || !agreement.known;
  session->broken = session->broken || !agreement.kept;
  if (!written) co_return tl::unexpected(written.error());
  Sessions::update(*session, *written);
  sessions_.note_written(session);
  one.declassified = written->declassified;
  note_records(one, notices, *written);
  co_return !session->broken;
}

}  // namespace touchstone::guard
