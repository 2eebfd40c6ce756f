#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#if defined(__unix__)
#include <sys/mman.h>
#else
#include <cstdlib>
#endif

namespace gamegrove {

/// Large pages save look-ups when all of a table is used, small ones time when little of it is.
enum class Pages : std::uint8_t { small, huge };

/// Memory that is all zeros and costs nothing but what is touched. calloc() promises only the first: it clears memory
/// that was used before, which for a large table takes longer than many a search.
template <class T>
class ZeroPages {
public:
    explicit ZeroPages(std::size_t count, Pages pages = Pages::small)
        : count_(count), data_(allocate(count * sizeof(T), pages)) {}
    ZeroPages(ZeroPages&& other) noexcept : count_(other.count_), data_(other.data_) { other.data_ = nullptr; }
    ZeroPages& operator=(ZeroPages&& other) noexcept {
        std::swap(count_, other.count_);
        std::swap(data_, other.data_);
        return *this;
    }
    ~ZeroPages() {
        if (data_ != nullptr) release(data_, count_ * sizeof(T));
    }

    T* get() const { return data_; }

private:
#if defined(__unix__)
    static T* allocate(std::size_t bytes, Pages pages) {
        void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
        if (pages == Pages::huge) ::madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: without them all works as well
#else
        static_cast<void>(pages);
#endif
        return static_cast<T*>(memory);
    }
    static void release(T* data, std::size_t bytes) { ::munmap(data, bytes); }
#else
    static T* allocate(std::size_t bytes, Pages) {
        void* memory = std::calloc(bytes, 1);
        if (memory == nullptr) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }
    static void release(T* data, std::size_t) { std::free(data); }
#endif

    std::size_t count_;
    T* data_;
};

}  // namespace gamegrove
