#include "app/workspaces/network/layer_inspector.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <algorithm>

#include "app/workspaces/network/live_layer.h"
#include "app/workspaces/network/transforms_dialog.h"
#include "app/workspaces/network/variant_pictures.h"
#include "core/network/shared_weights.h"
#include "core/train/input_transforms.h"
#include "widgets/canvas/items/canvas_style.h"
#include "widgets/forms/schema_form.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kSquare = 10;
constexpr int kMergeKeys = 900'000'000;  // the text view uses those above

QPixmap familySquare(LayerFamily family, qreal ratio) {
  QPixmap picture(QSize(kSquare, kSquare) * ratio);
  picture.setDevicePixelRatio(ratio);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(currentTheme().family(familyColor(family)));
  painter.drawRoundedRect(0, 0, kSquare, kSquare, 2, 2);
  return picture;
}

}  // namespace

LayerInspector::LayerInspector(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      icon_(new QLabel),
      title_(new QLabel),
      help_(new QLabel),
      nameLabel_(new QLabel(tr("Name"))),
      name_(new QLineEdit),
      nameRow_(new QWidget),
      blockLabel_(new QLabel(tr("Block"))),
      blockName_(new QLineEdit),
      blockRow_(new QWidget),
      formPlace_(new QVBoxLayout),
      transforms_(new QPushButton),
      parametersHeading_(new SectionLabel(tr("Parameters"))),
      factsHeading_(new SectionLabel(tr("Result"))),
      facts_(new FactList),
      problem_(new QLabel),
      live_(new LiveLayer),
      moreHeading_(new SectionLabel(tr("Help"))),
      more_(new QLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(10);
  auto* head = new QHBoxLayout;
  head->setSpacing(size::kGrid);
  head->addWidget(icon_);
  head->addWidget(title_, 1);
  setKind(title_, "title");
  column->addLayout(head);
  help_->setWordWrap(true);
  setKind(help_, "muted");
  column->addWidget(help_);
  problem_->setWordWrap(true);
  setKind(problem_, "error");
  column->addWidget(problem_);
  column->addWidget(live_);
  column->addWidget(parametersHeading_);
  name_->setAccessibleName(tr("Name of the layer"));
  addNameRow(*nameRow_, *nameLabel_, *name_, *column);
  blockName_->setAccessibleName(tr("Name of the block"));
  blockName_->setToolTip(tr("Of the drawing that all its uses share"));
  addNameRow(*blockRow_, *blockLabel_, *blockName_, *column);
  formPlace_->setContentsMargins(0, 0, 0, 0);
  column->addLayout(formPlace_);
  column->addWidget(transforms_);
  column->addWidget(factsHeading_);
  column->addWidget(facts_);
  more_->setWordWrap(true);
  setKind(more_, "muted");
  column->addWidget(moreHeading_);
  column->addWidget(more_);
  column->addStretch(1);
  connect(name_, &QLineEdit::editingFinished, this, &LayerInspector::editName);
  connect(blockName_, &QLineEdit::editingFinished, this, &LayerInspector::editBlockName);
  connect(transforms_, &QPushButton::clicked, this, &LayerInspector::editTransforms);
  refresh();
}

void LayerInspector::addNameRow(QWidget& row, QLabel& label, QLineEdit& name, QVBoxLayout& column) {
  auto* line = new QHBoxLayout(&row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(0);
  label.setFixedWidth(size::kFormLabel);
  setKind(&label, "muted");
  label.setBuddy(&name);
  line->addWidget(&label);
  line->addWidget(&name, 1);
  column.addWidget(&row);
}

void LayerInspector::showLayers(const QList<LayerId>& layers) {
  layers_ = layers;
  layer_ = layers.size() == 1 ? layers.first() : LayerId();
  refresh();
}

void LayerInspector::showSheet(const BlockPath& path) {
  path_ = path;
  refresh();
}

void LayerInspector::focusLayer(LayerId layer) {
  showLayers({layer});
  if (form_ && !form_->schema().fields().empty()) form_->editor(form_->schema().fields().front().name)->setFocus();
}

void LayerInspector::editName() {
  const Layer* layer = session_.network().find(layer_);
  const std::string wanted = name_->text().trimmed().toStdString();
  if (!layer || wanted == layer->name) return;
  session_.applyEdit({RenameLayer{layer_, wanted}, tr("Rename layer").toStdString()});
  refresh();
}

void LayerInspector::editBlockName() {
  const Layer* layer = session_.network().find(layer_);
  const Block* block = layer ? session_.network().findBlock(usedBlock(*layer)) : nullptr;
  const std::string wanted = blockName_->text().trimmed().toStdString();
  if (!block || wanted == block->name) return;
  session_.applyEdit({RenameBlock{block->id, wanted}, tr("Rename block").toStdString()});
  refresh();
}

// For the use of a block: shows the name of the shared drawing instead of a form.
void LayerInspector::showBlock(const Layer& layer) {
  const Block* block = session_.network().findBlock(usedBlock(layer));
  blockRow_->setVisible(block != nullptr);
  if (block && !blockName_->hasFocus()) blockName_->setText(QString::fromStdString(block->name));
}

void LayerInspector::refresh() {
  const Layer* layer = session_.network().find(layer_);
  const LayerType* type = layer ? findLayer(layer->type) : nullptr;
  for (QWidget* part : std::initializer_list<QWidget*>{icon_, nameRow_, parametersHeading_, moreHeading_, more_})
    part->setVisible(type != nullptr);
  if (!type) {
    layer_ = LayerId();
    blockRow_->hide();
    showSummary();
    return;
  }
  icon_->setPixmap(familySquare(type->family, devicePixelRatioF()));
  title_->setText(coreText(type->title));
  const QString help = coreText(type->help);
  help_->setText(help.section('\n', 0, 0));
  more_->setText(help.section('\n', 1));
  if (!name_->hasFocus()) name_->setText(QString::fromStdString(layer->name));
  // Each layer gets a new form, so that unfinished input stays with its layer.
  if (!form_ || formType_ != layer->type || formLayer_ != layer_) rebuildForm(*type);
  form_->setVisible(layer->type != kBlockUse);
  showBlock(*layer);
  showOwners(*layer);
  // Values of the network are valid for the schema, so this cannot fail.
  (void)form_->setValues(layer->parameters);
  showTransformsButton(*layer);
  showFacts(*layer);
}

// The layers whose weights this one could use instead of its own.
void LayerInspector::showOwners(const Layer& layer) {
  if (!form_->schema().find(kSharedWeights)) return;
  QList<std::pair<QString, QString>> owners{{QString(), tr("Its own")}};
  for (const Layer* owner : possibleOwners(session_.network(), layer)) {
    const QString name = QString::fromStdString(owner->name);
    owners.append({name, name});
  }
  form_->setFieldVisible(kSharedWeights, owners.size() > 1 || !sharesWeightsWith(layer.parameters).empty());
  if (owners == owners_) return;
  owners_ = owners;
  form_->setSuggestions(kSharedWeights, owners);
}

void LayerInspector::rebuildForm(const LayerType& type) {
  delete form_;
  owners_.clear();
  formType_ = type.name;
  formLayer_ = layer_;
  form_ = new SchemaForm(type.parameters);
  formPlace_->addWidget(form_);
  connect(form_, &SchemaForm::valueEdited, this, [this](const QString& name, const FieldValue& value) {
    const Layer* layer = session_.network().find(layer_);
    if (!layer) return;
    const Field* field = form_->schema().find(name.toStdString());
    // Makes one undo step of consecutive edits of the same field.
    const int mergeKey = 1 + static_cast<int>(qHashMulti(0, name, layer_.index) % kMergeKeys);
    session_.applyEdit(
        {SetParameter{layer_, name.toStdString(), value}, tr("Change %1").arg(coreText(field->title)).toStdString()},
        mergeKey);
  });
}

// Shown only for an Input layer with images or signals.
void LayerInspector::showTransformsButton(const Layer& layer) {
  const FieldValue* const text = layer.parameters.find("transforms");
  const std::shared_ptr<Dataset> dataset = session_.trainingDataset();
  const DataType type = dataset ? dataset->info().inputType : DataType::Int32;
  const int rank = dataset ? dataset->info().sampleShape.rank() : 0;
  const bool usable = (type == DataType::UInt8 && rank == 3) || (type == DataType::Float32 && rank > 0 && rank <= 3);
  transforms_->setVisible(text != nullptr);
  if (!text) return;
  transforms_->setEnabled(usable && !reading_.busy());
  transforms_->setToolTip(usable ? tr("What is done to samples on their way in, seen on the data set's own")
                                 : tr("Choose a data set of images or sounds first."));
  const auto list = inputTransformsFromText(std::get<std::string>(*text));
  const auto count = list.ok() ? static_cast<int>(list->size()) : 0;
  transforms_->setText(reading_.busy() ? tr("Reading samples…")
                       : count == 0    ? tr("Transforms…")
                                       : tr("Transforms (%1)…").arg(count));
}

void LayerInspector::editTransforms() {
  const Layer* layer = session_.network().find(layer_);
  const std::shared_ptr<const Dataset> dataset = session_.trainingDataset();
  if (!layer || !dataset) return;
  reading_.ask([dataset] { return handySamples(*dataset); },
               [this, wanted = layer_](const Result<std::vector<Sample>>& samples) {
                 if (const Layer* now = session_.network().find(layer_)) showTransformsButton(*now);
                 if (layer_ != wanted) return;
                 if (!samples.ok()) return Q_EMIT failed(samples.error());
                 // Deferred, since the dialog runs an event loop of its own.
                 QTimer::singleShot(0, this, [this, found = *samples] { openTransforms(found); });
               });
  showTransformsButton(*layer);
}

void LayerInspector::openTransforms(std::vector<Sample> samples) {
  const Layer* layer = session_.network().find(layer_);
  if (!layer || !layer->parameters.find("transforms")) return;
  const auto kept = inputTransformsFromText(layer->parameters.text("transforms"));
  if (!kept.ok()) Q_EMIT failed(kept.error());  // the dialog begins with an empty list then
  const Shape shape{std::span<const std::int64_t>(layer->parameters.list("shape"))};
  TransformsDialog dialog(kept.ok() ? *kept : TransformList(), std::move(samples), shape, this);
  if (dialog.exec() != QDialog::Accepted) return;
  session_.applyEdit({SetParameter{layer_, "transforms", inputTransformsText(dialog.list())},
                      tr("Change the transforms").toStdString()});
  refresh();
}

}  // namespace fovea
