// The ways of making a board; generate.hpp defines each.
#pragma once

namespace engine {

enum class Method { plain, singles, backtrack, uniform };  // in the order of engine.METHODS

}  // namespace engine
