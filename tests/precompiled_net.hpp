// The precompiled header of the tests of what runs on the loop.
#pragma once

#include "net/precompiled.hpp"
#include "precompiled.hpp"
