// Why: explanations of one answer by several methods are best compared side by side, each with a check whether it
// depends on what the network learned.
#pragma once
#include <QTimer>
#include <vector>

#include "app/bridge/question.h"
#include "core/inspect/questions.h"
#include "widgets/theme/card.h"

class QComboBox;
class QPushButton;
class QScrollArea;

namespace fovea {

class ExplainedSample;
class ExplanationTile;

class ExplanationsCard : public Card {
  Q_OBJECT
 public:
  ExplanationsCard(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Explains the score `target` (−1: the largest) of the sample by every method, one after the other. A hidden card
  // waits until it is shown.
  void setSubject(std::shared_ptr<const InspectionResult> result, std::int64_t target);
  void clear();
  const std::vector<ExplanationTile*>& tiles() const { return tiles_; }
  // Chooses the layer of Grad-CAM; the first entry stands for the last layer with positions.
  QComboBox* layerChooser() const { return layer_; }
  bool busy() const { return question_.busy() || sanity_.busy(); }

 Q_SIGNALS:
  // All methods have answered, or a sanity check has ended.
  void settled();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fillLayers();
  void start();
  void chooseLayer();
  void askFrom(std::size_t tile, bool onlyThis);
  void check(std::size_t tile);
  void cancelCheck();
  ExplanationRequest requestFor(AttributionMethod method) const;
  void arrange();

  Question<Attribution> question_;
  Question<SanityCheck> sanity_;
  std::shared_ptr<const InspectionResult> result_;
  std::int64_t target_ = -1;
  bool stale_ = false;
  bool layerDue_ = false;                // Grad-CAM of the chosen layer is computed when the others are
  ExplanationTile* checking_ = nullptr;  // the tile whose check is running
  QComboBox* layer_;
  QScrollArea* scroll_;
  QWidget* inside_;
  std::vector<ExplanationTile*> tiles_;
};

// One method's explanation.
class ExplanationTile : public QWidget {
  Q_OBJECT
 public:
  explicit ExplanationTile(AttributionMethod method, QWidget* parent = nullptr);

  AttributionMethod method() const { return method_; }
  ExplainedSample* sample() const { return sample_; }
  QPushButton* checkButton() const { return check_; }
  QString note() const;
  void showSample(const InspectionResult& result, int side);
  void showExplanation(const Attribution& attribution);
  // Says why there is no explanation.
  void showFailure(const QString& words);
  void showNote(const QString& words);
  // Shows again what was said with the explanation, or why it failed.
  void showOwnNote() { showNote(own_); }
  void setSide(int side);

 private:
  // Gives the note the height of its words: the flow layout ignores heights that depend on the width.
  void fitNote();

  AttributionMethod method_;
  QString own_;
  QLabel* title_;
  ExplainedSample* sample_;
  QLabel* note_;
  QPushButton* check_;
};

}  // namespace fovea
