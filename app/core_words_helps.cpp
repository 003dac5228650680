// Why: lists the long helps of layers for the translators.
#include <QCoreApplication>
#include <array>

#include "app/core_words_parts.h"

namespace fovea {
namespace {

constexpr std::array kHelpWords{
    QT_TRANSLATE_NOOP("Core",
                      "A ReLU that stops at 6, so that its output fits into few bits: for networks on small "
                      "devices.\nFormula: y = min(max(0, x), 6).\nInput: any shape; output: the same shape. Source: "
                      "Sandler et al. 2018."),
    QT_TRANSLATE_NOOP("Core",
                      "A ReLU with a smooth bend; its output is always positive, as a variance must be.\nFormula: y "
                      "= log(1 + exp(beta · x)) / beta. Default: beta 1; a larger one makes the bend "
                      "sharper.\nInput: any shape; output: the same shape. Source: Dugas et al. 2001."),
    QT_TRANSLATE_NOOP("Core",
                      "A cross-entropy in which samples that are right already count less: for detection and "
                      "segmentation, where most of an image is easy background.\nFormula: loss = mean of −alpha · (1 "
                      "− p)^gamma · log p, p the probability of the label. Defaults: gamma 2, alpha 1.\nInput: "
                      "scores [N, K] with one label for each sample, or with a label for each position [N, K, H, W] "
                      "or [N, T, K]. Output: probabilities of the same shape. Negative labels and the ignored one do "
                      "not count. Source: Lin et al. 2017."),
    QT_TRANSLATE_NOOP("Core",
                      "A leaky ReLU that learns its slope: one for each channel, or one for all.\nFormula: y = x "
                      "where x > 0, else slope · x.\nInput [N, C, H, W], [N, C, L] or [N, K]; output: the same "
                      "shape.\nParameters: slope [C] or [1]. Defaults: one for each channel, 0.25 at first. Source: "
                      "He et al. 2015."),
    QT_TRANSLATE_NOOP("Core",
                      "A loss for classification with a margin: every wrong class whose score comes closer than the "
                      "margin to that of the right class costs.\nFormula: loss = mean over the batch of sum over k ≠ "
                      "label of max(0, margin + x[k] − x[label]) / K. Default: margin 1.\nInput: scores [N, K]; "
                      "output: the same. The labels come from the data set; negative ones do not count. Source: "
                      "Crammer and Singer 2001."),
    QT_TRANSLATE_NOOP("Core",
                      "A loss for predicting numbers: squares for small errors, absolute differences for large "
                      "ones.\nFormula: d = x − target; loss = mean of d²/2 where |d| ≤ delta, else delta · (|d| − "
                      "delta/2). Default: delta 1.\nInput: any shape; the target of the data set must have the same "
                      "shape. Output: the input. Metrics: mean absolute and root mean squared error; for images [N, "
                      "C, H, W] also PSNR and SSIM, for numbers that span the range. Source: Huber 1964."),
    QT_TRANSLATE_NOOP("Core",
                      "A loss for segmentation that measures how well predicted and true areas overlap; small areas "
                      "count as much as large ones.\nFormula: loss = 1 − mean over the classes of (2 · sum of p · t "
                      "+ smooth) / (sum of p + sum of t + smooth), with the probabilities p (softmax), t 1 where the "
                      "class is the label, sums over the batch and all positions. Default: smooth 1.\nInput: scores "
                      "[N, K, H, W] with labels [N, H, W], or sequences [N, T, K] with labels [N, T]. Output: "
                      "probabilities of the same shape. Negative labels and the ignored one do not count. Source: "
                      "Milletari, Navab and Ahmadi 2016."),
    QT_TRANSLATE_NOOP("Core",
                      "A point that a connection passes through, to lead it around other layers or to deal one "
                      "output out neatly.\nFormula: y = x. Input and output: the same value, of any shape. It "
                      "computes nothing and costs nothing."),
    QT_TRANSLATE_NOOP("Core",
                      "A port of a block: on the block's own sheet it outputs the value at that input of a use.\nIt "
                      "passes values of any shape on as they are, and its name is the name of the input."),
    QT_TRANSLATE_NOOP("Core",
                      "A port of a block: what arrives here on the block's own sheet leaves each use at that "
                      "output.\nIt passes values of any shape on as they are, and its name is the name of the output."),
    QT_TRANSLATE_NOOP("Core",
                      "A sigmoid made of three straight lines: cheaper, and enough for gates in small "
                      "networks.\nFormula: y = min(max(x + 3, 0), 6) / 6.\nInput: any shape; output: the same shape. "
                      "Source: Howard et al. 2019."),
    QT_TRANSLATE_NOOP("Core",
                      "A smooth ReLU that lets a little of small negative numbers through.\nFormula: y = x · "
                      "tanh(log(1 + exp(x))).\nInput: any shape; output: the same shape. Source: Misra 2020."),
    QT_TRANSLATE_NOOP("Core",
                      "Adds its inputs number by number. A shortcut around some layers that ends here lets very deep "
                      "networks learn.\nFormula: y = x₁ + x₂ + …. All inputs must have the same shape, which is also "
                      "the output's."),
    QT_TRANSLATE_NOOP("Core",
                      "Adds to each step of a sequence numbers that say where it stands, which attention would not "
                      "know otherwise.\nFormula: y[n, t, k] = x[n, t, k] + p[t, k], with p[t, 2i] = sin(t / "
                      "10000^(2i/K)) and p[t, 2i+1] = cos of the same (sinusoidal), or with p learned.\nInput [N, T, "
                      "K]; output: the same shape.\nParameters: none, or weight [T, K] if learned. Default: "
                      "sinusoidal. Source: Vaswani et al. 2017."),
    QT_TRANSLATE_NOOP("Core",
                      "An ELU scaled so that a deep network of linear layers keeps mean 0 and variance 1 by itself. "
                      "Draw the weights with the\ndeviation 1/√inputs for that.\nFormula: y = 1.0507 · x where x > "
                      "0, else 1.0507 · 1.6733 · (exp(x) − 1).\nInput: any shape; output: the same shape. Source: "
                      "Klambauer et al. 2017."),
    QT_TRANSLATE_NOOP("Core",
                      "An input that training learns: it changes while the other layers are frozen. With the loss "
                      "“Layer difference” it becomes an input with the same features as another one, with “Style "
                      "difference” one of the same style, with “Maximise” the input that excites a layer "
                      "most.\nFormula: y = the numbers. No input; output: [N, shape], the same numbers for each "
                      "sample of the batch; a batch of one sample is enough.\nParameters: “value”, [1, shape], "
                      "without weight decay. Defaults: 1×28×28 of noise with deviation 0.1.\nSource: Mahendran and "
                      "Vedaldi 2015; Gatys, Ecker and Bethge 2016."),
    QT_TRANSLATE_NOOP("Core",
                      "Attention over the steps, then a small network for each step by itself; each is added to what "
                      "came in. Stack several of them.\nFormula: h = x + attention(norm(x)); y = h + "
                      "W₂·gelu(W₁·norm(h) + b₁) + b₂, with layer normalisation before each part.\nInput [N, T, K]; "
                      "output: the same shape. K must be a multiple of the heads.\nParameters: query, key, value and "
                      "output [K, K], expand [expansion·K, K] and contract [K, expansion·K] with a bias each; two "
                      "norms with scale and bias [K]. Defaults: 4 heads, not causal, expansion 4, dropout 0.1. "
                      "Sources: Vaswani et al. 2017; Xiong et al. 2020 (the norms come first)."),
    QT_TRANSLATE_NOOP("Core",
                      "Brings each channel of each sample to mean 0 and deviation 1, then scales and shifts it by "
                      "learned numbers: what is left is the pattern, without contrast and brightness.\nFormula: y = "
                      "scale · (x − mean) / √(variance + epsilon) + bias, with the mean and variance of one channel "
                      "of one sample.\nInput [N, C, L], [N, C, H, W] or [N, C, D, H, W]; output: the same "
                      "shape.\nParameters: scale [C] and bias [C]. Default: epsilon 1e-5. Source: Ulyanov et al. "
                      "2016."),
    QT_TRANSLATE_NOOP("Core",
                      "Brings each channel to mean 0 and deviation 1 over the batch, then scales and shifts it by "
                      "learned numbers. Training becomes faster and less sensitive to the learning rate.\nFormula: y "
                      "= scale · (x − mean) / √(variance + epsilon) + bias, per channel. In training mean and "
                      "variance are the batch's; otherwise the running ones: running = (1 − momentum) · running + "
                      "momentum · batch.\nInput [N, C, H, W], [N, C], [N, C, L] or [N, C, D, H, W]; output: the same "
                      "shape.\nParameters: scale [C] and bias [C]. Defaults: momentum 0.1, epsilon 1e-5. Source: "
                      "Ioffe and Szegedy 2015."),
    QT_TRANSLATE_NOOP("Core",
                      "Brings each group of channels of each sample to mean 0 and deviation 1, then scales and "
                      "shifts each channel by learned numbers. Unlike Batch norm it works with batches of any "
                      "size.\nFormula: y = scale · (x − mean) / √(variance + epsilon) + bias, with the mean and "
                      "variance of one group of one sample.\nInput [N, C, ...]; output: the same shape.\nParameters: "
                      "scale [C] and bias [C]. Defaults: 8 groups, epsilon 1e-5. Source: Wu and He 2018."),
    QT_TRANSLATE_NOOP("Core",
                      "Brings the features of each sample to mean 0 and deviation 1, then scales and shifts them by "
                      "learned numbers. Nothing depends on the other samples of the batch, so it is the same in "
                      "training and after.\nFormula: y = scale · (x − mean) / √(variance + epsilon) + bias.\nOver "
                      "features: K of [N, K] and of each step of [N, T, K], C at each place of [N, C, H, W]. Over "
                      "the whole sample: all numbers after N, with a scale for each channel. Output: the input's "
                      "shape.\nParameters: scale and bias, one for each feature or channel. Defaults: over features, "
                      "epsilon 1e-5. Source: Ba et al. 2016."),
    QT_TRANSLATE_NOOP("Core",
                      "Computes the mean, or the maximum, of each channel over the whole image: for any size, one "
                      "number for each channel is left.\nFormula: y[c] = mean over all positions of x[c], or the "
                      "maximum.\nInput [N, C, L], [N, C, H, W] or [N, C, D, H, W]; output [N, C], or an image of one "
                      "pixel [N, C, 1, 1] without flattening.\nDefaults: average, flattened. Source: Lin et al. 2013."),
    QT_TRANSLATE_NOOP("Core",
                      "Concatenates the channels of its inputs, in the order of the inputs.\nInputs [N, C₁, H, W], "
                      "[N, C₂, H, W], …: height and width must be the same; output [N, C₁ + C₂ + …, H, W]. Rows of "
                      "numbers [N, K₁], [N, K₂], … become [N, K₁ + K₂ + …]. The same applies along another "
                      "axis.\nDefault: axis 1 (the channels)."),
    QT_TRANSLATE_NOOP("Core",
                      "Cuts a value into parts along one axis, each with an output of its own: the opposite of "
                      "Concatenate.\nFormula: part k is x[…, start(k) … start(k) + size(k) − 1, …].\nInput: any "
                      "shape; outputs: the same with fewer positions along the axis. Together they are the whole "
                      "input.\nDefaults: 2 equal parts along axis 1 (the channels)."),
    QT_TRANSLATE_NOOP("Core",
                      "Cuts the border off the image, so that it fits another one: before a Concatenate, for "
                      "example.\nFormula: y[c, i, j] = x[c, i + above, j + left].\nInput [N, C, H, W], output [N, C, "
                      "H − above − below, W − left − right]; signals and volumes likewise.\nDefault: one place on "
                      "every side."),
    QT_TRANSLATE_NOOP("Core",
                      "Divides each number by what its neighbours say, so that a strong answer stands out. AlexNet "
                      "and GoogLeNet use it; newer networks take Batch norm instead.\nFormula: y = x / (offset + "
                      "alpha / m · sum of x² over the neighbours)^beta. Across channels the neighbours are `size` "
                      "channels at the same place (m = size); within channels size × size places of the same channel "
                      "(m = size²).\nInput [N, C, ...], within channels [N, C, H, W]; output: the same "
                      "shape.\nDefaults: size 5, alpha 0.0001, beta 0.75, offset 1, across channels. Source: "
                      "Krizhevsky et al. 2012."),
    QT_TRANSLATE_NOOP("Core",
                      "Divides the image into the given number of parts and computes the mean, or the maximum, of "
                      "each: images of any size become one size.\nFormula: part i of O along an axis of D is ⌊i·D/O⌋ "
                      "up to ⌈(i+1)·D/O⌉; parts may overlap by one.\nInput [N, C, H, W] (or [N, C, L], [N, C, D, H, "
                      "W]); output [N, C, ...size].\nDefaults: 7×7, average. Source: He et al. 2014."),
    QT_TRANSLATE_NOOP("Core",
                      "Each output is a learned weighted sum of all inputs (a fully connected layer). An image is "
                      "flattened first, so no Flatten is needed before it. A sequence [N, T, K] keeps its steps: "
                      "each step is taken by itself, with the same weights; put Flatten before the layer to take all "
                      "steps at once.\nFormula: y = x · Wᵀ + b.\nInput [N, K], or [N, C, H, W] taken as K = C·H·W "
                      "numbers; output [N, units]. Input [N, T, K]; output [N, T, units].\nParameters: weight "
                      "[units, K] and bias [units]. Defaults: 128 units, with bias."),
    QT_TRANSLATE_NOOP("Core",
                      "Each step of a sequence asks (query), is found (key) and gives (value): what it becomes is a "
                      "mean of the values of all steps, weighted by how well their keys fit its query. Several heads "
                      "ask for different things at once.\nFormula: y = softmax(Q·Kᵀ/√d)·V for each head of d = K / "
                      "heads numbers, with Q, K and V linear in the input; the heads side by side go through one "
                      "more linear map.\nInput [N, T, K]; output: the same shape. K must be a multiple of the "
                      "heads.\nParameters: query, key, value and output [K, K] with a bias each. Defaults: 4 heads, "
                      "not causal, no dropout. Source: Vaswani et al. 2017."),
    QT_TRANSLATE_NOOP("Core",
                      "Gives each sample another shape, with its numbers in the same order. The batch axis is "
                      "unchanged.\nInput [N, ...]; output [N, ...shape] with as many numbers: 0 copies an extent of "
                      "the input, -1 is what is left.\nDefault: -1, a row of all numbers."),
    QT_TRANSLATE_NOOP("Core",
                      "In training sets each number to zero with the given probability and makes the others larger "
                      "to match, so that no unit can rely on a single other one. Outside training it does "
                      "nothing.\nFormula: y = x · m / (1 − p), where m is 0 with probability p and 1 otherwise, "
                      "drawn again in each step.\nOutput: the input's shape. Default: 0.5. Source: Srivastava et al. "
                      "2014."),
    QT_TRANSLATE_NOOP("Core",
                      "In training sets whole channels to zero with the given probability and makes the others "
                      "larger to match. Outside training it does nothing.\nFormula: y[c] = x[c] · m[c] / (1 − p), "
                      "where m[c] is 0 with probability p and 1 otherwise, drawn anew for each sample and "
                      "step.\nInput [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output: the same shape. Default: "
                      "0.5. Source: Tompson et al. 2015."),
    QT_TRANSLATE_NOOP("Core",
                      "Learns an embedding in which samples with the same label lie close together and others at "
                      "least a margin apart. All pairs of the batch count.\nFormula: loss = mean over pairs of d²/2 "
                      "for equal labels, max(0, margin − d)²/2 for different ones, d the distance. Default: margin "
                      "1.\nInput: embeddings [N, D]; output: the same. The labels come from the data set; negative "
                      "ones do not count. Source: Hadsell, Chopra and LeCun 2006."),
    QT_TRANSLATE_NOOP("Core",
                      "Learns an embedding in which the farthest sample with the same label is closer than the "
                      "nearest one with another label, by a margin. Batches must hold several samples of each "
                      "label.\nFormula: loss = mean over the samples of max(0, margin + largest distance to the same "
                      "label − smallest distance to another). Samples without both do not count. Default: margin "
                      "0.2.\nInput: embeddings [N, D]; output: the same. The labels come from the data set; negative "
                      "ones do not count. Source: Hermans, Beyer and Leibe 2017 (batch hard)."),
    QT_TRANSLATE_NOOP("Core",
                      "Lets positive numbers through and multiplies negative ones by a small slope, so that no unit "
                      "falls silent for good.\nFormula: y = x where x > 0, else slope · x. Default: slope "
                      "0.01.\nInput: any shape; output: the same shape. Source: Maas, Hannun and Ng 2013."),
    QT_TRANSLATE_NOOP("Core",
                      "Lets positive numbers through; negative ones tend smoothly to −alpha, which keeps the mean "
                      "near zero.\nFormula: y = x where x > 0, else alpha · (exp(x) − 1). Default: alpha 1.\nInput: "
                      "any shape; output: the same shape. Source: Clevert, Unterthiner and Hochreiter 2016."),
    QT_TRANSLATE_NOOP("Core",
                      "Looks each symbol up in a learned table: symbols that are used alike come to lie near each "
                      "other.\nFormula: y[n, t] = W[x[n, t]]. A negative symbol means \"nothing\" and yields "
                      "zeros.\nInput: symbols [N, T], each from 0 to symbols − 1; output [N, T, size].\nParameters: "
                      "weight [symbols, size], drawn from a normal distribution. Defaults: 256 symbols, size 128, "
                      "deviation 1. Source: Bengio et al. 2003."),
    QT_TRANSLATE_NOOP("Core",
                      "Makes an image larger again: puts each number where a Max pooling layer found its largest, "
                      "and zeros elsewhere. Switch on “Give positions” there and connect its second "
                      "output.\nFormula: y[c, position[c, i, j]] = x[c, i, j], zero where no position points.\nInput "
                      "and positions [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output [N, C, OH, OW] with OH = "
                      "(H − 1)·stride − 2·padding + kernel, or the size that is given.\nDefaults: windows of 2×2, "
                      "stride 2, no padding. Source: Zeiler and Fergus 2014."),
    QT_TRANSLATE_NOOP("Core",
                      "Makes the image larger by turning channels into pixels: each place's numbers become a small "
                      "square.\nFormula: y[c, h·r + a, w·r + b] = x[(c·r + a)·r + b, h, w] with the factor r.\nInput "
                      "[N, C·r², H, W]; output [N, C, H·r, W·r]. Default: factor 2. Source: Shi et al. 2016."),
    QT_TRANSLATE_NOOP("Core",
                      "Makes the image larger or smaller: each position gets the nearest number, or a linear "
                      "interpolation of its neighbours.\nFormula: output i of O along an axis of D lies at (i + "
                      "½)·D/O − ½ (pixel areas), i·(D − 1)/(O − 1) (corner pixels) or i·D/O (first pixels).\nInput "
                      "[N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output [N, C, ...size].\nDefaults: twice as "
                      "large, nearest, pixel areas."),
    QT_TRANSLATE_NOOP("Core",
                      "Makes the image larger: each place writes its filters, weighted by its numbers, onto the "
                      "output. It is what a convolution does backward.\nFormula: y[m, i·stride + u·dilation − "
                      "padding, j·stride + v·dilation − padding] += w[c, m, u, v] · x[c, i, j] for all c, u, v, i, "
                      "j; then + b[m].\nInput [N, C, H, W], output [N, filters, OH, OW] with OH = (H − 1)·stride − "
                      "2·padding + dilation·(kernel − 1) + 1 + output padding; OW likewise. Signals and volumes "
                      "likewise, along one axis or three.\nParameters: weight [C, filters / groups, kernel height, "
                      "kernel width] and bias [filters].\nDefaults: 32 filters of 2×2, stride 2, no padding, no "
                      "dilation, one group, with bias. Source: Dumoulin and Visin 2016."),
    QT_TRANSLATE_NOOP("Core",
                      "Multiplies by a factor and adds a number: fixed, to bring data to another scale, or learned "
                      "for each channel.\nFormula: y = scale · x + bias.\nInput [N, C, H, W], [N, C, L] or [N, K] "
                      "(fixed: any shape); output: the same shape.\nParameters when learned: scale [C] and bias [C], "
                      "which begin with the numbers given. Defaults: learned, from scale 1 and bias 0 on."),
    QT_TRANSLATE_NOOP("Core",
                      "Multiplies each number by its hard sigmoid: a cheap stand-in for SiLU in small "
                      "networks.\nFormula: y = x · min(max(x + 3, 0), 6) / 6.\nInput: any shape; output: the same "
                      "shape. Source: Howard et al. 2019."),
    QT_TRANSLATE_NOOP("Core",
                      "Multiplies each number by its sigmoid: a smooth ReLU, also called swish.\nFormula: y = x / (1 "
                      "+ exp(−x)).\nInput: any shape; output: the same shape. Source: Elfwing, Uchibe and Doya 2018."),
    QT_TRANSLATE_NOOP("Core",
                      "Multiplies each number by the chance that a normal number is smaller: a smooth ReLU, usual in "
                      "transformers.\nFormula: y = x/2 · (1 + erf(x/√2)); approximate: y = x/2 · (1 + tanh(√(2/π) · "
                      "(x + 0.044715 x³))).\nInput: any shape; output: the same shape. Source: Hendrycks and Gimpel "
                      "2016."),
    QT_TRANSLATE_NOOP("Core",
                      "Multiplies its inputs number by number: one branch gates what another lets through.\nFormula: "
                      "y = x₁ · x₂ · …. All inputs must have the same shape, which is also the output's; or all but "
                      "the first may have one number for each channel ([N, C, 1, 1]), as attention over channels has."),
    QT_TRANSLATE_NOOP("Core",
                      "Multiplies the matrices of its two inputs, sample by sample.\nFormula: y = A · B, either one "
                      "transposed first where asked for.\nInputs [N, ..., M, K] and [N, ..., K, L]; output [N, ..., "
                      "M, L]. All axes before the last two must be the same in both.\nDefault: nothing is transposed."),
    QT_TRANSLATE_NOOP("Core",
                      "Numbers that do not depend on the input: what a model adds, multiplies by or joins, such as "
                      "the first token of a vision transformer.\nFormula: y = the numbers. No input; output: the "
                      "shape as it is, or [N, shape] where it is for each sample.\nParameters: “value”, of the "
                      "shape, where the numbers are stored; it keeps what was read unless it is learned. Positions "
                      "are whole numbers, for ops that look rows up.\nDefaults: one number 0, shape 1."),
    QT_TRANSLATE_NOOP("Core",
                      "Puts a border around the image: a constant, the image mirrored at its edge, or the edge "
                      "itself again. Convolutions add zeros by themselves; this layer is for other "
                      "borders.\nFormula: y[c, i, j] = x[c, i − above, j − left] inside.\nInput [N, C, H, W], output "
                      "[N, C, above + H + below, left + W + right]; signals and volumes likewise.\nDefaults: one "
                      "place on every side, zeros."),
    QT_TRANSLATE_NOOP("Core",
                      "Puts the axes of each sample into another order: steps before features, channels after "
                      "positions. The batch stays first.\nFormula: axis i of the output is axis order[i] of the "
                      "input.\nInput [N, ...]; output: the same extents in the new order. Default: 2, 1, which turns "
                      "[N, T, K] into [N, K, T]."),
    QT_TRANSLATE_NOOP("Core",
                      "Reads a sequence step by step and keeps a memory (the cell) that gates write, forget and "
                      "read; so it learns what lies many steps apart.\nFormula: i, f, o = sigmoid of (W·x + U·h + "
                      "b), g = tanh of the same; c′ = f·c + i·g; h′ = o·tanh(c′), which is the output of the "
                      "step.\nInput [N, T, K]; output [N, T, units], or [N, units] of the last state; twice as many "
                      "numbers in both directions.\nParameters of each recurrence: weight_input [4·units, K], "
                      "weight_hidden [4·units, units], bias_input and bias_hidden [4·units], drawn evenly between "
                      "±1/√units.\nFirst state, carried over: for texts to be continued. A batch of N windows is N "
                      "places of the text that are read side by side: row i of a batch goes on where row i of the "
                      "batch before ended, and begins with the state that this ended with (learning still looks back "
                      "no further than the window). The state is zero at the beginning of each epoch and of each "
                      "validation, and where the text does not go on; validation keeps its own. Windows must lie one "
                      "behind the other, as an import with step 0 cuts them. Batches in a row are alike then: let "
                      "the learning rate fall towards the end (Cosine). A single sample begins at zero.\nDefaults: "
                      "128 units, one layer, one direction, the whole sequence, first state zero, no dropout. "
                      "Source: Hochreiter and Schmidhuber 1997; gates as in PyTorch."),
    QT_TRANSLATE_NOOP("Core",
                      "Reads a sequence step by step and mixes its previous state with the new input. Smaller than "
                      "an LSTM and often as good.\nFormula: r, z = sigmoid of (W·x + U·h + b); n = tanh(W·x + b + "
                      "r·(U·h + e)); h′ = (1 − z)·n + z·h, which is the output of the step.\nInput [N, T, K]; output "
                      "[N, T, units], or [N, units] of the last state; twice as many numbers in both "
                      "directions.\nParameters of each recurrence: weight_input [3·units, K], weight_hidden "
                      "[3·units, units], bias_input and bias_hidden [3·units], drawn evenly between "
                      "±1/√units.\nFirst state, carried over: for texts to be continued. A batch of N windows is N "
                      "places of the text that are read side by side: row i of a batch goes on where row i of the "
                      "batch before ended, and begins with the state that this ended with (learning still looks back "
                      "no further than the window). The state is zero at the beginning of each epoch and of each "
                      "validation, and where the text does not go on; validation keeps its own. Windows must lie one "
                      "behind the other, as an import with step 0 cuts them. Batches in a row are alike then: let "
                      "the learning rate fall towards the end (Cosine). A single sample begins at zero.\nDefaults: "
                      "128 units, one layer, one direction, the whole sequence, first state zero, no dropout. "
                      "Source: Cho et al. 2014; gates as in PyTorch."),
    QT_TRANSLATE_NOOP("Core",
                      "Reads a sequence step by step; the state of each step is made of the input and the state "
                      "before. It forgets soon: use LSTM or GRU for long sequences.\nFormula: h′ = f(W·x + U·h + b + "
                      "e), with f = tanh or ReLU; h′ is the output of the step.\nInput [N, T, K]; output [N, T, "
                      "units], or [N, units] of the last state; twice as many numbers in both "
                      "directions.\nParameters of each recurrence: weight_input [units, K], weight_hidden [units, "
                      "units], bias_input and bias_hidden [units], drawn evenly between ±1/√units.\nFirst state, "
                      "carried over: for texts to be continued. A batch of N windows is N places of the text that "
                      "are read side by side: row i of a batch goes on where row i of the batch before ended, and "
                      "begins with the state that this ended with (learning still looks back no further than the "
                      "window). The state is zero at the beginning of each epoch and of each validation, and where "
                      "the text does not go on; validation keeps its own. Windows must lie one behind the other, as "
                      "an import with step 0 cuts them. Batches in a row are alike then: let the learning rate fall "
                      "towards the end (Cosine). A single sample begins at zero.\nDefaults: 128 units, one layer, "
                      "one direction, the whole sequence, first state zero, no dropout. The activation is tanh. "
                      "Source: Elman 1990."),
    QT_TRANSLATE_NOOP("Core",
                      "Sets negative numbers to zero and lets the others through: the most used "
                      "activation.\nFormula: y = max(0, x).\nInput: any shape; output: the same shape. Source: Nair "
                      "and Hinton 2010."),
    QT_TRANSLATE_NOOP("Core",
                      "Slides learned filters over the image; each filter answers at every place how much its "
                      "pattern is there.\nFormula: y[m, i, j] = b[m] + sum over c, u, v of w[m, c, u, v] · x[c, "
                      "i·stride + u·dilation − padding, j·stride + v·dilation − padding].\nInput [N, C, H, W], "
                      "output [N, filters, OH, OW] with OH = (H + 2·padding − dilation·(kernel − 1) − 1) / stride + "
                      "1, rounded down; the same for OW.\nThe same for signals [N, C, L] and volumes [N, C, D, H, "
                      "W], along one axis or three.\nParameters: weight [filters, C / groups, kernel height, kernel "
                      "width] and bias [filters].\nDefaults: 32 filters of 3×3, stride 1, no padding, no dilation, "
                      "one group, with bias."),
    QT_TRANSLATE_NOOP("Core",
                      "Squeezes each number into the range from 0 to 1.\nFormula: y = 1 / (1 + exp(−x)).\nInput: any "
                      "shape; output: the same shape."),
    QT_TRANSLATE_NOOP("Core",
                      "Squeezes each number into the range from −1 to 1.\nFormula: y = tanh(x) = (exp(x) − exp(−x)) "
                      "/ (exp(x) + exp(−x)).\nInput: any shape; output: the same shape."),
    QT_TRANSLATE_NOOP("Core",
                      "Squeezes numbers between −1 and 1 like tanh, but levels off more slowly.\nFormula: y = x / (1 "
                      "+ |x|).\nInput: any shape; output: the same shape. Source: Bergstra et al. 2009."),
    QT_TRANSLATE_NOOP("Core",
                      "Stands for all that is drawn on the sheet of a block, which is drawn once and can be used "
                      "many times.\nEach use has weights of its own. Its inputs and outputs are the ports on that "
                      "sheet."),
    QT_TRANSLATE_NOOP("Core",
                      "Stands where an imported network has a layer that Fovea does not know. It keeps that layer's "
                      "text, so that an export to the same program restores it unchanged; running the network needs "
                      "another layer in its place.\nInputs and outputs: as many as the unknown layer has; what their "
                      "shapes are, nobody here knows.\nDefaults: one input, one output."),
    QT_TRANSLATE_NOOP("Core",
                      "Subtracts from each number the mean of its neighbourhood, over all channels, and divides by "
                      "the neighbourhood's deviation: light and contrast go, edges stay.\nFormula: v = x − Σ w·x; σ "
                      "= √(Σ w·v² + epsilon); y = v / max(σ, mean of σ over the image). The weights w fall off like "
                      "a bell curve and add up to 1 over size × size places and all channels; at the edge they are "
                      "those inside the image.\nInput [N, C, H, W]; output: the same shape.\nDefaults: size 9, "
                      "deviation 1.6, epsilon 0.0001. Source: Jarrett et al. 2009."),
    QT_TRANSLATE_NOOP("Core",
                      "Takes neighbouring positions along one axis: some channels of an image, some steps of a "
                      "sequence.\nFormula: y[…, i, …] = x[…, start + i, …] for i from 0 to length − 1.\nInput: any "
                      "shape; output: the same with `length` positions along the axis.\nDefaults: axis 1 (the "
                      "channels), start 0, length 1."),
    QT_TRANSLATE_NOOP("Core",
                      "Takes the largest number of each window, channel by channel: the image becomes smaller, and "
                      "small shifts matter less.\nFormula: y[c, i, j] = max over u, v of x[c, i·stride + u − "
                      "padding, j·stride + v − padding]; the border is never the largest.\nInput [N, C, H, W], "
                      "output [N, C, OH, OW] with OH = (H + 2·padding − kernel) / stride + 1, rounded down (or up if "
                      "asked); OW likewise. Signals [N, C, L] and volumes [N, C, D, H, W] likewise.\nDefaults: "
                      "windows of 2×2, stride 2, no padding, rounded down."),
    QT_TRANSLATE_NOOP("Core",
                      "Takes the largest of its inputs, number by number, as maxout networks do.\nFormula: y = "
                      "max(x₁, x₂, …). All inputs must have the same shape, which is also the output's. Source: "
                      "Goodfellow et al. 2013."),
    QT_TRANSLATE_NOOP("Core",
                      "Takes the mean of each window, channel by channel: the image becomes smaller and "
                      "smoother.\nFormula: y[c, i, j] = mean over u, v of x[c, i·stride + u − padding, j·stride + v "
                      "− padding]; the border is left out of the mean unless asked for.\nInput [N, C, H, W], output "
                      "[N, C, OH, OW] with OH = (H + 2·padding − kernel) / stride + 1, rounded down (or up if "
                      "asked); OW likewise. Signals [N, C, L] and volumes [N, C, D, H, W] likewise.\nDefaults: "
                      "windows of 2×2, stride 2, no padding, rounded down, border not counted."),
    QT_TRANSLATE_NOOP("Core",
                      "Takes the second input from the first, number by number.\nFormula: y = a − b. Both inputs "
                      "must have the same shape, which is also the output's."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss for predicting a whole distribution: another network's probabilities, or the shares "
                      "of several raters. It turns the scores into probabilities (softmax).\nFormula: loss = sum "
                      "over k of t[k] · (log t[k] − log p[k]), mean over the batch; 0 where t[k] is 0.\nInput: "
                      "scores [N, K]; the target of the data set must be probabilities [N, K]. Output: probabilities "
                      "[N, K]. Source: Kullback and Leibler 1951."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss for predicting numbers: the mean of the absolute differences (L1). Outliers count "
                      "less than with squares, and images come out sharper.\nFormula: loss = mean of |x − "
                      "target|.\nInput: any shape; the target of the data set must have the same shape. Output: the "
                      "input. Metrics: mean absolute and root mean squared error; for images [N, C, H, W] also PSNR "
                      "and SSIM, for numbers that span the range."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss for predicting numbers: the mean of the squared differences. Large errors count "
                      "most.\nFormula: loss = mean of (x − target)².\nInput: any shape; the target of the data set "
                      "must have the same shape. Output: the input. Metrics: mean absolute and root mean squared "
                      "error; for images [N, C, H, W] also PSNR and SSIM, for numbers that span the range."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss for sequences where the order of the labels is known, but not when each of them "
                      "happens: handwriting, speech. It adds up all ways to stretch the labels over the steps, with "
                      "blanks between them.\nFormula: loss = mean over the batch of −log P(labels) / number of "
                      "labels, where P is the sum over all such ways of the product of each step's softmax "
                      "probabilities.\nInput: scores [N, T, K], class 0 being the blank; output: probabilities [N, "
                      "T, K]. The labels are whole numbers [N, targets] from 1 to K − 1, and −1 after the last one. "
                      "A row of labels that needs more than T steps is left out.\nWhere the data set knows how long "
                      "each sound was before it was filled up to the length of all, as those with transcripts do, "
                      "only that share of the T steps counts, rounded up to whole steps: neither loss nor gradient "
                      "depends on what follows it. A layer before it that looks ahead, such as an LSTM in both "
                      "directions, still sees the filling.\nDefault: 32 targets. Source: Graves et al. 2006."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss for telling classes apart. It turns the scores into probabilities (softmax) and "
                      "measures how little of them the right class gets; training makes that small.\nFormula: loss = "
                      "mean of −log(exp(x[label]) / sum over k of exp(x[k])).\nInput: scores [N, K], one for each of "
                      "K classes, with one label for each sample; or with a label for each position: images [N, K, "
                      "H, W] with labels [N, H, W], sequences [N, T, K] with labels [N, T]. Output: probabilities of "
                      "the same shape. The labels come from the data set. Shares of the classes are numbers [N, K], "
                      "1 in sum, with −sum over k of share[k] · log p[k] as the loss; where transforms mix samples, "
                      "training takes shares by itself.\nClass weights make rare classes count more (the mean is "
                      "then a weighted one). Label smoothing gives a share of each label to all classes, against "
                      "overconfidence. Negative labels and the ignored one do not count.\nDefaults: one label for "
                      "each sample, no weights, no smoothing. Source: Szegedy et al. 2016 (smoothing)."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss for yes-or-no answers, of which several may be true at once. It turns each score "
                      "into a probability (sigmoid).\nFormula: loss = mean of −w · t · log(s) − (1 − t) · log(1 − "
                      "s), s the sigmoid of the score, t the target (0 or 1, or between).\nInput: scores [N, K] or "
                      "any shape; the target of the data set must be numbers of the same shape. Output: "
                      "probabilities.\nDefault: weight w of positives 1; a larger one makes rare yes answers count "
                      "more."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss that gives one layer the style of another: channels go together as they do there, "
                      "whatever their places.\nFormula: G[i, j] = mean over positions of x[i] · x[j] (the Gram "
                      "matrix); loss = mean of (G − G of the reference)². The gradient goes to both.\nInputs: two "
                      "with as many channels, [N, C, H, W] or [N, C, L]; their sizes may differ. Output: the first. "
                      "It needs no target of the data set. Source: Gatys, Ecker and Bethge 2016."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss that makes a layer say as much as it can. Behind a Learned input and frozen layers "
                      "it finds the input that excites them most; a Slice before it chooses a channel or a "
                      "class.\nFormula: loss = − mean of x. It has no lower bound: let few steps be enough, or add a "
                      "loss that holds the input.\nInput: any shape. Output: the input. It needs no target of the "
                      "data set. Source: Erhan, Bengio, Courville and Vincent 2009."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss that makes one layer equal another: features of a learned input and of an image "
                      "(inversion, content), or of a small network and of a large one (distillation).\nFormula: loss "
                      "= mean of (x − reference)². The gradient goes to both; freeze the layers before the reference "
                      "where it should stay.\nInputs: two of one shape. Output: the first. It needs no target of the "
                      "data set. Source: Mahendran and Vedaldi 2015."),
    QT_TRANSLATE_NOOP("Core",
                      "Turns scores into logarithms of probabilities, without losing the small ones. Cross-entropy "
                      "does this itself, so none is needed before it.\nFormula: y[k] = x[k] − log(sum over j of "
                      "exp(x[j])), along one axis. Default: axis 1, the channels; −1 is the last.\nInput [N, K], [N, "
                      "C, H, W] or [N, T, K]; output: the same shape."),
    QT_TRANSLATE_NOOP("Core",
                      "Turns scores into probabilities: all positive, and 1 in sum over the channels. Cross-entropy "
                      "does this itself, so none is needed before it.\nFormula: y[k] = exp(x[k]) / sum over j of "
                      "exp(x[j]).\nInput [N, K] or [N, C, H, W] (over C, at each place); output: the same shape. "
                      "Default: axis 1."),
    QT_TRANSLATE_NOOP("Core",
                      "Where the samples of a data set enter the network.\nOutput of numbers: [N, C, H, W] for the "
                      "shape C×H×W of images; [N, K], [N, C, L] or [N, T, K], and [N, C, D, H, W] for shapes of one, "
                      "two and four extents. N is the batch: how many samples come at once.\nOutput of symbols: "
                      "whole numbers [N, T], each from 0 to one less than there are symbols; an Embedding turns them "
                      "into numbers.\nThe shape must be that of the data set's samples, or what the transforms make "
                      "of them. Default: numbers, 1×28×28."),
    QT_TRANSLATE_NOOP("Core",
                      "Writes the channels and rows of an image one after another into a single row of "
                      "numbers.\nInput [N, C, H, W], output [N, C·H·W]. A row of numbers is unchanged."),
};

}  // namespace

std::span<const char* const> coreHelpWords() {
  return kHelpWords;
}

}  // namespace fovea
