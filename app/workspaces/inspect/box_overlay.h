// Why: shows at a glance which boxes a network found correctly, which are false, and which it missed.
#pragma once
#include <QCoreApplication>
#include <QImage>

#include "core/inspect/box_reading.h"
#include "widgets/tables/fact_list.h"

namespace fovea {

class BoxOverlay {
  Q_DECLARE_TR_FUNCTIONS(fovea::BoxOverlay)
 public:
  // Draws the boxes over an image of `extent` pixels, for ImageView::setOverlay: right ones green, false ones red,
  // missed true boxes dashed. Adds names and probabilities if there is room. `side` is the size in device pixels.
  static QImage draw(const BoxReading& boxes, std::span<const Box> truths, const std::vector<std::string>& classes,
                     const QSize& extent, int side);
  // Returns a summary: "2 right, 1 false, 0 missed".
  static QString words(const BoxReading& boxes);
  // Returns the same summary as facts.
  static std::vector<FactList::Fact> facts(const BoxReading& boxes);
  // Explains the colours of draw().
  static QString legend();
  // Returns the label of a found box: "cat 92 %".
  static QString name(const DetectedBox& found, const std::vector<std::string>& classes);
};

}  // namespace fovea
