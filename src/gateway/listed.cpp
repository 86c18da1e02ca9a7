// Checkpoint, the part about lists: what servers say in answers that no rule about calls is asked
// for.
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "gateway/checkpoint.hpp"
#include "gateway/results.hpp"
#include "json/parser.hpp"

namespace touchstone::gateway {
namespace {

// Those of them that are wanted, as one array.
json::Document array_of(const std::vector<std::string_view>& said, const std::vector<bool>& which) {
  std::vector<std::string_view> wanted;
  for (std::size_t i = 0; i < said.size(); ++i)
    if (which[i]) wanted.push_back(said[i]);
  auto read = json::Parser().parse(json::Text(fmt::format("[{}]", fmt::join(wanted, ","))));
  // Each was read before; together they may be too much.
  return read ? std::move(*read) : std::move(*json::Parser().parse(json::Text::copy_of("null")));
}

std::vector<bool> inverted(std::vector<bool> which) {
  which.flip();
  return which;
}

}  // namespace

guard::Subject Checkpoint::subject_of_list(const face::Request& request,
                                           const upstream::Server& server) const {
  auto subject = subject_of_word(server, request.message.method());
  subject.principal = request.principal;
  auto asker = subject_of_asker(request);
  if (!asker) return subject;
  subject.session = std::move(asker->session);
  subject.opening = std::move(asker->opening);
  subject.lapses = asker->lapses;
  return subject;
}

// Most lists carry none: then one look is enough.
std::vector<bool> Checkpoint::without_attacks(json::View list) {
  const bool any = guard_.found_in(list).is_malicious();
  std::vector<bool> clean;
  for (const json::View each : list.elements())
    clean.push_back(!any || !guard_.found_in(each).is_malicious());
  // What is an attack only together is one of all.
  if (any && std::ranges::find(clean, false) == clean.end()) clean.assign(clean.size(), false);
  return clean;
}

Task<ListReader::Open> Checkpoint::read(const face::Request& request, ServerPtr server,
                                        std::vector<std::string_view> said) {
  std::vector<bool> open(said.size(), true);
  if (!guard_.is_on() || said.empty()) co_return open;
  co_await guard_.until_ready();
  if (const auto why = guard_.blind()) co_return tl::unexpected(trouble(request, *why));
  if (auto asker = subject_of_asker(request); !asker)
    co_return tl::unexpected(not_valid(request, asker.error()));
  const guard::Subject subject = subject_of_list(request, *server);
  const json::Document all = array_of(said, open);
  if (!all.root().is(json::Kind::kArray))
    co_return tl::unexpected(
        trouble(request, {"what " + server->name() + " lists is too large", "", ""}));
  const std::vector<bool> clean = without_attacks(all.root());
  const auto attacks = static_cast<std::size_t>(std::ranges::count(clean, false));
  if (attacks > 0 && guard_.withholds(subject, array_of(said, inverted(clean)).root())) {
    open = clean;
    log_.warning("{}: left out of {}: {} that {} instructions for a model", server->name(),
                 request.message.method(), base::counted(attacks, "item"),
                 attacks == 1 ? "carries" : "carry");
    const auto marked = co_await guard_.attacked(subject);
    if (!marked) co_return tl::unexpected(trouble(request, marked.error()));
  }
  const json::Document rest = array_of(said, open);
  if (rest.root().elements().empty()) co_return open;
  const auto found = guard_.found_in(rest.root());
  const bool written = subject.trust != model::Trust::kTrusted;
  const auto kept = co_await hear(guard::hearer_of(subject), found, rest.root(), written);
  if (!kept) co_return tl::unexpected(trouble(request, kept.error()));
  co_return open;
}

// On the route of one server what it answers goes to the client as it is, or not at all.
Task<face::Answer> Checkpoint::look_at(const face::Request& request, const upstream::Server& server,
                                       face::Answer answer) {
  const auto document = parser_.parse(json::Text::copy_of(answer.message));
  if (!document) co_return trouble(request, {"the answer is no JSON", "", ""});
  const AnswerParts parts = parts_of(*document, request.message.method());
  if (parts.is_empty()) co_return answer;
  co_await guard_.until_ready();
  if (auto asker = subject_of_asker(request); !asker) co_return not_valid(request, asker.error());
  const guard::Subject subject = subject_of_list(request, server);
  const auto heard = guard_.overhear(subject, document->root());
  if (!heard.withheld) {
    const bool written = !parts.is_error && subject.trust != model::Trust::kTrusted;
    const json::View said = document->root().find(parts.is_error ? "error" : "result");
    const auto kept = co_await hear(guard::hearer_of(subject), heard.found, said, written);
    if (!kept) co_return trouble(request, kept.error());
    co_return answer;
  }
  if (heard.found.is_malicious()) {
    log_.warning("{}: its answer to {} is {}", server.name(), request.message.method(),
                 kWordsWithheld);
    const auto marked = co_await guard_.attacked(subject);
    if (!marked) co_return trouble(request, marked.error());
  }
  co_return refusal(request, fmt::format("the answer of {} is {}", server.name(), kWordsWithheld));
}

}  // namespace touchstone::gateway
