// Why: shows a data set as a whole: its properties, the distributions of classes, sizes and brightness, and its mean
// image. Clicking a bar sets a filter.
#pragma once
#include <QWidget>

#include "app/workspaces/data/sample_browser.h"

class QLabel;
class QPushButton;

namespace fovea {

class FactList;
class HistogramBars;
class ImageView;
class ProbabilityBars;

class DataPanel : public QWidget {
  Q_OBJECT
 public:
  explicit DataPanel(SampleBrowser& browser, QWidget* parent = nullptr);
  FactList* facts() const { return facts_; }
  ProbabilityBars* classes() const { return classes_; }
  HistogramBars* sizes() const { return sizes_; }
  HistogramBars* brightness() const { return brightness_; }

 Q_SIGNALS:
  // The user wants to see what the import skipped.
  void skippedWanted();

 private:
  void showData();
  void showMean();
  void showView();
  void showClasses(const BrowserView& view);
  void classClicked(int row);
  void sizeClicked(int bin);
  void brightnessClicked(int bin);

  SampleBrowser& browser_;
  FactList* facts_;
  QPushButton* skipped_;
  QWidget* classBox_;
  ProbabilityBars* classes_;
  QLabel* moreClasses_;
  std::vector<std::int32_t> shownClasses_;  // by row
  QWidget* sizeBox_;
  HistogramBars* sizes_;
  QWidget* brightnessBox_;
  HistogramBars* brightness_;
  QWidget* meanBox_;
  ImageView* mean_;
};

}  // namespace fovea
