#pragma once

namespace engine {

// What kernels ask now and then while they run without the interpreter lock (stop/watch.hpp). Python runs the handlers of
// signals in its main thread alone, so only there it looks, twenty times a second: an exception of a handler, such as
// KeyboardInterrupt, is thrown on.
void ask_python_to_stop();

}  // namespace engine
