#include "net/task.hpp"

namespace touchstone::net {

void destroy(std::coroutine_handle<> frame) noexcept { frame.destroy(); }

}  // namespace touchstone::net
