// Gateway, the part about servers that speak on their own: notifications and questions.
#include <algorithm>

#include "base/word_list.hpp"
#include "gateway/caller.hpp"
#include "gateway/gateway.hpp"
#include "gateway/subject.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

// Only what the client offered and we declared; and what MCP does not know only on a session's own
// lane, where it is between the two of them.
bool may_ask(const upstream::Lane& lane, const face::Session& session,
             const rpc::Message& question) {
  if (!mcp::is_question(question.method())) return lane.key() == session.id();
  return mcp::can_answer(lane.declared(), question) &&
         mcp::can_answer(session.terms().features, question);
}

constexpr base::WordList kListChanges(
    "notifications/tools/list_changed notifications/prompts/list_changed "
    "notifications/resources/list_changed");

bool has_no_more(const rpc::Message& notification) {
  const auto all = notification.root().members();
  return std::all_of(all.begin(), all.end(), [](const json::Member& member) {
    return member.key.equals("jsonrpc") || member.key.equals("method");
  });
}

constexpr std::string_view kWithheldQuestion =
    "the gateway does not pass this on: it carries instructions for a model";

constexpr std::string_view kUnwrittenQuestion =
    "the gateway does not pass this on: it repeats what is withheld, or cannot be written down";

void refuse(upstream::Lane& lane, const rpc::Message& question) {
  lane.say(rpc::error(question.raw_id(), rpc::kMethodNotFound,
                      "there is no client here that could answer this"));
}

}  // namespace

// What a server says besides answering reaches a model, too, whatever it is called.
Overheard Gateway::overhear(const upstream::Lane& lane, const rpc::Message& message,
                            const upstream::Patron* patron) {
  if (kListChanges.has(message.method()) && has_no_more(message)) return {};
  const auto server = servers_.find(lane.server());
  guard::Subject gone;  // it has left the config, and may still have calls under way
  gone.server = lane.server();
  auto subject =
      server ? subject_of_word(*server, message.method()) : subject_of_word(gone, message.method());
  const auto* caller = dynamic_cast<const Caller*>(patron);
  if (caller != nullptr && caller->request != nullptr)
    subject.principal = caller->request->principal;
  const auto look = message.is_request() ? guard::Guard::Look::kAttacks : guard::Guard::Look::kAll;
  auto heard = guard_.weigh(std::move(subject), message.root(), look);
  if (heard.withheld) {
    log_.warning("{}: {} is withheld{}", lane.server(), message.method(),
                 heard.is_unread ? ": the detectors are not ready yet, so nobody could read it"
                                 : ", as it would be in a result");
  }
  return heard;
}

void Gateway::heard(upstream::Lane& lane, rpc::Message notification, upstream::Patron* patron) {
  // The id is the server's own: no client knows it.
  if (notification.method() == "notifications/cancelled") {
    (void)(questions_.withdraw(lane, notification) || parking_.withdraw(lane, notification) ||
           bridge_.withdraw(lane, notification));
    return;
  }
  const Overheard heard = overhear(lane, notification, patron);
  relay(lane, notification, patron, heard);
  if (heard.record && !heard.record->was_heard) guard_.note(heard, nullptr);
  // That a list has changed is true, whatever stands beside it.
  if (!heard.withheld || !kListChanges.has(notification.method())) return;
  auto bare =
      rpc::Message::parse(parser_, json::Text::copy_of(rpc::notification(notification.method())));
  if (bare) relay(lane, *bare, patron, {});
}

void Gateway::relay(upstream::Lane& lane, const rpc::Message& notification,
                    upstream::Patron* patron, const Overheard& heard) {
  if (parking_.heard(patron, notification, heard) || tell_owner(lane, notification, heard) ||
      tell_of_task(lane, notification, heard))
    return;
  notices_.heard(lane, notification, dynamic_cast<Caller*>(patron), heard);
}

std::optional<guard::Hearer> Gateway::who_is_asked(const upstream::Lane& lane,
                                                   const rpc::Message& question,
                                                   upstream::Patron* patron) {
  if (auto parked = Parking::hearer(patron, question)) return parked;
  if (auto behind = TaskBridge::hearer(patron, question)) return behind;
  const auto* caller = dynamic_cast<Caller*>(patron);
  const auto session = caller != nullptr ? caller->session : sessions_.find(lane.key());
  if (session == nullptr || !may_ask(lane, *session, question)) return std::nullopt;
  if (caller != nullptr) return hearer_in_call(*caller->request, *caller->errand);
  const auto server = servers_.find(lane.server());
  return hearer_between_calls(*session, sessions_.name_of(*session), lane.server(), server.get());
}

// A question has one hearer at most.
void Gateway::note_question(const upstream::Lane& lane, const rpc::Message& question,
                            upstream::Patron* patron, const Overheard& heard) {
  if (!heard.record) return;
  auto hearer = who_is_asked(lane, question, patron);
  if (!hearer) return guard_.note(heard, nullptr);
  if (heard.withheld) return ear_.withhold(std::move(*hearer), heard);
  guard_.note(heard, &*hearer);
}

// A server asks: the client whose call it belongs to, or else the one this lane is for. What waits
// for a client's next request is labelled when that brings it.
void Gateway::asked(upstream::Lane& lane, rpc::Message request, upstream::Patron* patron) {
  if (request.method() == "ping") return lane.say(rpc::result(request.raw_id(), "{}"));
  if (const auto server = servers_.find(lane.server()); server && !pins_.held(*server).empty())
    return refuse(lane, request);
  Overheard heard = overhear(lane, request, patron);
  note_question(lane, request, patron, heard);
  heard.record.reset();
  if (heard.withheld)
    return lane.say(rpc::error(request.raw_id(), rpc::kRefused, kWithheldQuestion));
  if (parking_.asked(patron, lane, request) || bridge_.asked(patron, lane, request)) return;
  const auto* caller = dynamic_cast<Caller*>(patron);
  const auto session = caller != nullptr ? caller->session : sessions_.find(lane.key());
  if (session == nullptr) return asked_of_nobody(lane, std::move(request), caller != nullptr);
  if (!may_ask(lane, *session, request)) return refuse(lane, request);
  if (caller != nullptr && caller->turn != nullptr) caller->turn->release();
  ask(lane, request, heard, session, caller);
}

void Gateway::ask(upstream::Lane& lane, const rpc::Message& question, const Overheard& heard,
                  const SessionPtr& session, const Caller* caller) {
  const auto who = [&] {
    if (caller != nullptr) return hearer_in_call(*caller->request, *caller->errand);
    const auto server = servers_.find(lane.server());
    return hearer_between_calls(*session, sessions_.name_of(*session), lane.server(), server.get());
  };
  const LanePtr from = lane.shared_from_this();
  face::Exchange* related = caller != nullptr ? &caller->exchange : nullptr;
  const auto put = [this, from, session, related, hearer = who(),
                    text = std::string(question.text())] {
    auto again = rpc::Message::parse(parser_, json::Text::copy_of(text));
    if (again)
      (void)questions_.ask(*from, std::move(*again), session, hearer, related,
                           config_.limits.ask_timeout, {});
  };
  const auto drop = [from, id = std::string(question.raw_id())] {
    from->say(rpc::error(id, rpc::kRefused, kUnwrittenQuestion));
  };
  ear_.pass_on(question, heard, {.who = who, .send = put, .drop = drop, .is_question = true});
}

void Gateway::entered(const SessionPtr& session) {
  sessions_.enter(session);
  for (auto& [lane, question] : questions_.entered(session))
    ask(*lane, question, {.found = guard_.found_in(question.root())}, session, nullptr);
}

// The lane's client may still be on its way in. A modern one can only be asked while it calls, so a
// question that comes between calls waits for the next, on lanes that are lent; on one that all
// share, nobody knows whose call that would be.
void Gateway::asked_of_nobody(upstream::Lane& lane, rpc::Message request, bool in_call) {
  if (!mcp::can_answer(lane.declared(), request) || in_call) return refuse(lane, request);
  if (sessions_.is_arriving(lane.key())) return questions_.hold(lane, std::move(request));
  const auto server = servers_.find(lane.server());
  const bool shared = !server || server->config().isolation == config::Isolation::kShared;
  if (shared || lane.key().empty()) return refuse(lane, request);
  parking_.keep(lane, request);
}

}  // namespace touchstone::gateway
