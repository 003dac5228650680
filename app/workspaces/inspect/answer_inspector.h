// Why: shows one sample of an evaluation as large as possible, with its properties, the network's answer and
// confidence, and possible corrections.
#pragma once
#include <QWidget>

#include "app/bridge/question.h"
#include "app/workspaces/inspect/shown_evaluation.h"

class QLabel;
class QPushButton;

namespace fovea {

class FactList;
class ImageView;
class ProbabilityBars;

class AnswerInspector : public QWidget {
  Q_OBJECT
 public:
  explicit AnswerInspector(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Shows the sample at an index of Evaluation::answers; negative: none.
  void show(const ShownEvaluation& shown, std::int64_t position);
  // Marks the shown sample if it was corrected in `now`, the same evaluation after a correction.
  void follow(const ShownEvaluation& now);
  void clear();
  // Sets the sentence that is shown while there is no sample.
  void setHint(const QString& hint);
  ImageView* picture() const { return picture_; }
  ProbabilityBars* bars() const { return bars_; }
  QPushButton* relabelButton() const { return relabel_; }
  QPushButton* excludeButton() const { return exclude_; }
  QPushButton* layersButton() const { return layers_; }
  QString title() const;

 Q_SIGNALS:
  void editWanted(const fovea::SampleEdit& edit);
  // The user wants to see the layers for the sample at this index of the split.
  void layersWanted(qint64 index);
  // The prediction and its overlay are shown, or the request failed.
  void settled();

 private:
  void ask();
  void showReply(const SampleReply& reply);
  void showFacts();
  void showSecond(const QString& title, const QImage& picture, const QImage& overlay);

  Question<SampleReply> look_;
  std::optional<ShownEvaluation> shown_;
  std::int64_t position_ = -1;
  QString hint_;
  QLabel* title_;
  QLabel* subtitle_;
  QWidget* details_;
  ImageView* picture_;
  QLabel* secondTitle_;
  ImageView* second_;  // shows the network's answer or an explanation of it
  QLabel* predictionTitle_;
  ProbabilityBars* bars_;
  FactList* facts_;
  QLabel* note_;
  QPushButton* relabel_;
  QPushButton* exclude_;
  QPushButton* layers_;
};

}  // namespace fovea
