#include "gateway/handles.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "gateway/handle_text.hpp"
#include "gateway/results.hpp"
#include "gateway/subject.hpp"
#include "json/parser.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"

namespace touchstone::gateway {
namespace {

// The same request, with contents for handles.
base::Result<rpc::Message> opened_request(const rpc::Message& request, const HandlesFound& found,
                                          std::vector<guard::Brought>& contents) {
  json::Splice splice(request.document());
  for (const HandleHolder& holder : found.holders)
    splice.replace(holder.at, json::quoted(put_in(holder, contents)));
  json::Parser parser;
  auto message = rpc::Message::parse(parser, json::Text(splice.apply()));
  if (!message) return base::fail(message.error().what);
  return std::move(*message);
}

}  // namespace

bool Handles::may_be_in(const face::Request& request) const {
  return request.message.method() == "tools/call" && guard_.is_on() &&
         may_hold_handles(request.message.param("arguments"));
}

Task<face::Answer> Handles::refused(const face::Request& request, const Errand& errand,
                                    std::string_view why) {
  auto subject = subject_of(request, errand, {});
  if (!subject) {
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: " + base::to_line(subject.error()));
  }
  const auto kept = co_await guard_.refuse_unopened(std::move(*subject), why);
  if (!kept) co_return answer_guard_trouble(request, log_, "keep its records", kept.error());
  const auto tool = request.message.param("name").as_string().value_or("the tool");
  log_.info("{}: not called for {}: {}", tool, request.principal, why);
  co_return answer_refusal(request,
                           fmt::format("{} was not called: {}; nothing was sent", tool, why));
}

Task<std::optional<face::Answer>> Handles::open(face::Request& request, Errand& errand) {
  const HandlesFound handles = handles_in(request.message.param("arguments"));
  if (!handles.fault.empty()) co_return co_await refused(request, errand, handles.fault);
  if (handles.holders.empty()) co_return std::nullopt;
  auto who = subject_of_asker(request);
  if (!who) {
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: " + base::to_line(who.error()));
  }
  auto contents = co_await guard_.withheld(std::move(*who), handles.ids);
  if (!contents)
    co_return answer_guard_trouble(request, log_, "read what a handle stands for",
                                   contents.error());
  if (!*contents) co_return co_await refused(request, errand, kNoSuchHandle);
  constexpr std::string_view kTooLarge =
      "its arguments are too large with what its handles stand for";
  if (size_with(handles.holders, **contents) > kMaxArguments)
    co_return co_await refused(request, errand, kTooLarge);
  auto message = opened_request(request.message, handles, **contents);
  if (!message) co_return co_await refused(request, errand, kTooLarge);
  errand.opened = std::make_shared<const Opened>(
      Opened{std::exchange(request.message, std::move(*message)), std::move(**contents)});
  if (errand.renamed) errand.renamed = request.message.param("name");
  co_return std::nullopt;
}

}  // namespace touchstone::gateway
