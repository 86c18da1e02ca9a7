// Task: what a coroutine of ours returns, and the loop that runs them all.
//
// One thread runs the loop, and whatever lives on it needs no locks. The executor's type is named
// instead of erased: it is the only one we have, and erasing it costs on every operation.
//
// Rule for every co_await in the program: name it, then await it. No temporaries with destructors
// and no lambdas that capture by value inside the awaited expression; g++ 12 destroys them twice.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace touchstone::net {

namespace asio = boost::asio;

using Executor = asio::io_context::executor_type;

template <typename T>
using Task = asio::awaitable<T, Executor>;

// The completion token of every operation: errors come back as values, nothing throws.
inline constexpr auto kAwait = asio::as_tuple(asio::use_awaitable_t<Executor>());

}  // namespace touchstone::net
