// Why: imports data and shows it: a grid of samples in any selection and order, their properties, and corrections that
// can be undone.
#pragma once
#include "app/bridge/session.h"
#include "app/workspaces/workspace.h"

class QComboBox;
class QStackedWidget;

namespace fovea {

class ActionButton;
class DataPanel;
class DatasetMenu;
class EmptyState;
class FilterBar;
class SampleBrowser;
class SamplePanel;
class SampleThumbnails;
class ThumbnailGrid;

class DataWorkspace : public Workspace {
  Q_OBJECT
 public:
  explicit DataWorkspace(Session& session, QWidget* parent = nullptr);
  void activate() override;
  void prepareForTour(std::function<void()> ready) override;
  // The project's data sets.
  std::vector<Findable> findables() override;
  void find() override;
  // Accepts a folder or file to import.
  bool takesFile(const QString& file) const override;
  void openFile(const QString& file) override { importFrom(file); }
  void undo() override;
  void redo() override;
  bool canUndo() const override;
  bool canRedo() const override;
  void addProgramButtons(const ActionRegistry& program) override;
  ThumbnailGrid* grid() const { return grid_; }
  SampleBrowser* browser() const { return browser_; }
  FilterBar* filters() const { return filters_; }
  DatasetMenu* datasetMenu() const { return more_; }
  DataPanel* dataPanel() const { return dataPanel_; }
  SamplePanel* samplePanel() const { return samplePanel_; }
  QComboBox* splitFilter() const;
  QComboBox* classFilter() const;

 public Q_SLOTS:
  void importData();
  // Opens the wizard with a source; empty: the user chooses.
  void importFrom(const QString& path);
  // Relabels all selected samples; does nothing without a selection.
  void relabelSelected(qint32 label);
  // Adds the class if it does not exist.
  void relabelSelectedAs(const QString& newClass);
  void moveSelected(fovea::Split split);
  void excludeSelected();
  void includeSelected();
  // Shows these records of the training data set, which is selected if another one is shown.
  void showRecords(std::vector<std::uint32_t> records);
  // Says what a removed data set leaves behind, with an undo.
  void tellRemoved(const RemovedDataset& removed, bool used);
  // Shows what the import of the selected data set skipped, with a retry.
  void showSkipped();
  // Fills a menu with the tags of the selected samples.
  void fillTags(QMenu* menu);
  // Exports the shown samples as a new data set; asks for its name.
  void exportView();
  void exportViewAs(const QString& name);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void buildToolbar();
  void buildActions();
  QWidget* buildInspector();
  void connectParts();
  void showDatasets();
  void showView(bool newData, bool toTop);
  void showSelection();
  void showActions();
  void showMenu(const QPoint& position);
  void chooseClass();
  void askForClass();
  void chooseSplit();
  void chooseTags();
  void fillClasses(QMenu* menu);
  void fillSplits(QMenu* menu);
  std::vector<std::uint32_t> selectedRecords() const;
  void edit(SampleEdit edit);
  void tellKept(qint64 kept);
  void showVerified(qint64 damaged, qint64 samples);
  DatasetService::Done showingErrors();
  // `damaged` samples could not be written.
  void finishExport(const QString& name, const std::filesystem::path& target, std::int64_t damaged);
  QColor ink() const;

  SampleBrowser* browser_;
  QComboBox* dataset_;
  DatasetMenu* more_ = nullptr;
  ActionButton* undo_ = nullptr;
  ActionButton* redo_ = nullptr;
  Action* export_ = nullptr;
  QList<Action*> ofSelection_;
  FilterBar* filters_;
  ThumbnailGrid* grid_;
  QStackedWidget* pages_;
  EmptyState* nothing_;
  DataPanel* dataPanel_;
  SamplePanel* samplePanel_;
  std::shared_ptr<const SampleThumbnails> source_;
  bool filling_ = false;
};

}  // namespace fovea
