#pragma once

namespace engine {

// What kernels ask now and then while they run without the interpreter lock (stop/watch.hpp). Python runs the handlers of
// signals in its main thread alone, so only there it looks, twenty times a second: an exception of a handler, such as
// KeyboardInterrupt, is thrown on. In any thread it throws TimeoutError once the thread's deadline has passed.
void ask_python_to_stop();

// Sets the deadline of the kernels that this thread runs, in seconds of time.monotonic(), and returns the one before.
double set_deadline(double seconds);

}  // namespace engine
