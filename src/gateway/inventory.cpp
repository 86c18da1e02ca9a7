// Gateway's part for people: everything that servers offer, as they said it, also what is held.
#include "gateway/gateway.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"
#include "json/writer.hpp"

namespace touchstone::gateway {

using upstream::ListKind;

// {"config":…,"tools":[{…the definition…,"server":…}],"held":[{"server","tool","why"}],
//  "missing":[…servers that did not answer…]}
Task<face::Answer> Gateway::inventory(face::Request& request, Scope scope) {
  const auto shelf = co_await directory_.shelf(request, scope, ListKind::kTools);
  json::Writer tools, held, missing;
  tools.begin_array();
  held.begin_array();
  missing.begin_array();
  for (std::size_t i = 0; i < shelf.known.size(); ++i) {
    const std::string& server = scope.servers[i]->name();
    if (!shelf.known[i]) {
      missing.string(server);
      continue;
    }
    for (const Offer& offer : shelf.known[i]->offers) {
      json::Splice splice(offer.tool.json);
      splice.set_member(offer.tool.json, "server", json::quoted(server));
      tools.raw(splice.apply());
      if (offer.held.empty()) continue;
      held.begin_object().key("server").string(server).key("tool").string(offer.tool.name);
      held.key("why").string(offer.held).end_object();
    }
  }
  json::Writer out;
  out.begin_object().key("config").string(config_.source);
  out.key("tools").raw(tools.end_array().text());
  out.key("held").raw(held.end_array().text());
  out.key("missing").raw(missing.end_array().text());
  out.key("breaches").begin_array();
  for (const auto& [whose, why] : catalogue_.breaches()) {
    out.begin_object().key("server").string(whose.first).key("tool").string(whose.second);
    out.key("why").string(why).end_object();
  }
  out.end_array();
  out.end_object();
  co_return face::answer_result(request.message, out.text());
}

}  // namespace touchstone::gateway
