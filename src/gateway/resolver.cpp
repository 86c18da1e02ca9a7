#include "gateway/resolver.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "gateway/results.hpp"
#include "json/parser.hpp"
#include "json/writer.hpp"
#include "mcp/request.hpp"
#include "mcp/translate.hpp"
#include "model/derive.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

constexpr net::Duration kPatience = std::chrono::seconds(10);
constexpr std::size_t kMaxBreach = 4'096;  // bytes of an answer that are kept as evidence

face::Answer invalid(const face::Request& request, std::string_view why) {
  return face::answer_error(request.message, rpc::kInvalidParams,
                            fmt::format("Invalid params: {}", why));
}

// The question as a client of that server's era would put it.
base::Result<rpc::Message> question(const face::Request& request, const std::string& tool) {
  json::Writer params;
  params.begin_object().key("name").string(tool);
  const json::View arguments = request.message.param("arguments");
  params.key("arguments").raw(arguments ? arguments.raw() : "{}");
  const json::View meta = request.message.param("_meta");
  if (meta && request.terms.era == mcp::Era::kModern) params.key("_meta").raw(meta.raw());
  params.end_object();
  json::Parser parser;
  auto message =
      rpc::Message::parse(parser, json::Text(rpc::request("0", "tools/resolve", params.text())));
  if (!message) return base::fail(message.error().what);
  return std::move(*message);
}

// What the answer says of the call, in either form.
json::View annotations_in(json::View result) {
  const json::View tool = result.find("tool");
  const json::View annotations = (tool ? tool : result).find("annotations");
  return annotations.is(json::Kind::kObject) ? annotations : json::View();
}

face::Answer too_much(const face::Request& request, const Errand& errand, model::Tier tier) {
  const std::string& name = errand.offer->tool.name;
  if (errand.used) return answer_own(request, find::wrong_tier(name, tier, *errand.used));
  return answer_refusal(request,
                        fmt::format("{} was not called: with these arguments it counts as {}, "
                                    "and here only calls up to {} are allowed",
                                    name, model::name_of(tier), model::name_of(errand.most)));
}

}  // namespace

Task<LinkResult<rpc::Message>> Resolver::ask(const face::Request& request, const Errand& errand) {
  auto lane = co_await Servers::lane(errand.server, request.session.get(), request.terms);
  if (!lane) co_return tl::unexpected(std::move(lane.error()));
  const std::string& tool = errand.offer->tool.name;
  const auto message = question(request, tool);
  if (!message)
    co_return tl::unexpected(LinkError{upstream::Trouble::kProtocol, message.error(), 0, {}});
  upstream::Outgoing out;
  out.timeout = kPatience;
  if ((*lane)->modern()) out.headers = mcp::standard_headers("tools/resolve", "");
  out.id = (*lane)->next_id();
  mcp::Outward how;
  how.server = (*lane)->era();
  how.id = std::to_string(out.id);
  out.message = mcp::to_server(*message, request.terms, how);
  co_return co_await (*lane)->call(std::move(out), nullptr);
}

// What a server does not answer, or answers out of bounds, leaves the static profile as it is.
Task<Resolver::Resolved> Resolver::resolve(const face::Request& request, const Errand& errand,
                                           bool ask_server) {
  const json::View arguments = request.message.param("arguments");
  resolve::Resolution resolution = by_rules(*errand.assay, *errand.offer, arguments);
  if (!ask_server) co_return resolution;
  const Weighed by_ourselves{errand.offer->known, judged(*errand.assay, *errand.offer, resolution)};
  if (!co_await discretion_.may_show(request, errand, by_ourselves)) co_return resolution;
  co_return co_await heard(request, errand, std::move(resolution));
}

Task<Resolver::Resolved> Resolver::heard(const face::Request& request, const Errand& errand,
                                         resolve::Resolution resolution) {
  const auto said = co_await ask(request, errand);
  if (!said) co_return resolution;
  if (said->error_code() == rpc::kInvalidParams &&
      !discretion_.keeps_back(request, *errand.server, said->error())) {
    co_return tl::unexpected(
        invalid(request, said->error().find("message").as_string().value_or("")));
  }
  if (said->kind() != rpc::Kind::kResult) co_return resolution;
  auto evidence = held_to_its_word(*errand.offer, said->result());
  if (evidence) {
    resolution.claimed = std::move(*evidence);
    co_return resolution;
  }
  note_breach(errand, said->result(), evidence.error(), resolution);
  co_return resolution;
}

// What a server lets slip about this call counts for it at once, whatever the client is told, which
// must stay within the list that it knows; and for the tool from now on.
void Resolver::note_breach(const Errand& errand, json::View result, const base::Error& error,
                           resolve::Resolution& resolution) {
  const model::Tool& tool = errand.offer->tool;
  const json::View annotations = annotations_in(result);
  Breach breach{
      fmt::format("its answer to tools/resolve does not count: {}", base::to_line(error)),
      std::string(annotations && annotations.raw().size() <= kMaxBreach ? annotations.raw()
                                                                        : std::string_view()),
      model::excess_in(annotations, model::word_on(tool))};
  std::ranges::copy(breach.excess, std::back_inserter(resolution.evidence));
  const std::string why = breach.why;
  if (!catalogue_.note_breach(errand.server->name(), tool.name, std::move(breach))) return;
  log_.warning("{}: {}: {}", errand.server->name(), tool.name, why);
  if (on_breach_) on_breach_(errand.server->name());
}

Task<tl::expected<Weighed, face::Answer>> Resolver::weigh(const face::Request& request,
                                                          const Errand& errand) {
  const Offer* offer = errand.offer;
  if (offer == nullptr) co_return Weighed();
  const bool is_call = request.message.method() == "tools/call";
  if (!offer->held.empty()) {
    co_return tl::unexpected(is_call ? answer_refusal(request, offer->held)
                                     : invalid(request, offer->held));
  }
  Weighed weighed{offer->known, {}};
  if (!is_call) co_return weighed;
  // A server is not shown a withheld content before the policy has judged it: the definition and
  // our own rules must do.
  const bool ask = offer->asks_server && offer->tier > model::Tier::kRead && !errand.opened;
  auto resolution = co_await resolve(request, errand, ask);
  if (!resolution) co_return tl::unexpected(std::move(resolution.error()));
  weighed.narrowed = judged(*errand.assay, *offer, *resolution);
  const model::Tier tier = weighed.narrowed ? model::tier_of(*weighed.narrowed) : offer->tier;
  if (tier <= errand.most) co_return weighed;
  co_return tl::unexpected(too_much(request, errand, tier));
}

Task<face::Answer> Resolver::other_side(face::Request& request, Errand errand) {
  json::Writer out;
  out.begin_object();
  if (errand.offer != nullptr && !errand.offer->held.empty()) {
    out.key("error").string(errand.offer->held);
  } else if (errand.offer != nullptr && errand.offer->asks_server) {
    const auto said = co_await ask(request, errand);
    if (!said) {
      out.key("error").string(base::to_line(said.error().error));
    } else if (said->kind() == rpc::Kind::kResult) {
      out.key("result").raw(said->result().raw());
    } else {
      out.key("error").string(said->error().find("message").as_string().value_or("it refused"));
    }
  }
  co_return face::answer_result(request.message, out.end_object().text());
}

Task<face::Answer> Resolver::answer(face::Request& request, Errand errand) {
  const json::View arguments = request.message.param("arguments");
  if (arguments && !arguments.is(json::Kind::kObject))
    co_return invalid(request, "arguments must be an object");
  if (!errand.offer->held.empty()) co_return invalid(request, errand.offer->held);
  auto resolution = co_await resolve(request, errand, errand.offer->asks_server);
  if (!resolution) co_return std::move(resolution.error());
  const model::ResolveForm form = form_for(request.terms);
  std::string result =
      model::write_resolution(form, request.message.param("name").as_string().value_or(""),
                              told(*errand.assay, *errand.offer, *resolution));
  if (form == model::ResolveForm::kSep1913) co_return answer_own(request, std::move(result));
  co_return face::answer_result(request.message, result);
}

}  // namespace touchstone::gateway
