// Why: shows one diagnosis as a card: the problem, the evidence as text and as a drawing, and a button for each fix.
#pragma once
#include <QList>

#include "core/data/store/dataset.h"
#include "core/inspect/diagnosis.h"
#include "widgets/theme/card.h"

class QPushButton;

namespace fovea {

class EvidenceView;
class ThumbnailGrid;

class FindingCard : public Card {
  Q_OBJECT
 public:
  // `dataset` holds the samples of the evidence; if it is null, samples are not shown.
  FindingCard(Diagnosis finding, std::shared_ptr<const Dataset> dataset, QWidget* parent = nullptr);

  const Diagnosis& finding() const { return finding_; }
  // The buttons have the order of the finding's fixes.
  const QList<QPushButton*>& fixButtons() const { return fixes_; }
  // Returns null if the finding has no samples that can be shown.
  QPushButton* samplesButton() const { return samples_; }
  // Returns null if there is nothing to draw.
  EvidenceView* evidence() const { return evidence_; }
  // The first samples of a finding without another drawing; null otherwise.
  ThumbnailGrid* pictures() const { return pictures_; }

 Q_SIGNALS:
  void fixWanted(const fovea::DiagnosisFix& fix);
  void samplesWanted();

 private:
  QWidget* buildButtons();
  QWidget* buildDrawing();

  Diagnosis finding_;
  std::shared_ptr<const Dataset> dataset_;
  QList<QPushButton*> fixes_;
  QPushButton* samples_ = nullptr;
  EvidenceView* evidence_ = nullptr;
  ThumbnailGrid* pictures_ = nullptr;
};

}  // namespace fovea
