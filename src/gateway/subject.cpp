#include "gateway/subject.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/seal.hpp"
#include "base/text.hpp"
#include "base/word_list.hpp"
#include "guard/case.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"

namespace touchstone::gateway {
namespace {

constexpr std::array<std::string_view, 5> kTrusts{"trusted", "standard", "untrusted", "quarantine",
                                                  "blocked"};
constexpr std::size_t kClientKeyBytes = 12;
constexpr std::array<std::string_view, 3> kTransports{"stdio", "http", "sse"};
constexpr std::array<std::string_view, 3> kIsolations{"auto", "session", "shared"};

template <std::size_t N, typename Enum>
std::string_view word(const std::array<std::string_view, N>& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

base::Result<store::SessionName> by_marker(const face::Request& request, std::string_view kind,
                                           std::string marker) {
  const bool is_plain = std::ranges::all_of(marker, [](char c) { return c > ' ' && c < 127; });
  if (marker.empty() || marker.size() > kMaxMarker || !is_plain) {
    return base::fail(
        fmt::format("a session's marker has 1 to {} visible ASCII characters", kMaxMarker),
        std::string(kind));
  }
  return store::SessionName{fmt::format("marker:{}", marker), request.principal, request.route};
}

// Requests about a call that was decided on when it began a task.
bool is_about_task(std::string_view method) {
  static constexpr base::WordList kAboutTask("tasks/get tasks/result tasks/update tasks/cancel");
  return kAboutTask.has(method);
}

// Requests of which we know what they name and take along. Others are named by their method, and
// take along all they have.
bool is_known(std::string_view method) {
  static constexpr base::WordList kKnown(
      "tools/call tools/resolve prompts/get completion/complete resources/read "
      "resources/subscribe resources/unsubscribe subscriptions/listen");
  return kKnown.has(method) || is_about_task(method);
}

// The name of what is asked for, as the server calls it.
std::string name_at_server(const face::Request& request, const Errand& errand) {
  if (errand.offer != nullptr && !errand.offer->tool.name.empty()) return errand.offer->tool.name;
  if (!errand.origin.tool.empty()) return errand.origin.tool;
  if (errand.renamed) return errand.name;
  if (!is_known(request.message.method())) return std::string(request.message.method());
  for (const auto* key : {"uri", "name", "taskId"}) {
    if (auto name = request.message.param(key).as_string()) return std::move(*name);
    if (auto name = request.message.param("ref").find(key).as_string()) return std::move(*name);
  }
  return {};
}

// All but what is about the request itself.
std::string whole_params(json::View params) {
  json::Writer out;
  out.begin_object();
  for (const auto [key, value] : params.members()) {
    if (!key.equals("_meta")) out.key(key.as_string().value_or("")).raw(value.raw());
  }
  out.end_object();
  return out.text().size() > 2 ? std::move(out).take() : std::string();
}

// What a request takes to its server that has no member for it: a URI, what is typed and what was
// filled in before; of one that we do not know, all.
std::string taken_along(const rpc::Message& message, std::string_view uri) {
  const std::string_view method = message.method();
  if (!is_known(method)) return whole_params(message.params());
  json::Writer out;
  if (method == "completion/complete") {
    out.begin_object();
    for (const auto* key : {"argument", "context"}) {
      if (const json::View value = message.param(key)) out.key(key).raw(value.raw());
    }
    out.end_object();
  } else if (method.starts_with("resources/") || method.starts_with("subscriptions/")) {
    out.begin_object().key("uri").string(uri).end_object();
  }
  return std::move(out).take();
}

void fill_arguments(guard::Subject& subject, const rpc::Message& message, const Errand& errand) {
  std::string uri = errand.name;
  if (uri.empty()) uri = message.param("uri").as_string().value_or("");
  subject.arguments = message.param("arguments");
  const std::string text = taken_along(message, uri);
  if (text.empty()) return;
  auto made = json::Parser().parse(json::Text(text));
  if (!made) return;
  subject.made = std::make_shared<const json::Document>(std::move(*made));
  subject.arguments = subject.made->root();
}

// Who asks, in which session.
void put_asker(guard::Subject& subject, const face::Request& request, store::SessionName session) {
  subject.principal = request.principal;
  if (session.key.starts_with("client:")) subject.opening = opening_of(request);
  subject.lapses = session.key.starts_with("principal:");
  subject.session = std::move(session);
}

void describe(guard::Subject& subject, const config::Server& server) {
  subject.trust = config::word_of(server.trust);
  subject.trust_word = word(kTrusts, server.trust);
  subject.transport = word(kTransports, server.transport);
  subject.isolation = word(kIsolations, server.isolation);
}

}  // namespace

bool is_guarded(std::string_view method) {
  static constexpr base::WordList kFree(
      "ping logging/setLevel tools/list prompts/list resources/list resources/templates/list");
  return !kFree.has(method);
}

// A legacy session's id lets whoever has it speak as that client, so it is neither kept nor shown.
std::string client_key(std::string_view id) {
  const std::string digest = base::sha256(id);
  return "client:" + base::hex(std::string_view(digest).substr(0, kClientKeyBytes));
}

namespace {

// Made once, since it is asked for with each request.
const std::string& key_of(face::Session& session) {
  if (session.alias().empty()) session.set_alias(client_key(session.id()));
  return session.alias();
}

}  // namespace

// One that has been ended meanwhile must not be kept to go on.
std::function<std::string()> opening_of(const face::Request& request) {
  if (!request.session || request.is_local) return {};
  return [session = request.session.get()] {
    return session->ended() ? std::string() : mcp::opening_of(session->terms());
  };
}

base::Result<store::SessionName> session_of(const face::Request& request) {
  if (const json::View marker = request.message.meta(mcp::kMetaSession))
    return by_marker(request, mcp::kMetaSession, marker.as_string().value_or(""));
  if (!request.marker.empty()) return by_marker(request, "Touchstone-Session", request.marker);
  if (request.session)
    return store::SessionName{key_of(*request.session), request.principal, request.route};
  // Without a connection of its own, whoever drops the marker falls back to this, never to an empty
  // session; on whichever route.
  return store::SessionName{"principal:" + request.principal, request.principal, ""};
}

base::Result<guard::Subject> subject_of_asker(const face::Request& request) {
  auto session = session_of(request);
  if (!session) return tl::unexpected(session.error());
  guard::Subject subject;
  put_asker(subject, request, std::move(*session));
  return subject;
}

guard::Subject subject_of_word(const upstream::Server& server, std::string_view method) {
  guard::Subject subject;
  subject.method = method;
  subject.server = server.name();
  subject.name = method;
  describe(subject, server.config());
  return subject;
}

guard::Subject subject_of_word(const guard::Subject& asked, std::string_view method) {
  guard::Subject subject;
  subject.method = method;
  subject.server = asked.server;
  subject.name = method;
  subject.trust = asked.trust;
  subject.trust_word = asked.trust_word;
  subject.transport = asked.transport;
  subject.isolation = asked.isolation;
  subject.principal = asked.principal;
  subject.session = asked.session;
  return subject;
}

guard::Hearer hearer_in_call(const face::Request& request, const Errand& errand) {
  if (errand.one != nullptr) {
    auto hearer = guard::hearer_of(errand.one->subject);
    hearer.begun = errand.one->begun;
    for (const policy::Rule* rule : errand.one->decision.fired)
      if (rule->effect == policy::Effect::kEscalate) hearer.asked_by.push_back(rule->name);
    return hearer;
  }
  auto subject = subject_of_word(*errand.server, "");
  if (auto asker = subject_of_asker(request)) {
    subject.session = std::move(asker->session);
    subject.opening = std::move(asker->opening);
    subject.lapses = asker->lapses;
  }
  return guard::hearer_of(subject);
}

guard::Hearer lasting_hearer(const face::Request& request, const Errand& errand) {
  guard::Hearer hearer = hearer_in_call(request, errand);
  hearer.brought.clear();
  hearer.profile.reset();
  if (hearer.opening) {
    hearer.opening = [whose = std::weak_ptr(request.session)] {
      const auto session = whose.lock();
      return session && !session->ended() ? mcp::opening_of(session->terms()) : std::string();
    };
  }
  return hearer;
}

guard::Hearer hearer_between_calls(face::Session& session, const store::SessionName* marked,
                                   const std::string& name, const upstream::Server* server) {
  guard::Subject subject;
  if (server != nullptr) subject = subject_of_word(*server, "");
  subject.server = name;
  subject.session = marked != nullptr
                        ? *marked
                        : store::SessionName{key_of(session), session.principal(), session.route()};
  if (marked == nullptr && !session.ended())
    subject.opening = [opening = mcp::opening_of(session.terms())] { return opening; };
  return guard::hearer_of(subject);
}

base::Result<guard::Subject> subject_of(const face::Request& request, const Errand& errand,
                                        const Weighed& weighed) {
  auto session = session_of(request);
  if (!session) return tl::unexpected(session.error());
  session->client = request.terms.client_name;
  const config::Server& server = errand.server->config();
  base::Result<guard::Subject> made;  // in place: it is large
  guard::Subject& subject = *made;
  subject.method = request.message.method();
  subject.server = errand.server->name();
  subject.name = name_at_server(request, errand);
  subject.profile = weighed.profile();
  subject.is_outcome = is_about_task(subject.method);
  if (subject.is_outcome) subject.decided = errand.origin.decided;
  if (weighed.known) {
    if (!weighed.narrowed) subject.definition = weighed.known;
    subject.findings = weighed.known->findings;
    subject.tool = errand.offer->tool.json;
    subject.pin = errand.offer->digest;
    subject.pin_state = errand.offer->pin_state;
  } else if (errand.origin.known) {
    subject.definition = errand.origin.known;
    subject.profile = &errand.origin.known->profile;
    subject.findings = errand.origin.known->findings;
    subject.pin = errand.origin.digest;
    subject.pin_state = "pinned";
  }
  describe(subject, server);
  // Only of a tool that is listed and pinned: nobody knows what another of that name is.
  if (weighed.known && subject.is_call())
    subject.declassifies = server.declassifies.of(subject.name);
  subject.params = request.message.params();
  fill_arguments(subject, request.message, errand);
  subject.is_listed = errand.offer != nullptr;
  if (errand.opened) subject.brought = errand.opened->contents;
  subject.client = request.terms.client_name;
  subject.client_version = request.terms.client_version;
  put_asker(subject, request, std::move(*session));
  return made;
}

}  // namespace touchstone::gateway
