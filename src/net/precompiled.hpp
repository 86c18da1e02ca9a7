// The precompiled header of the modules that run on the loop: the common one and what Asio we use
// everywhere.
#pragma once

#include <chrono>
#include <functional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/precompiled.hpp"
