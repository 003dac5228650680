// Why: shows the samples behind a figure as pictures (worst, confident errors, probably wrong labels, a cell of the
// matrix) and lets the user correct them.
#pragma once
#include "app/workspaces/inspect/shown_evaluation.h"
#include "widgets/theme/card.h"

class QAction;
class QMenu;

namespace fovea {

class AnswerThumbnails;
class PillButton;
class ThumbnailGrid;

class SamplesCard : public Card {
  Q_OBJECT
 public:
  enum class List { Worst, ConfidentErrors, LabelErrors, Fixed, Broken, Cell, Chosen };

  explicit SamplesCard(QWidget* parent = nullptr);

  // Shows the worst samples if `another`; keeps the current list after corrections of the same evaluation.
  void show(const ShownEvaluation& shown, bool another);
  void clear();
  void showList(List list);
  // Shows a cell of the confusion matrix; kNoLabel matches any class.
  void showCell(std::int32_t label, std::int32_t prediction);
  // Shows and selects samples that were chosen elsewhere, with `title` and `remark` while the list is shown.
  void showChosen(std::vector<std::size_t> positions, const QString& title, const QString& remark);
  List list() const { return list_; }
  qint64 count() const;
  ThumbnailGrid* grid() const { return grid_; }
  QAction* excludeAction() const { return exclude_; }
  PillButton* listButton() const { return which_; }
  PillButton* browseButton() const { return browse_; }
  // Returns the current sample's index in Evaluation::answers; -1: none.
  std::int64_t current() const;

 Q_SIGNALS:
  // The current sample changed.
  void currentChanged();
  // The user double-clicked a sample or pressed Enter.
  void sampleOpened();
  void editWanted(const fovea::SampleEdit& edit);
  // The user wants to see the selected samples in the Data workspace; all listed ones if none is selected.
  void recordsWanted(const std::vector<std::uint32_t>& records);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fillLists();
  void fillClasses();
  void showPositions(std::vector<std::size_t> positions, const QString& title, const QString& remark);
  void refresh(bool toTop);
  std::vector<std::uint32_t> selectedRecords() const;
  std::vector<std::uint32_t> recordsOf(const QList<qint64>& items) const;
  void browse();
  void showActions();

  std::optional<ShownEvaluation> shown_;
  List list_ = List::Worst;
  std::int32_t label_ = kNoLabel, prediction_ = kNoLabel;  // the shown cell of the matrix
  std::vector<std::size_t> positions_;
  std::shared_ptr<const AnswerThumbnails> source_;
  PillButton* which_;
  PillButton* change_;
  PillButton* browse_;
  QMenu* lists_;
  QMenu* classes_;
  QMenu* tags_;
  QAction* exclude_ = nullptr;
  ThumbnailGrid* grid_;
};

}  // namespace fovea
