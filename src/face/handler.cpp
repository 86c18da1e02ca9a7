#include "face/handler.hpp"

#include "rpc/write.hpp"

namespace touchstone::face {

void Cancellation::on_cancel(std::function<void(std::string_view)> act) {
  if (cancelled_) return act ? act(reason_) : void();
  act_ = std::move(act);
}

void Cancellation::cancel(std::string_view reason) {
  if (std::exchange(cancelled_, true)) return;
  reason_ = reason;
  if (const auto act = std::exchange(act_, nullptr)) act(reason_);
}

Task<base::Result<std::optional<mcp::Terms>>> Handler::recall(Claim /*claim*/) {
  co_return std::optional<mcp::Terms>();
}

Task<base::Result<void>> Handler::dismissed(std::string /*id*/) { co_return base::Result<void>(); }

Task<http::Page> Handler::show(http::PageRequest& /*request*/) { co_return http::Page{404, {}}; }

Answer answer_result(const rpc::Message& request, std::string_view raw_result) {
  return {rpc::result(request.raw_id(), raw_result), 0};
}

Answer answer_error(const rpc::Message& request, int code, std::string_view message,
                    std::string_view raw_data) {
  return {rpc::error(request.raw_id(), code, message, raw_data), code, true};
}

}  // namespace touchstone::face
