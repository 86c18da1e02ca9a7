// The precompiled header of the modules that run on the loop: the common one and Asio's coroutines.
#pragma once

#include <chrono>
#include <functional>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/precompiled.hpp"
