#include "gateway/client_word.hpp"

#include <string>
#include <utility>

#include "guard/scanner.hpp"
#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"

namespace touchstone::gateway {
namespace {

// More of them than anybody hears say nothing, and are not passed on.
constexpr std::size_t kMostHeard = guard::Scanner::kMaxSources;

void clean_source(json::Splice& splice, json::View source, guard::Guard& guard) {
  const auto uri = source.as_string();
  if (!uri) return;
  std::string clean = guard.clean_source(*uri);
  if (clean != *uri) splice.replace(source, json::quoted(clean));
}

std::optional<rpc::Message> read_again(json::Splice splice) {
  json::Parser parser;
  auto message = rpc::Message::parse(parser, json::Text(splice.apply()));
  if (!message) return std::nullopt;
  return std::move(*message);
}

std::optional<rpc::Message> without_sources(const rpc::Message& request) {
  json::Splice splice(request.document());
  splice.replace(sources_in(request), "[]");
  return read_again(std::move(splice));
}

}  // namespace

json::View sources_in(const rpc::Message& request) {
  return request.meta("annotations").find("attribution");
}

// Digests may be longer than what they stand for; a message that is too long with them has none.
std::optional<rpc::Message> with_clean_sources(const rpc::Message& request, guard::Guard& guard) {
  const json::View sources = sources_in(request);
  json::Splice splice(request.document());
  std::size_t count = 0;
  for (const json::View source : sources.elements()) {
    if (++count > kMostHeard) return without_sources(request);
    clean_source(splice, source, guard);
  }
  clean_source(splice, sources, guard);  // where it is no array, as it should be
  if (splice.empty()) return std::nullopt;
  auto message = read_again(std::move(splice));
  return message ? std::move(message) : without_sources(request);
}

}  // namespace touchstone::gateway
