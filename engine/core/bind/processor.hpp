// Which of the compiled levels this processor can run.
#pragma once

namespace engine {

// The highest level of the x86-64 psABI that the processor has, as "v3" for x86-64-v3, and "" below v2; "generic" on any
// other processor.
const char* processor_level();

}  // namespace engine
