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

  // An index of Evaluation::answers; negative: none.
  void show(const ShownEvaluation& shown, std::int64_t position);
  void clear();
  // The sentence that is shown while no sample is.
  void setHint(const QString& hint);
  ImageView* picture() const { return picture_; }
  ProbabilityBars* bars() const { return bars_; }
  QPushButton* relabelButton() const { return relabel_; }
  QPushButton* excludeButton() const { return exclude_; }
  QPushButton* layersButton() const { return layers_; }
  QString title() const;

 Q_SIGNALS:
  void editWanted(const fovea::SampleEdit& edit);
  // Index within the split.
  void layersWanted(qint64 index);
  // Prediction and overlay are shown, or failed.
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
  ImageView* second_;  // the same with the network's input or output
  QLabel* predictionTitle_;
  ProbabilityBars* bars_;
  FactList* facts_;
  QLabel* note_;
  QPushButton* relabel_;
  QPushButton* exclude_;
  QPushButton* layers_;
};

}  // namespace fovea
