// For tests: a whole gateway, servers behind it and clients before it.
#pragma once

#include "gateway/bench.hpp"
#include "gateway/client.hpp"
#include "gateway/small_server.hpp"
