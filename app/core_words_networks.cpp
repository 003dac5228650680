// Why: lists the texts of suggested networks and of detection for the translators.
#include <QCoreApplication>
#include <array>

#include "app/core_words_parts.h"

namespace fovea {
namespace {

constexpr std::array kNetworkWords{
    QT_TRANSLATE_NOOP("Core", "A picture goes in, boxes around the objects in it come out."),
    QT_TRANSLATE_NOOP("Core", "As good with a tenth of the arithmetic: for phones and small computers."),
    QT_TRANSLATE_NOOP("Core", "Character LSTM"),
    QT_TRANSLATE_NOOP("Core", "Character transformer"),
    QT_TRANSLATE_NOOP("Core", "Convolutions over the wave itself, each four times coarser: words, noises, machines."),
    QT_TRANSLATE_NOOP("Core", "Convolutions over the wave itself, for sounds that were not made spectrograms."),
    QT_TRANSLATE_NOOP("Core", "Detection"),
    QT_TRANSLATE_NOOP("Core", "Each label has a yes or no of its own."),
    QT_TRANSLATE_NOOP("Core",
                      "Eighteen layers for pictures of about 32×32: far more accurate than LeNet, and far slower."),
    QT_TRANSLATE_NOOP("Core", "Find objects"),
    QT_TRANSLATE_NOOP("Core", "For changes that depend on what is in the picture, not only on the pixels around."),
    QT_TRANSLATE_NOOP("Core",
                      "Four layers that look at each place's surroundings: quick, for things told apart by "
                      "texture."),
    QT_TRANSLATE_NOOP("Core", "GRU listener"),
    QT_TRANSLATE_NOOP("Core", "Goes through the sound with a memory and says at each moment which letter it hears."),
    QT_TRANSLATE_NOOP("Core", "How much the place and the size of boxes count beside the centres."),
    QT_TRANSLATE_NOOP("Core", "Its loss forgives single samples that are far off, as measurements often are."),
    QT_TRANSLATE_NOOP("Core", "LSTM listener"),
    QT_TRANSLATE_NOOP("Core", "LeNet"),
    QT_TRANSLATE_NOOP("Core", "Looks at the spectrogram as at a picture: the usual way to tell sounds apart."),
    QT_TRANSLATE_NOOP("Core", "Looks back at all symbols at once: better with much text and patience."),
    QT_TRANSLATE_NOOP("Core", "Mini ResNet"),
    QT_TRANSLATE_NOOP("Core", "MobileNet-v2"),
    QT_TRANSLATE_NOOP("Core", "Multilayer perceptron"),
    QT_TRANSLATE_NOOP("Core", "Only 1.2 million parameters: less to learn by heart where samples are few."),
    QT_TRANSLATE_NOOP("Core", "Reads on symbol by symbol with a memory: learns spelling and style quickly."),
    QT_TRANSLATE_NOOP("Core", "ResNet-18"),
    QT_TRANSLATE_NOOP("Core", "ResNet-18 detector"),
    QT_TRANSLATE_NOOP("Core", "ResNet-18 for small images"),
    QT_TRANSLATE_NOOP("Core", "Robust perceptron"),
    QT_TRANSLATE_NOOP("Core", "SRCNN"),
    QT_TRANSLATE_NOOP("Core", "Sees the whole and the edges: the standard for masks, also with few samples."),
    QT_TRANSLATE_NOOP("Core",
                      "Seven convolutions over a grid with a quarter of the picture's size: quick, for a few kinds "
                      "of objects."),
    QT_TRANSLATE_NOOP("Core",
                      "Small and quick: it learns small pictures within a minute, and shows how all others work."),
    QT_TRANSLATE_NOOP("Core", "Small detector"),
    QT_TRANSLATE_NOOP("Core", "Small segmenter"),
    QT_TRANSLATE_NOOP("Core", "Spectrum network"),
    QT_TRANSLATE_NOOP("Core", "SqueezeNet 1.1"),
    QT_TRANSLATE_NOOP("Core", "Tells many kinds of objects apart in photographs, and takes its time."),
    QT_TRANSLATE_NOOP("Core",
                      "The loss that finds objects in images. A grid lies over the image; for each cell the "
                      "network says how probable the centre of an object of each class is, and what box it has.\n"
                      "Formula: loss = mean over the images of (sum over classes and cells of c + weight · sum "
                      "over the centres of |d|) / number of objects in the image, or 1. In the cell of a centre, c "
                      "= −(1 − p)² · log p; elsewhere c = −(1 − t)⁴ · p² · log(1 − p). p is the probability "
                      "sigmoid(score − 2.2), t is 1 in the cell of a centre and falls to 0 around it. d are the "
                      "differences in the box's four numbers: the distances of its centre from the left and the "
                      "upper edge of the cell, and the logarithms of its width and height, all in cells.\n"
                      "Input: scores [N, K + 4, H, W] for K classes: give the layer before it 4 filters more than "
                      "there are classes. A grid with a quarter of the image's height and width is usual; two "
                      "objects of a class in one cell become one. Output: the probabilities and the boxes, in the "
                      "same shape.\n"
                      "Default: weight of boxes 1. Source: Zhou, Wang and Krähenbühl 2019; boxes by logarithms as "
                      "in Redmon and Farhadi 2017."),
    QT_TRANSLATE_NOOP("Core", "The same with a simpler memory: a quarter less to compute."),
    QT_TRANSLATE_NOOP("Core", "The same, eight times as wide: for many samples of a crooked relation."),
    QT_TRANSLATE_NOOP("Core", "The samples are rows of numbers: three linear layers find how they go together."),
    QT_TRANSLATE_NOOP("Core", "The usual first choice for photographs: accurate, and it trains without tricks."),
    QT_TRANSLATE_NOOP("Core", "Three convolutions: sharpens and cleans images, and is quick to train."),
    QT_TRANSLATE_NOOP("Core", "Three linear layers with bends between them: enough for most tables."),
    QT_TRANSLATE_NOOP("Core", "Two residual blocks: how modern image networks are built, in small."),
    QT_TRANSLATE_NOOP("Core", "U-Net"),
    QT_TRANSLATE_NOOP("Core", "Wave network"),
    QT_TRANSLATE_NOOP("Core", "Weight of boxes"),
    QT_TRANSLATE_NOOP("Core", "Wide perceptron"),
};

}  // namespace

std::span<const char* const> networkWords() {
  return kNetworkWords;
}

}  // namespace fovea
