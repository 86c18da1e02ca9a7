#include "gateway/approval_page.hpp"

#include "config/listen_address.hpp"
#include "http/url.hpp"

namespace touchstone::gateway {

void ApprovalPage::listen_at(const std::string& host, std::uint16_t port) {
  listens_ = true;
  const bool everywhere = host == "0.0.0.0" || host == "::";
  listen_address_ = everywhere ? "" : "http://" + config::listen_text(host, port);
}

std::string ApprovalPage::address() const {
  const std::string& page = config_.approvals.page;
  if (!listens_ || page == config::kOff) return {};
  std::string address = page.empty() ? listen_address_ : page;
  while (address.ends_with('/')) address.pop_back();
  return address;
}

net::Task<http::Page> ApprovalPage::show(const http::PageRequest& request) {
  const auto url = http::parse_url(address());
  auto shown = page_.show(request, url ? url->origin() : std::string());
  co_return co_await std::move(shown);
}

}  // namespace touchstone::gateway
