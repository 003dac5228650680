// Why: the numbers that a network puts out mean something else behind each loss; here they become what a person asked
// for: a class, a mask, an image, a row of symbols. Stateless, thread-safe.
#pragma once
#include <span>
#include <vector>

#include "core/network/network.h"
#include "core/tensor/tensor.h"

namespace fovea {

enum class AnswerKind {
  Classes,         // [K] probabilities, of which one is right
  SeveralClasses,  // [K] probabilities, of which each is right or wrong by itself
  Numbers,         // numbers of any shape
  Mask,            // [K, H, W] (volumes [K, D, H, W]): probabilities at each place
  Image,           // [C, H, W] from 0 to 1
  Symbols,         // [T, K]: probabilities of what follows each symbol
  Transcript,      // [T, K]: probabilities of labels and of the blank 0 at each step
  Embedding,       // [D]: a point that lies close to those of samples that are alike
};
// "classes", "several_classes", "numbers", "mask", "image", "symbols", "transcript", "embedding"
const char* answerKindName(AnswerKind kind);

// What `network` gives, by what its loss declares and by the shape of its predictions for a batch [N, …].
AnswerKind answerKind(const Network& network, const Shape& predictions);

struct Answer {
  AnswerKind kind = AnswerKind::Numbers;
  std::vector<float> numbers;         // of Classes, SeveralClasses, Numbers and Embedding
  Tensor picture;                     // of Mask u8 [1, H, W], the likeliest class; of Image u8 [C, H, W]
  std::vector<std::int32_t> symbols;  // of Symbols: the likeliest after each; of Transcript: label by label, from 0
};

// `predictions` are those of one sample, f32 without the batch axis. A transcript is read over the share `length` of
// its steps: see Sample::length.
Answer readAnswer(AnswerKind kind, const Tensor& predictions, double length = 1);

// The labels that [T, K] probabilities say in order, each from 0: the likeliest at each step, once for every run of it,
// without blanks (Graves et al. 2006, best path).
// `length` is as for readAnswer().
std::vector<std::int32_t> bestPath(std::span<const float> probabilities, std::int64_t classes, double length = 1);
// How many labels must be put in, taken out or changed to make one of the other (Levenshtein 1966).
std::int64_t editDistance(std::span<const std::int32_t> a, std::span<const std::int32_t> b);

}  // namespace fovea
