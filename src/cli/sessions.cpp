// touchstone sessions list|show|end|declassify: what clients have seen, and a person's word on it.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "approval/words.hpp"
#include "cli/approvals_report.hpp"
#include "cli/commands.hpp"
#include "cli/declassify.hpp"
#include "cli/exit_code.hpp"
#include "cli/explain_words.hpp"
#include "cli/printable.hpp"
#include "cli/report_error.hpp"
#include "cli/short_key.hpp"
#include "cli/store_file.hpp"
#include "cli/table.hpp"

namespace touchstone::cli {
namespace {

using approval::time_text;

// Sessions that are over though nobody has ended them: whoever comes next begins anew.
class Idle {
 public:
  explicit Idle(const StoreOptions& options) {
    if (const auto idle = session_idle(options)) before_ = now() - *idle;
  }
  [[nodiscard]] bool has(const store::Session& session) const {
    return !session.ended && session.name.key.starts_with("principal:") &&
           session.last_seen < before_;
  }

 private:
  store::Time before_ = {};
};

void write_json(json::Writer& out, const store::Session& session, const Idle& idle) {
  out.begin_object().key("key").string(session.name.key);
  out.key("principal").string(session.name.principal).key("route").string(session.name.route);
  out.key("client").string(session.name.client);
  out.key("created").string(time_text(session.created));
  out.key("lastSeen").string(time_text(session.last_seen));
  if (session.ended) out.key("ended").string(time_text(*session.ended));
  if (idle.has(session)) out.key("idle").boolean(true);
  out.key("calls").integer(static_cast<std::int64_t>(session.calls));
  write_label(out.key("label"), session.label);
  out.key("legs").begin_object().key("readsPrivate").boolean(session.legs.reads_private);
  out.key("readsUntrusted").boolean(session.legs.reads_untrusted);
  out.key("sendsOut").boolean(session.legs.sends_out).end_object().end_object();
}

void write_sessions(std::ostream& out, const std::vector<store::Session>& sessions,
                    const Idle& idle, const Terminal& terminal) {
  Table table(0, terminal.width);
  table.add({std::string("session"), std::string("principal"), std::string("route"),
             std::string("calls"), std::string("last seen"), std::string("has seen")});
  for (const auto& session : sessions) {
    const auto* ended = session.ended ? " (ended)" : idle.has(session) ? " (idle)" : "";
    table.add({printable(session.name.key), printable(session.name.principal),
               printable(session.name.route), fmt::format("{}", session.calls),
               time_text(session.last_seen) + ended, label_in_words(session.label)});
  }
  table.print(out);
}

void write_session(std::ostream& out, const store::Session& session, const Idle& idle,
                   const Terminal& terminal) {
  Table table(0, terminal.width);
  const auto row = [&](std::string name, std::string text) {
    table.add({std::move(name), std::move(text)});
  };
  row("session", printable(session.name.key));
  row("principal", printable(session.name.principal));
  row("route", printable(session.name.route));
  row("client", printable(session.name.client));
  row("since", time_text(session.created));
  row("last seen", time_text(session.last_seen));
  if (session.ended) row("ended", time_text(*session.ended));
  if (idle.has(session)) row("idle", "for longer than sessionIdle: the next call begins anew");
  row("calls", fmt::format("{}", session.calls));
  row("tools used", legs_in_words(session.legs));
  row("has seen", label_in_words(session.label));
  bool first = true;
  for (const auto& uri : session.label.attribution.uris()) {
    row(std::exchange(first, false) ? "from" : "", printable(uri));
  }
  if (const auto more = session.label.attribution.more(); more > 0) {
    row("", fmt::format("and about {} more", more));
  }
  table.print(out);
}

int report_session(const store::Session& session, const SessionsOptions& options, Io& io) {
  const Idle idle(options);
  if (options.format == Format::kJson) {
    json::Writer json;
    write_json(json, session, idle);
    io.out << json.text() << '\n';
  } else {
    write_session(io.out, session, idle, io.terminal);
  }
  return kExitClean;
}

// With its label goes what a policy would have asked for, so it is on record who ended it.
base::Result<void> record_end(store::Store& store, const store::Session& session,
                              const std::string& reason) {
  json::Writer body;
  body.begin_object().key("by").string(who()).key("reason").string(reason);
  write_label(body.key("label"), session.label);
  store::Memory memory;
  memory.decisions.push_back({.at = now(),
                              .kind = "session",
                              .effect = "end",
                              .session = session.name.key,
                              .principal = session.name.principal,
                              .body = std::string(body.end_object().text())});
  const auto kept = settled<store::Remembered>(
      [&](auto done) { store.remember(std::move(memory), std::move(done)); });
  if (!kept) return tl::unexpected(kept.error());
  return {};
}

base::Error not_done(store::Declassified how, const SessionsOptions& options) {
  const auto look = fmt::format("touchstone sessions show {}{}", options.key, store_words(options));
  if (how == store::Declassified::kNoSession) {
    return {"the session has ended, and its label with it", options.key, look};
  }
  return {"the session has seen more meanwhile, and nothing was changed", options.key, look};
}

}  // namespace

int sessions_list(const SessionsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto sessions = settled<std::vector<store::Session>>([&](auto done) {
    (*store)->list_sessions({.live_only = !options.all, .limit = options.limit}, std::move(done));
  });
  if (!sessions) return report(io, sessions.error());
  const Idle idle(options);
  if (options.format == Format::kJson) {
    json::Writer json;
    json.begin_array();
    for (const auto& session : *sessions) write_json(json.newline(), session, idle);
    io.out << json.end_array().text() << '\n';
  } else if (sessions->empty()) {
    io.out << "no sessions\n";
  } else {
    write_sessions(io.out, *sessions, idle, io.terminal);
  }
  return kExitClean;
}

int sessions_show(const SessionsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto session = find_session(**store, options.key, options);
  if (!session) return report(io, session.error());
  return report_session(*session, options, io);
}

int sessions_end(const SessionsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto session = find_session(**store, options.key, options);
  if (!session) return report(io, session.error());
  const auto ended = settled<bool>(
      [&](auto done) { (*store)->end_session(session->name.key, now(), std::move(done)); });
  if (!ended) return report(io, ended.error());
  if (!*ended) return report(io, {"the session has ended already", options.key, ""});
  const auto recorded = record_end(**store, *session, without_secrets(options.reason));
  if (!recorded) return report(io, recorded.error());
  const auto now_so = find_session(**store, session->name.key, options);
  if (!now_so) return report(io, now_so.error());
  return report_session(*now_so, options, io);
}

int sessions_declassify(const SessionsOptions& options, Io& io) {
  const auto store = open_store(options);
  if (!store) return report(io, store.error());
  const auto session = find_session(**store, options.key, options);
  if (!session) return report(io, session.error());
  const auto becomes = label_without(session->label, options, of_session(options.key));
  if (!becomes) return report(io, becomes.error());
  const store::Declassification change{.key = session->name.key,
                                       .seen = session->label,
                                       .becomes = *becomes,
                                       .by = who(),
                                       .reason = without_secrets(options.reason),
                                       .now = now()};
  const auto done_so = settled<store::Declassified>(
      [&](auto done) { (*store)->declassify(change, std::move(done)); });
  if (!done_so) return report(io, done_so.error());
  if (*done_so != store::Declassified::kDone) return report(io, not_done(*done_so, options));
  const auto now_so = find_session(**store, session->name.key, options);
  if (!now_so) return report(io, now_so.error());
  return report_session(*now_so, options, io);
}

}  // namespace touchstone::cli
