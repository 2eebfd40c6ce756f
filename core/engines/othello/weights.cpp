#include "engines/othello/weights.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gamegrove::othello {

namespace {

/// The state of a shape, seen through one of its own symmetries.
int seen_through(int state, const CellGroup& shape, const CellGroup& image) {
    std::array<int, most_pattern_cells> digit{};
    int rest = state + states_of(shape.count) / 2;
    for (int i = shape.count - 1; i >= 0; --i, rest /= 3) digit[static_cast<std::size_t>(i)] = rest % 3;
    int seen = 0;
    for (int i = 0; i < shape.count; ++i)
        seen = 3 * seen + digit[static_cast<std::size_t>(shape.place_of(image.cell[static_cast<std::size_t>(i)]))];
    return seen - states_of(shape.count) / 2;
}

template <class B>
std::vector<int> numbered_classes() {
    std::vector<int> classes(static_cast<std::size_t>(pattern_set<B>.weights()));
    int next = 0;
    for (int p = 0; p < pattern_set<B>.patterns(); ++p) {
        const Pattern& pattern = pattern_set<B>.pattern(p);
        const int half = states_of(pattern.shape.count) / 2;
        for (int state = -half; state <= half; ++state) {
            int least = state;
            for (int i = 0; i < pattern.self_images; ++i)
                least = std::min(least,
                                 seen_through(state, pattern.shape, pattern.self_image[static_cast<std::size_t>(i)]));
            int& number = classes[static_cast<std::size_t>(pattern.first_weight + state)];
            number = least == state ? next++ : classes[static_cast<std::size_t>(pattern.first_weight + least)];
        }
    }
    return classes;
}

}  // namespace

template <class B>
Weights<B>::Weights() : weight_(static_cast<std::size_t>(stages) * per_stage) {}

template <class B>
const std::vector<int>& Weights<B>::classes() {
    static const std::vector<int> numbers = numbered_classes<B>();
    return numbers;
}

template <class B>
int Weights<B>::class_count() {
    static const int count = *std::ranges::max_element(classes()) + 1;
    return count;
}

template <class B>
void Weights<B>::set(int stage, const std::vector<float>& by_class) {
    std::int16_t* const target = weight_.data() + static_cast<std::size_t>(stage) * per_stage;
    for (int i = 0; i < per_stage; ++i) {
        const float units = by_class[static_cast<std::size_t>(classes()[static_cast<std::size_t>(i)])] * unit;
        const long grains = std::lround(std::clamp(units, -32764.0F, 32764.0F) / grain);
        target[i] = static_cast<std::int16_t>(grain * grains);
    }
}

template <class B>
std::vector<float> Weights<B>::by_class(int stage) const {
    std::vector<float> discs(static_cast<std::size_t>(class_count()));
    for (int i = 0; i < per_stage; ++i)
        discs[static_cast<std::size_t>(classes()[static_cast<std::size_t>(i)])] =
            static_cast<float>(table(stage)[i]) / unit;
    return discs;
}

template <class B>
Weights<B>::Weights(std::string_view bytes) : Weights() {
    const std::size_t count = static_cast<std::size_t>(class_count());
    if (bytes.size() != 2 * count * stages) throw std::invalid_argument("these are no weights for this board");
    std::vector<std::int16_t> by_class(count);
    for (int stage = 0; stage < stages; ++stage) {
        // The low bytes of a stage stand together, and the high ones: a compressor likes that.
        const auto* low = reinterpret_cast<const unsigned char*>(bytes.data()) + 2 * count * stage;
        for (std::size_t i = 0; i < count; ++i) by_class[i] = static_cast<std::int16_t>(low[i] | low[count + i] << 8);
        std::int16_t* const target = weight_.data() + static_cast<std::size_t>(stage) * per_stage;
        for (int i = 0; i < per_stage; ++i)
            target[i] = by_class[static_cast<std::size_t>(classes()[static_cast<std::size_t>(i)])];
    }
}

template <class B>
std::string Weights<B>::bytes() const {
    const std::size_t count = static_cast<std::size_t>(class_count());
    std::string result(2 * count * stages, '\0');
    for (int stage = 0; stage < stages; ++stage)
        for (int i = 0; i < per_stage; ++i) {
            const auto weight = static_cast<std::uint16_t>(table(stage)[i]);
            const std::size_t place =
                2 * count * stage + static_cast<std::size_t>(classes()[static_cast<std::size_t>(i)]);
            result[place] = static_cast<char>(weight & 255);
            result[place + count] = static_cast<char>(weight >> 8);
        }
    return result;
}

template class Weights<Board4>;
template class Weights<Board6>;
template class Weights<Board8>;
template class Weights<Board10>;
template class Weights<Board12>;
template class Weights<Board96>;

}  // namespace gamegrove::othello
