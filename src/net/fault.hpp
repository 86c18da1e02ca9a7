// System errors as ours. Inside net/ only.
#pragma once

#include <string>
#include <string_view>

#include <boost/system/error_code.hpp>

#include "base/error.hpp"

namespace touchstone::net {

[[nodiscard]] inline tl::unexpected<base::Error> fault(const boost::system::error_code& code,
                                                       std::string_view doing,
                                                       std::string remedy = {}) {
  return base::fail(code.message(), std::string(doing), std::move(remedy));
}

}  // namespace touchstone::net
