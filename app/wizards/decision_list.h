// Why: what an importer guessed is shown before anything is written: what, why, and the way to decide otherwise. Where
// it is not sure it asks, and the answers are buttons.
#pragma once
#include <QWidget>

#include "core/base/schema.h"
#include "core/data/import_decision.h"

class QVBoxLayout;

namespace fovea {

// An alternative of a decision as the wizard applies it: it sets fields of the form, or chooses another importer.
struct DecisionAnswer {
  FieldValues values;
  std::string kind;  // name of the importer; empty: the same one
};

// InvalidArgument for what is neither.
Result<DecisionAnswer> readAlternative(const Schema& schema, const std::string& alternative);

class DecisionList : public QWidget {
  Q_OBJECT
 public:
  explicit DecisionList(QWidget* parent = nullptr);

  // Questions first. Alternatives name fields of `schema`; without one there is only to read.
  void setDecisions(std::vector<ImportDecision> decisions, const Schema& schema = {});
  // The entries are in the order in which they are shown.
  const std::vector<ImportDecision>& decisions() const { return decisions_; }
  // How many of them wait for an answer.
  int questions() const;

 Q_SIGNALS:
  // A person wants to decide otherwise, by that field.
  void changeWanted(const QString& field);
  void answered(const fovea::FieldValues& values);
  // A person wants the data to be imported by that importer instead.
  void kindWanted(const QString& importer);

 private:
  QWidget* makeRow(const ImportDecision& decision, const Schema& schema);
  QWidget* makeAnswers(const ImportDecision& decision, const Schema& schema);

  std::vector<ImportDecision> decisions_;
  QVBoxLayout* rows_;
  QWidget* shown_ = nullptr;
};

}  // namespace fovea
