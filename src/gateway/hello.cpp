#include "gateway/hello.hpp"

#include <fmt/format.h>

#include "gateway/gather.hpp"
#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"
#include "mcp/capabilities.hpp"
#include "mcp/ourselves.hpp"
#include "mcp/tasks.hpp"

namespace touchstone::gateway {
namespace {

// What we can do whatever the servers can: tell when a list changes, and resolve calls of tools.
constexpr std::string_view kOurCapabilities =
    R"({"tools":{"listChanged":true,"resolve":true},)"
    R"("extensions":{"io.modelcontextprotocol/tool-resolution":{}}})";
constexpr std::string_view kResolving =
    R"({"tools":{"resolve":true},"extensions":{"io.modelcontextprotocol/tool-resolution":{}}})";
// What a server may turn out to have that is not there yet. A client that is not told of resources
// now would not ask for them later.
constexpr std::string_view kPossible =
    R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},)"
    R"("prompts":{"listChanged":true},"logging":{},"completions":{}})";

struct Introduction {
  std::string capabilities;  // raw
  std::string info;          // raw
  std::string instructions;  // text; "" for none
};

std::string write_legacy(const Introduction& who, std::string_view version) {
  json::Writer out;
  out.begin_object();
  out.key("protocolVersion").string(version);
  out.key("capabilities").raw(who.capabilities);
  out.key("serverInfo").raw(who.info);
  if (!who.instructions.empty()) out.key("instructions").string(who.instructions);
  out.end_object();
  return std::move(out).take();
}

std::string write_modern(const Introduction& who) {
  json::Writer out;
  out.begin_object();
  out.key("resultType").string("complete");
  out.key("supportedVersions").begin_array().string(mcp::kModernVersion).end_array();
  out.key("capabilities").raw(who.capabilities);
  if (!who.instructions.empty()) out.key("instructions").string(who.instructions);
  out.key("ttlMs").integer(0);
  out.key("cacheScope").string("private");
  out.key("_meta").begin_object().key(mcp::kMetaServerInfo).raw(who.info).end_object();
  out.end_object();
  return std::move(out).take();
}

std::string united(json::View capabilities, std::string_view more) {
  const auto ours = json::Parser().parse(json::Text::copy_of(more));
  return ours ? mcp::unite({capabilities, ours->root()}) : std::string(capabilities.raw());
}

// A server's capabilities, and that calls of its tools can be resolved here.
std::string with_ours(json::View capabilities) {
  if (!capabilities.find("tools")) return std::string(capabilities.raw());
  return united(capabilities, kResolving);
}

// Servers come, go and are held: what is united changes also if none of them tells of changes.
std::string with_changes(std::string capabilities) {
  const auto document = json::Parser().parse(json::Text::copy_of(capabilities));
  if (!document) return capabilities;
  json::Writer changes;
  changes.begin_object();
  for (const std::string_view list : {"resources", "prompts"}) {
    if (document->root().find(list))
      changes.key(list).begin_object().key("listChanged").boolean(true).end_object();
  }
  changes.end_object();
  return united(document->root(), changes.text());
}

// Tasks that we translate are there in the client's words, too; and those of our own (`ours`).
std::string with_tasks(std::string capabilities, mcp::Era client, bool ours) {
  const auto document = json::Parser().parse(json::Text::copy_of(capabilities));
  if (!document) return capabilities;
  const std::string_view tasks = ours ? mcp::kCoreTasks : mcp::tasks_for(client, document->root());
  return tasks.empty() ? capabilities : united(document->root(), tasks);
}

// What a server said of itself, whichever era it said it in.
Introduction introduction(const upstream::Lane& lane, bool resolves) {
  const json::View hello = lane.hello();
  const json::View capabilities = lane.capabilities();
  json::View info = hello.find("serverInfo");
  if (!info) info = hello.find("_meta").find(mcp::kMetaServerInfo);
  Introduction who;
  who.capabilities = capabilities ? std::string(capabilities.raw()) : "{}";
  if (resolves && capabilities) who.capabilities = with_ours(capabilities);
  who.info = info ? std::string(info.raw())
                  : fmt::format(R"({{"name":{},"version":"0"}})", json::quoted(lane.server()));
  who.instructions = hello.find("instructions").as_string().value_or("");
  return who;
}

// What several servers said, as one.
class Merged {
 public:
  Merged() { add_capabilities(kOurCapabilities); }

  // `quiet`: what it wants to tell the model is left out.
  void add(const std::string& server, json::View hello, bool quiet) {
    capabilities_.push_back(hello.find("capabilities"));
    const auto said = hello.find("instructions").as_string().value_or("");
    if (said.empty() || quiet) return;
    if (!instructions_.empty()) instructions_ += "\n\n";
    instructions_ += fmt::format("{}:\n{}", server, said);
  }
  void add_unknown() { add_capabilities(kPossible); }

  [[nodiscard]] Introduction introduction() const {
    return {mcp::unite(capabilities_), std::string(mcp::kOurselves), instructions_};
  }

 private:
  void add_capabilities(std::string_view text) {
    auto document = json::Parser().parse(json::Text::copy_of(text));
    if (!document) return;
    ours_.push_back(std::move(*document));
    capabilities_.push_back(ours_.back().root());
  }

  std::vector<json::Document> ours_;
  std::vector<json::View> capabilities_;
  std::string instructions_;
};

// The server's own words, changed only where the version in force differs and where we add to them.
std::string same_era(const upstream::Lane& lane, const mcp::Terms& terms, bool resolves,
                     bool tasks) {
  json::Splice splice(lane.hello());
  if (resolves && lane.capabilities().find("tools")) {
    std::string more = with_ours(lane.capabilities());
    if (tasks) more = with_tasks(std::move(more), terms.era, true);
    splice.replace(lane.capabilities(), std::move(more));
  }
  if (terms.era == mcp::Era::kLegacy) {
    splice.set_member(lane.hello(), "protocolVersion", json::quoted(terms.version));
  } else {
    splice.set_member(lane.hello(), "supportedVersions",
                      fmt::format(R"(["{}"])", mcp::kModernVersion));
  }
  return splice.apply();
}

Task<LinkResult<LanePtr>> open_one(ServerPtr server, std::shared_ptr<face::Session> session,
                                   mcp::Terms terms, Latecomers::Chase) {
  co_return co_await Servers::lane(std::move(server), session.get(), terms);
}

}  // namespace

// Where lists stay as they came, nothing in them says that calls can be resolved.
bool Hello::resolves() const { return config_.annotate != model::Annotate::kOff; }

Task<face::Answer> Hello::answer(face::Request& request, Scope scope) {
  if (scope.single) return one(request, scope.servers.front());
  return all(request, std::move(scope));
}

Task<face::Answer> Hello::one(face::Request& request, ServerPtr server) {
  auto lane = co_await Servers::lane(server, request.session.get(), request.terms);
  if (!lane) co_return answer_trouble(request.message, server->name(), lane.error());
  const bool quiet = !pins_.held(*server).empty();
  const bool tasks = offers_.are_for(request.terms, **lane);
  if ((*lane)->era() == request.terms.era && !quiet)
    co_return face::answer_result(request.message,
                                  same_era(**lane, request.terms, resolves(), tasks));
  Introduction who = introduction(**lane, resolves());
  if ((*lane)->era() != request.terms.era || tasks)
    who.capabilities = with_tasks(std::move(who.capabilities), request.terms.era, tasks);
  if (quiet) who.instructions.clear();
  co_return face::answer_result(request.message, request.terms.era == mcp::Era::kModern
                                                     ? write_modern(who)
                                                     : write_legacy(who, request.terms.version));
}

// Who was met before need not be waited for: what it said then is said again.
Task<void> Hello::meet(face::Request& request, const Scope& scope) {
  const auto& latecomers = servers_.latecomers();
  Errands<LinkResult<LanePtr>> errands;
  Wait wait{patience_.first, config_.limits.start_grace};
  for (const ServerPtr& server : scope.servers) {
    const bool late = latecomers->is_late(server->name());
    const bool was_met = server->last_hello() != nullptr;
    wait.has_good |= was_met;
    Latecomers::Chase chase;
    if (late) {
      chase = Latecomers::chase(latecomers, server->name(), {},
                                Servers::lane_key(*server, request.session.get(), request.terms));
      if (!chase) continue;
    }
    errands.add(open_one(server, request.session, request.terms, std::move(chase)),
                !was_met && !late);
  }
  (void)co_await gather(loop_, std::move(errands), wait);
}

Task<face::Answer> Hello::all(face::Request& request, Scope scope) {
  co_await meet(request, scope);
  Merged merged;
  for (const ServerPtr& server : scope.servers) {
    if (server->last_hello()) {
      merged.add(server->name(), server->last_hello()->root(), !pins_.held(*server).empty());
    } else {
      servers_.latecomers()->missed(server->name());
      merged.add_unknown();
    }
  }
  Introduction who = merged.introduction();
  who.capabilities = with_changes(std::move(who.capabilities));
  who.capabilities =
      with_tasks(std::move(who.capabilities), request.terms.era, offers_.are_for(request.terms));
  co_return face::answer_result(request.message, request.terms.era == mcp::Era::kModern
                                                     ? write_modern(who)
                                                     : write_legacy(who, request.terms.version));
}

}  // namespace touchstone::gateway
