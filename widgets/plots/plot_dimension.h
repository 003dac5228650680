// Why: the plots of a sweep place and label any setting or metric along an axis in the same way: a number, a number on
// a logarithmic scale, or one of a list of names. Also the colours from the worst result to the best. Pure functions.
#pragma once
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtGui/QColor>
#include <span>
#include <vector>

#include "widgets/theme/theme.h"

namespace fovea {

// One quantity of an axis: numbers, or a list of names.
struct PlotDimension {
  QString title{};
  bool logarithmic = false;    // all values are positive
  QStringList names{};         // non-empty: a value is an index into it
  bool lowerIsBetter = false;  // only the deciding metric
  bool share = false;          // written as per cent (see percentNumber)
  // "0.01", "adam", "92.5 %"; "–" for a value that the axis cannot show.
  QString text(double value) const;
  // With two digits and a power of ten where that is shorter, for a label without room: "5e-4".
  QString shortText(double value) const;
  // Infinities, numbers that are not positive on a logarithmic axis, and indices beyond the names become NaN.
  double shown(double value) const;
  bool operator==(const PlotDimension&) const = default;
};

struct PlotTick {
  double value = 0;
  QString text;
};

// The places of a dimension's values along its axis: from 0 (lowest) to 1.
class DimensionScale {
 public:
  DimensionScale() = default;
  // Covers all of `values` that the dimension can show, from one round number to another. A constant lies in the
  // middle; names are evenly spaced.
  DimensionScale(PlotDimension dimension, std::span<const double> values);

  // NaN for a value that the axis cannot show. Between two names lie the fractions between their indices.
  double position(double value) const;
  // The inverse; for names between the indices too.
  double value(double position) const;
  // Ticks from the lowest up, at least `gap` pixels apart on an axis of `length` pixels. A few round values, such as
  // the rows of a grid search, are labelled themselves; otherwise the ticks are round numbers, and on a logarithmic
  // axis powers of ten, with 2 and 5 where there are few.
  std::vector<PlotTick> ticks(double length, double gap) const;

 private:
  double scaled(double value) const;
  void roundEnds();
  double nextStep(double step) const;
  std::vector<PlotTick> linearTicks(std::size_t most) const;
  std::vector<PlotTick> logarithmicTicks(std::size_t most) const;
  std::vector<PlotTick> ends() const;

  PlotDimension dimension_;
  double low_ = 0, high_ = 1;       // of the axis, after the logarithm
  double step_ = 0.25;              // of a linear axis
  bool whole_ = false;              // all values are integers
  std::vector<double> labelled_{};  // values that are labelled themselves
};

// The colour of a result, from 0 (worst) to 1 (best). It differs in lightness and strength of colour, not in hue alone.
QColor resultColor(const Theme& theme, double standing);

}  // namespace fovea
