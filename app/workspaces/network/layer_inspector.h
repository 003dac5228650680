// Why: shows the selected layer's form, help, shape and problems. Edits go to the session as values.
#pragma once
#include <QWidget>

#include "app/bridge/latest_task.h"
#include "app/bridge/session.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace fovea {

class FactList;
class LiveLayer;
class SchemaForm;

class LayerInspector : public QWidget {
  Q_OBJECT
 public:
  explicit LayerInspector(Session& session, QWidget* parent = nullptr);
  SchemaForm* form() const { return form_; }
  LayerId layer() const { return layer_; }
  // Measurements of the layer during training.
  LiveLayer* live() const { return live_; }

 public Q_SLOTS:
  void showLayers(const QList<fovea::LayerId>& layers);
  // Sets the sheet of the layers; see NetworkCanvas::path().
  void showSheet(const fovea::BlockPath& path);
  // Moves the focus to the first field.
  void focusLayer(fovea::LayerId layer);
  // Call it after the network changed.
  void refresh();

 Q_SIGNALS:
  void failed(const fovea::Error& error);

 private:
  // Shown unless exactly one layer is selected.
  void showSummary();
  void showChosen(std::size_t count);
  void showSheetSummary(const Layer& use, const NetworkReport& sheet);
  void showNetworkSummary();
  void rebuildForm(const LayerType& type);
  void showTransformsButton(const Layer& layer);
  // Reads some samples in the background, then opens the dialog with them.
  void editTransforms();
  void openTransforms(std::vector<Sample> samples);
  void showFacts(const Layer& layer);
  void editName();
  void editBlockName();
  void showBlock(const Layer& layer);
  void showOwners(const Layer& layer);
  static void addNameRow(QWidget& row, QLabel& label, QLineEdit& name, QVBoxLayout& column);

  Session& session_;
  LayerId layer_;
  QList<LayerId> layers_;  // all selected ones
  BlockPath path_;
  std::string formType_;
  LayerId formLayer_;
  QList<std::pair<QString, QString>> owners_;  // the choices for the layer whose weights are used
  QLabel* icon_;
  QLabel* title_;
  QLabel* help_;
  QLabel* nameLabel_;
  QLineEdit* name_;
  QWidget* nameRow_;
  QLabel* blockLabel_;
  QLineEdit* blockName_;  // the block that the layer uses
  QWidget* blockRow_;
  SchemaForm* form_ = nullptr;
  QVBoxLayout* formPlace_;
  QPushButton* transforms_;
  QLabel* parametersHeading_;
  QLabel* factsHeading_;
  FactList* facts_;
  QLabel* problem_;
  LiveLayer* live_;
  QLabel* moreHeading_;
  QLabel* more_;
  LatestTask<std::vector<Sample>> reading_;
};

}  // namespace fovea
