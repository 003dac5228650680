// Why: shows statistics of the selected channel, or of the whole layer if none is selected.
#pragma once
#include <QWidget>
#include <memory>

#include "core/inspect/questions.h"

class QLabel;

namespace fovea {

class FactList;
class HistogramBars;

class ChannelInspector : public QWidget {
  Q_OBJECT
 public:
  explicit ChannelInspector(QWidget* parent = nullptr);

  // Shows channel `channel` (< 0: all) of the layer result->layers[layer]. Shows nothing without a result.
  void showChannel(const std::shared_ptr<const InspectionResult>& result, int layer, int channel);
  // Shows the layer's value under the cursor.
  void showValue(int channel, int x, int y, float value);
  // Shows a text in place of the value.
  void showText(const QString& text);
  // Describes, in a line below the value, the part of the input that it depends on; empty: shows nothing.
  void showField(const QString& text);
  void hideValue();
  QString fieldText() const;
  QString valueText() const;
  // Adds a widget below the statistics. Takes ownership.
  void addPart(QWidget* part);
  FactList* facts() const { return facts_; }

 private:
  QString channelName(int channel) const;

  std::shared_ptr<const InspectionResult> result_;
  int layer_ = -1;
  QLabel* title_;
  QLabel* value_;
  QLabel* field_;
  FactList* facts_;
  QWidget* details_;
  QLabel* histogramTitle_;
  HistogramBars* histogram_;
  QLabel* note_;
};

}  // namespace fovea
