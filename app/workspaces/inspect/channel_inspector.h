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

  // `layer` is an index of result->layers; `channel` < 0: all channels. Without a result nothing is shown.
  void showChannel(const std::shared_ptr<const InspectionResult>& result, int layer, int channel);
  // A value of the layer under the cursor.
  void showValue(int channel, int x, int y, float value);
  // The same in words of its own.
  void showText(const QString& text);
  // The part of the input that the value depends on, as a line below it; empty: nothing is said.
  void showField(const QString& text);
  void hideValue();
  QString fieldText() const;
  QString valueText() const;
  // Adds a part below the figures. Takes ownership.
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
