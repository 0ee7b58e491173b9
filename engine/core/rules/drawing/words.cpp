// The rules in words below a board, in lines that are as wide as it, broken as Python's textwrap breaks them.
#include <algorithm>

#include "rules/drawing/marks.hpp"
#include "rules/drawing/picture.hpp"

namespace engine::drawing {

namespace {

using Letters = std::u32string;

Letters letters_of(std::string_view text) {
    Letters letters;
    for (const char byte : text) {
        const auto bits = static_cast<unsigned char>(byte);
        if (bits < 0x80)
            letters.push_back(bits);
        else if (bits >= 0xC0)
            letters.push_back(bits & (bits < 0xE0 ? 0x1F : bits < 0xF0 ? 0x0F : 0x07));
        else if (!letters.empty())
            letters.back() = letters.back() << 6 | (bits & 0x3F);
    }
    return letters;
}

std::string text_of(const Letters& letters) {
    std::string text;
    for (const char32_t letter : letters) {
        const int more = letter < 0x80 ? 0 : letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;
        constexpr unsigned first[] = {0, 0xC0, 0xE0, 0xF0};
        text += static_cast<char>(first[more] | letter >> 6 * more);
        for (int left = more; left-- > 0;) text += static_cast<char>(0x80 | (letter >> 6 * left & 0x3F));
    }
    return text;
}

bool is_blank(char32_t one) { return one == ' ' || ('\t' <= one && one <= '\r'); }
bool is_letter(char32_t one) {
    return one == '_' || ('a' <= (one | 32) && (one | 32) <= 'z') || (one >= 0xC0 && one < 0x2000 && one != 0xD7 && one != 0xF7);
}
bool is_of_word(char32_t one) { return is_letter(one) || ('0' <= one && one <= '9'); }
bool ends_word(char32_t one) { return is_of_word(one) || std::u32string_view(U"!\"'&.,?").find(one) != std::u32string_view::npos; }

// Whether a line may break after a hyphen: two letters before it, and two, perhaps with a hyphen between them, behind it.
bool breaks_after(const Letters& text, std::size_t at) {
    const auto letter = [&](std::size_t place) { return place < text.size() && is_letter(text[place]); };
    if (text[at] != '-' || at < 2 || !letter(at + 1)) return false;
    const bool before = letter(at - 2) && letter(at - 1);
    const bool also = at > 2 && letter(at - 3) && text[at - 2] == '-' && ends_word(text[at - 1]);
    return (before || also) && letter(at + (at + 2 < text.size() && text[at + 2] == '-' ? 3 : 2));
}

// Whether two hyphens or more stand here in place of a dash.
bool is_dash(const Letters& text, std::size_t at) {
    const std::size_t end = text.find_first_not_of(U'-', at);
    return at && end != Letters::npos && end > at + 1 && ends_word(text[at - 1]) && is_of_word(text[end]);
}

// Pieces that stay whole: blanks, dashes, and words or the parts of those with hyphens.
std::vector<Letters> pieces_of(const Letters& text) {
    std::vector<Letters> pieces;
    std::size_t end_of_dash = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool dash = text[at] == '-' && is_dash(text, at);
        const bool begins = !at || is_blank(text[at]) != is_blank(text[at - 1]) || breaks_after(text, at - 1) || dash;
        if (begins || at == end_of_dash) pieces.emplace_back();
        if (dash) end_of_dash = text.find_first_not_of(U'-', at);
        pieces.back() += is_blank(text[at]) ? U' ' : text[at];
    }
    return pieces;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<Letters> left = pieces_of(letters_of(text));
    std::ranges::reverse(left);
    std::vector<std::string> lines;
    while (!left.empty()) {
        if (!lines.empty() && is_blank(left.back()[0])) left.pop_back();
        std::vector<Letters> line;
        std::size_t length = 0;
        const auto take = [&](Letters piece) {
            length += piece.size();
            line.push_back(std::move(piece));
        };
        while (!left.empty() && length + left.back().size() <= width) {
            take(left.back());
            left.pop_back();
        }
        if (!left.empty() && left.back().size() > width) {  // a piece that is longer than any line
            Letters& piece = left.back();
            std::size_t end = width - length;
            const std::size_t hyphen = end ? piece.rfind(U'-', end - 1) : Letters::npos;
            if (hyphen != Letters::npos && piece.find_first_not_of(U'-') < hyphen) end = hyphen + 1;
            take(piece.substr(0, end));
            piece.erase(0, end);
        }
        if (!line.empty() && (line.back().empty() || is_blank(line.back()[0]))) line.pop_back();
        Letters all;
        for (const Letters& piece : line) all += piece;
        if (!all.empty()) lines.push_back(text_of(all));
    }
    return lines;
}

}  // namespace

Figures sign_of(std::string_view rule, Point at, double height) {
    Figures shown;
    const std::string_view around = mark_of(rule).around;
    if (around.empty()) return shown;
    draw_around(around, at, 0.6 * height, 1.2 * height, shown);
    shown.push_back(written(at, "7", height, ink));
    return shown;
}

Figures words_below(const Board& board, const std::vector<Sentence>& sentences, double& high) {
    constexpr double size = 0.22, step = 1.4 * size;  // the height of the words and of a line, in cells
    const auto has_sign = [](const Sentence& one) { return !mark_of(one.rule).around.empty(); };
    const bool has_signs = std::ranges::any_of(sentences, has_sign);
    const int outside = margin(board);
    const double left = -outside, top = board.rows + outside + step / 2, before = has_signs ? 0.6 : 0;
    const auto room = static_cast<int>((board.columns + 2 * outside - before) / (0.57 * size));
    Figures shown;
    int count = 0;
    for (const Sentence& sentence : sentences) {
        std::ranges::move(sign_of(sentence.rule, {left + 0.25, top + count * step}, size), std::back_inserter(shown));
        for (std::string& line : wrapped(sentence.text, static_cast<std::size_t>(std::max(room, 20))))
            shown.push_back(from_left(written({left + before, top + count++ * step}, std::move(line), size, ink)));
    }
    high = count * step;
    return shown;
}

}  // namespace engine::drawing
