// The precompiled header of every test: the libraries that tests use and that are slow to parse.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/precompiled.hpp"
