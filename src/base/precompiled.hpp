// The precompiled header of every module: standard headers that most files use, and fmt, which is
// slow to parse. Code still includes what it uses; this only saves compile time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <tl/expected.hpp>
