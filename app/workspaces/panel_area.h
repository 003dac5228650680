// Why: the area of a workspace below its toolbar, with the content in the middle and panels around it. Panels can be
// moved, floated and hidden, and their layout is restored. GUI thread only.
#pragma once
#include <QMainWindow>

class QDockWidget;

namespace fovea {

struct PanelSpec {
  QString id;  // "runs": never changes, since the panel's layout is stored under it
  QString title;
  Qt::DockWidgetArea area = Qt::RightDockWidgetArea;
  int size = 0;  // perpendicular to its edge, in pixels
  // Initial position: alone at the edge, beside the previously added panel, or as a tab of that panel.
  enum class Place { Edge, BesideLast, TabOfLast } place = Place::Edge;
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

  // The user's choice; a panel is visible if it is wanted and useful.
  void setWanted(const QString& id, bool wanted);
  bool isWanted(const QString& id) const;
  // Sets whether the panel has any content to show. `raised`: a panel that receives content comes to the front.
  void setUseful(const QString& id, bool useful, bool raised = true);

  // Stores the layout under `name` in the program's settings.
  void save(const QString& name) const;
  // Call it once, after all panels were added; without a stored layout it works like reset().
  void restore(const QString& name);
  // Moves every panel to its initial position and shows it.
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
  void raiseFirst();
  void giveSizes();
  static void show(const Panel& panel);

  QList<Panel> panels_;
  bool sizesOwed_ = true;  // until the first layout of the area
};

}  // namespace fovea
