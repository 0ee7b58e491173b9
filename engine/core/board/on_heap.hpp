// An object on the heap with one owner: std::unique_ptr, whose header would take the compiler a quarter of a second and
// 30 MB in every file (GCC 12).
#pragma once

#include <utility>

namespace engine {

template <class T>
class OnHeap {
public:
    OnHeap() = default;
    explicit OnHeap(T* owned) : object_(owned) {}
    OnHeap(OnHeap&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    OnHeap& operator=(OnHeap&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~OnHeap() { delete object_; }

    explicit operator bool() const { return object_; }
    T& operator*() const { return *object_; }
    T* operator->() const { return object_; }

private:
    T* object_ = nullptr;
};

template <class T, class... Arguments>
OnHeap<T> on_heap(Arguments&&... arguments) {
    return OnHeap<T>(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace engine
