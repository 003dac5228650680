// Why: draws any kind of sample, small in the grid or large beside it: images and slices of volumes directly,
// spectrograms in colours, waveforms as curves, symbols as text, with boxes and masks on top.
// Thread-safety: pure functions, for worker threads too.
#pragma once
#include <QColor>
#include <QImage>

#include "core/data/store/dataset.h"

class QPainter;

namespace fovea {

// The colours of boxes and masks: easy to distinguish for the first ten classes.
QColor classColor(std::int32_t label);

// Null if the input is not a picture (symbols, see inputText()). `ink` is the colour of curves. Of a volume one slice
// is drawn: the middle one if `slice` is negative.
QImage inputImage(const Tensor& input, const DatasetInfo& info, const QColor& ink, std::int64_t slice = -1);
// Whether inputImage() draws it as the spectrogram of a sound, with row 0 at the bottom.
bool isSpectrogram(const Tensor& input, const DatasetInfo& info);
// Symbols as text, and other non-picture numbers in short form; else empty.
QString inputText(const Tensor& input, const DatasetInfo& info);
QString symbolText(std::span<const std::int32_t> symbols, const DatasetInfo& info);
// The same symbol by symbol. A character of several bytes stands at its last byte, and its others are empty.
QStringList symbolTexts(std::span<const std::int32_t> symbols, const DatasetInfo& info);

// Converts u8 labels [1, H, W], or of a volume one slice as inputImage() does, to colours; transparent for ignored
// pixels and a class named background.
QImage maskImage(const Tensor& mask, const DatasetInfo& info, std::int64_t slice = -1);

struct BoxStyle {
  QColor color;
  Qt::PenStyle line = Qt::SolidLine;
  double width = 1.5;
  int letter = 0;  // height of the name's letters in pixels; 0: no name
};

// BoxStyle::letter for a picture of `side` device pixels: none in small ones, which names would cover.
int boxLetter(int side);
// Draws the outline of a box, with a dark rim so that it shows on any picture, and its name above.
void drawBox(QPainter& painter, const QRectF& place, const QString& name, const BoxStyle& style);

// Draws the boxes of an image of `extent` pixels, scaled to all of `canvas`; with names `letter` pixels high, unless
// that is 0.
void drawBoxes(QImage& canvas, const QSize& extent, const std::vector<Box>& boxes, const DatasetInfo& info,
               double penWidth, int letter);

// Mask and boxes for an image of `extent` pixels, for ImageView::setOverlay; null if there is neither. Drawn at `side`
// device pixels, ideally the displayed size.
QImage annotations(const Sample& sample, const QSize& extent, const DatasetInfo& info, double maskOpacity, int side);

// A sample as a picture of `side` device pixels, with its boxes and mask.
QImage thumbnail(const SampleView& sample, const DatasetInfo& info, int side, const QColor& ink);

}  // namespace fovea
