// Why: the panels of a place can be moved, floated and hidden, and come back where they were. This is the part of a
// place below its toolbar: the work in the middle, panels around it. GUI thread only.
#pragma once
#include <QMainWindow>

class QDockWidget;

namespace fovea {

struct PanelSpec {
  QString id;  // "runs": the same in every version, since its place is kept under it
  QString title;
  Qt::DockWidgetArea area = Qt::RightDockWidgetArea;
  int size = 0;             // across the edge at which it stands, in pixels
  bool besideLast = false;  // shares the edge with the panel added before, instead of the whole of it
};

class PanelArea : public QMainWindow {
  Q_OBJECT
 public:
  explicit PanelArea(QWidget* parent = nullptr);

  // Takes ownership of `content`.
  void add(const PanelSpec& spec, QWidget* content);
  bool has(const QString& id) const;
  QStringList ids() const;
  QDockWidget* dock(const QString& id) const;

  // The person's choice; a panel is shown if it is wanted and useful.
  void setWanted(const QString& id, bool wanted);
  bool isWanted(const QString& id) const;
  // Says whether the panel has anything to show.
  void setUseful(const QString& id, bool useful);

  // Under `name`, among the settings of the program.
  void save(const QString& name) const;
  // Once, when all panels are there; without anything that was kept it is as reset().
  void restore(const QString& name);
  // Every panel shown, where the place had it at first.
  void reset();

 Q_SIGNALS:
  void wantedChanged(const QString& id, bool wanted);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Panel {
    PanelSpec spec;
    QDockWidget* dock = nullptr;
    bool wanted = true;
    bool useful = true;
  };

  Panel* find(const QString& id);
  const Panel* find(const QString& id) const;
  void place();
  void giveSizes();
  static void show(const Panel& panel);

  QList<Panel> panels_;
  bool sizesOwed_ = true;  // until the area is laid out for the first time
};

}  // namespace fovea
