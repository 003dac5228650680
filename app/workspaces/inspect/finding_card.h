// Why: one diagnosis as a card: what looks wrong, the evidence in words and as a drawing, and a button for each fix.
#pragma once
#include <QList>

#include "core/inspect/diagnosis.h"
#include "widgets/theme/card.h"

class QPushButton;

namespace fovea {

class EvidenceView;

class FindingCard : public Card {
  Q_OBJECT
 public:
  explicit FindingCard(Diagnosis finding, QWidget* parent = nullptr);

  const Diagnosis& finding() const { return finding_; }
  // In the order of the fixes.
  const QList<QPushButton*>& fixButtons() const { return fixes_; }
  // Null if the finding has no samples.
  QPushButton* samplesButton() const { return samples_; }
  // Null if there is nothing to draw.
  EvidenceView* evidence() const { return evidence_; }

 Q_SIGNALS:
  void fixWanted(const fovea::DiagnosisFix& fix);
  void samplesWanted();

 private:
  QWidget* buildButtons();

  Diagnosis finding_;
  QList<QPushButton*> fixes_;
  QPushButton* samples_ = nullptr;
  EvidenceView* evidence_ = nullptr;
};

}  // namespace fovea
