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

void refuse(upstream::Lane& lane, const rpc::Message& question) {
  lane.say(rpc::error(question.raw_id(), rpc::kMethodNotFound,
                      "there is no client here that could answer this"));
}

}  // namespace

// What a server says besides answering reaches a model, too, whatever it is called.
bool Gateway::withholds(const upstream::Lane& lane, const rpc::Message& message) {
  if (kListChanges.has(message.method()) && has_no_more(message)) return false;
  const auto server = servers_.find(lane.server());
  guard::Subject gone;  // it has left the config, and may still have calls under way
  gone.server = lane.server();
  auto subject =
      server ? subject_of_word(*server, message.method()) : subject_of_word(gone, message.method());
  if (!guard_.withholds(std::move(subject), message.root())) return false;
  log_.warning("{}: {} carries an attack and is withheld", lane.server(), message.method());
  return true;
}

void Gateway::heard(upstream::Lane& lane, rpc::Message notification, upstream::Patron* patron) {
  // The id is the server's own: no client knows it.
  if (notification.method() == "notifications/cancelled") {
    (void)(questions_.withdraw(lane, notification) || parking_.withdraw(lane, notification) ||
           bridge_.withdraw(lane, notification));
    return;
  }
  if (withholds(lane, notification)) {
    // That a list has changed is true, whatever stands beside it.
    if (!kListChanges.has(notification.method())) return;
    auto bare =
        rpc::Message::parse(parser_, json::Text::copy_of(rpc::notification(notification.method())));
    if (!bare) return;
    notification = std::move(*bare);
  }
  if (parking_.heard(patron, notification) || tell_owner(lane, notification)) return;
  notices_.heard(lane, notification, dynamic_cast<Caller*>(patron));
}

// A server asks: the client whose call it belongs to, or else the one this lane is for.
void Gateway::asked(upstream::Lane& lane, rpc::Message request, upstream::Patron* patron) {
  if (request.method() == "ping") return lane.say(rpc::result(request.raw_id(), "{}"));
  if (const auto server = servers_.find(lane.server()); server && !pins_.held(*server).empty())
    return refuse(lane, request);
  if (withholds(lane, request))
    return lane.say(rpc::error(request.raw_id(), rpc::kRefused, kWithheldQuestion));
  if (parking_.asked(patron, lane, request) || bridge_.asked(patron, lane, request)) return;
  const auto* caller = dynamic_cast<Caller*>(patron);
  const auto session = caller != nullptr ? caller->session : sessions_.find(lane.key());
  if (session == nullptr) return asked_of_nobody(lane, std::move(request), caller != nullptr);
  if (!may_ask(lane, *session, request)) return refuse(lane, request);
  if (caller != nullptr && caller->turn != nullptr) caller->turn->release();
  face::Exchange* related = caller != nullptr ? &caller->exchange : nullptr;
  questions_.ask(lane, std::move(request), session, related, config_.limits.ask_timeout);
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
