// Why: shows an importer's guesses, with reasons and alternatives, before anything is written. Where the importer is
// not sure, it asks, and the answers are buttons.
#pragma once
#include <QWidget>

#include "core/base/schema.h"
#include "core/data/importing/decision_answer.h"
#include "core/data/importing/import_decision.h"

class QScrollArea;
class QVBoxLayout;

namespace fovea {

class DecisionList : public QWidget {
  Q_OBJECT
 public:
  explicit DecisionList(QWidget* parent = nullptr);

  // This list in an area of its own that scrolls, under the heading "What was decided". The caller owns the area, which
  // owns the list.
  QScrollArea* inScrollArea();

  // Questions come first. Alternatives name fields of `schema`; without a schema the list is read-only.
  void setDecisions(std::vector<ImportDecision> decisions, const Schema& schema = {});
  // The decisions in display order.
  const std::vector<ImportDecision>& decisions() const { return decisions_; }
  // The number of unanswered questions.
  int questions() const;

 Q_SIGNALS:
  // The user wants to change this field.
  void changeWanted(const QString& field);
  void answered(const fovea::FieldValues& values);
  // The user wants to import the data with this importer instead, with these options of it.
  void kindWanted(const QString& importer, const fovea::FieldValues& values);

 private:
  QWidget* makeRow(const ImportDecision& decision, const Schema& schema);
  QWidget* makeAnswers(const ImportDecision& decision, const Schema& schema);

  std::vector<ImportDecision> decisions_;
  QVBoxLayout* rows_;
  QWidget* shown_ = nullptr;
};

}  // namespace fovea
