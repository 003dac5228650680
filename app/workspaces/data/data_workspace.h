// Why: where data comes in and is looked at: a grid of samples over any choice and order of them, what is known of
// them, and corrections that can be taken back.
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
  // Data sets of the project.
  std::vector<Findable> findables() override;
  void find() override;
  // A folder or file to import.
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
  // The wizard, with what to look into; empty: the person chooses.
  void importFrom(const QString& path);
  // Of all selected samples; nothing without any.
  void relabelSelected(qint32 label);
  // A class that is not there yet is added.
  void relabelSelectedAs(const QString& newClass);
  void moveSelected(fovea::Split split);
  void excludeSelected();
  void includeSelected();
  // What the import of the selected data set left out, with a second try.
  void tellRemoved(const RemovedDataset& removed, bool used);
  void showSkipped();
  // What is shown, as a data set of its own; asks for its name.
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
  void fillClasses(QMenu* menu);
  void fillSplits(QMenu* menu);
  std::vector<std::uint32_t> selectedRecords() const;
  void edit(SampleEdit edit);
  void showVerified(qint64 damaged, qint64 samples);
  void finishExport(const QString& name, const std::filesystem::path& target, const Status& status);
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
