#include "app/workspaces/inspect/synthesis_page.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "app/workspaces/inspect/layer_planes.h"
#include "core/inspect/layer_picture.h"
#include "widgets/images/color_map.h"
#include "widgets/images/image_view.h"
#include "widgets/theme/card.h"
#include "widgets/theme/copy_menu.h"
#include "widgets/theme/flow_layout.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/save_file.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kGrowSteps = 1000;        // steps of the progress bar
constexpr double kTimeLeftFrom = 0.05;  // share of the work after which the time left can be estimated
constexpr int kLayerWidth = 150, kClassWidth = 130;

// Returns a picture as it is, and other inputs in signed colours.
QImage imageOf(const SynthesisFrame& frame) {
  if (frame.picture.defined()) {
    const auto image = sampleToImage(frame.picture);
    return image.ok() ? *image : QImage();
  }
  const Tensor planes = layerPicture(frame.input, false, middleSlice(frame.input.shape()));
  const int width = static_cast<int>(planes.shape()[2]);
  const int height = static_cast<int>(planes.shape()[0] * planes.shape()[1]);
  const auto values = planes.values<float>();
  return toImage(values, width, height, ColorMap(ColorMapKind::BlueWhiteRed), rangeOf(values).symmetric());
}

}  // namespace

SynthesisPage::SynthesisPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      look_(engine, Urgency::Look),
      question_(engine, Urgency::Job),
      method_(new SegmentBar({tr("Maximise"), tr("Dream"), tr("Invert")}, SegmentBar::Size::Tall)),
      layer_(new QComboBox),
      channel_(new QSpinBox),
      class_(new QComboBox),
      grow_(new QPushButton(tr("Grow"))),
      card_(new Card(tr("Synthesis"))),
      view_(new ImageView),
      figure_(new QLabel),
      bar_(new QProgressBar),
      note_(new QLabel),
      cancel_(new QPushButton(tr("Cancel"))),
      save_(new QPushButton(icon("save", IconRole::Text), tr("Save…"))),
      side_(new QWidget),
      help_(new QLabel),
      steps_(new QSpinBox),
      rate_(new QDoubleSpinBox),
      jitter_(new QSpinBox),
      blur_(new QDoubleSpinBox),
      variation_(new QDoubleSpinBox),
      decay_(new QDoubleSpinBox),
      octaves_(new QSpinBox),
      seed_(new QSpinBox) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  column->addWidget(buildControls());
  view_->setPlaceholder(tr("Choose a class, a channel or a layer, then Grow"));
  view_->setAccessibleName(tr("The picture that grows"));
  view_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  card_->body()->addWidget(view_, 1);
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGutter);
  setKind(note_, "muted");
  bar_->setTextVisible(false);
  bar_->setRange(0, kGrowSteps);
  bar_->setAccessibleName(tr("Progress of the synthesis"));
  row->addWidget(figure_);
  row->addWidget(bar_, 1);
  row->addWidget(note_);
  row->addStretch(1);
  row->addWidget(cancel_);
  row->addWidget(save_);
  card_->body()->addLayout(row);
  column->addWidget(card_, 1);
  buildSide();
  connect(method_, &SegmentBar::currentChanged, this, &SynthesisPage::methodChanged);
  connect(layer_, &QComboBox::currentIndexChanged, this, &SynthesisPage::layerChanged);
  connect(grow_, &QPushButton::clicked, this, &SynthesisPage::grow);
  connect(cancel_, &QPushButton::clicked, this, &SynthesisPage::cancel);
  connect(save_, &QPushButton::clicked, this, &SynthesisPage::save);
  methodChanged();
  showRunning(false);
}

QWidget* SynthesisPage::buildControls() {
  auto* controls = new QWidget;
  auto* row = new FlowLayout(controls, size::kGrid);
  method_->setAccessibleName(tr("What is grown"));
  layer_->setAccessibleName(tr("Layer"));
  layer_->setMinimumWidth(kLayerWidth);
  channel_->setAccessibleName(tr("Channel or unit"));
  channel_->setToolTip(tr("The channel or unit that is excited"));
  class_->setAccessibleName(tr("Class"));
  class_->setMinimumWidth(kClassWidth);
  grow_->setProperty("kind", "primary");
  for (QWidget* part : std::initializer_list<QWidget*>{method_, layer_, channel_, class_, grow_}) row->addWidget(part);
  return controls;
}

void SynthesisPage::addNumber(QFormLayout& form, QWidget* box, const QString& name, const QString& help) {
  box->setAccessibleName(name);
  box->setToolTip(help);
  form.addRow(name, box);
}

void SynthesisPage::buildSide() {
  auto* column = new QVBoxLayout(side_);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(10);
  auto* title = new QLabel(tr("How it grows"));
  setKind(title, "title");
  setKind(help_, "muted");
  help_->setWordWrap(true);
  column->addWidget(title);
  column->addWidget(help_);
  steps_->setRange(1, 100000);
  jitter_->setRange(0, 256);
  octaves_->setRange(1, 12);
  seed_->setRange(0, 1'000'000'000);
  for (QDoubleSpinBox* box : {rate_, blur_, variation_, decay_}) {
    box->setDecimals(3);
    box->setRange(0, 20);
    box->setSingleStep(0.01);
  }
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(size::kGutter);
  addNumber(*form, steps_, tr("Steps"), tr("Of a dream: at each size"));
  addNumber(*form, rate_, tr("Rate"), tr("Change of a pixel in one step, as a share of the range of pixels"));
  addNumber(*form, jitter_, tr("Jitter"), tr("Largest random shift before each step, in pixels"));
  addNumber(*form, blur_, tr("Blur"), tr("Standard deviation of a blur after every fourth step, in pixels"));
  addNumber(*form, variation_, tr("Smoothness"), tr("Weight of the total variation, which holds neighbours together"));
  addNumber(*form, decay_, tr("Decay"), tr("Weight of L2, which pulls pixels towards grey"));
  addNumber(*form, octaves_, tr("Sizes"), tr("How many sizes a dream goes through, from small to large"));
  addNumber(*form, seed_, tr("Seed"), tr("The same seed grows the same picture"));
  column->addLayout(form);
  column->addStretch(1);
}

void SynthesisPage::methodChanged() {
  const SynthesisOptions usual = usualOptions(static_cast<SynthesisMethod>(method_->current()));
  steps_->setValue(static_cast<int>(usual.steps));
  rate_->setValue(usual.rate);
  jitter_->setValue(static_cast<int>(usual.jitter));
  blur_->setValue(usual.blur);
  variation_->setValue(usual.totalVariation);
  decay_->setValue(usual.decay);
  octaves_->setValue(static_cast<int>(usual.octaves));
  const bool dream = usual.method == SynthesisMethod::Dream, invert = usual.method == SynthesisMethod::Invert;
  octaves_->setEnabled(dream);
  for (QWidget* box : std::initializer_list<QWidget*>{jitter_, blur_, decay_}) box->setEnabled(!invert);
  help_->setText(dream    ? tr("Strengthens whatever the layer sees in the chosen sample or opened image, from small "
                                  "to large.")
                 : invert ? tr("Finds an input that has the same activations as the chosen sample in this layer: what "
                               "differs has been forgotten by then.")
                          : tr("Begins with noise and follows the gradient of the activation uphill."));
  layerChanged();
}

// The answer (first entry) can only be maximised; dreams and inversion need a layer.
void SynthesisPage::layerChanged() {
  if (filling_) return;
  const bool maximise = method_->current() == static_cast<int>(SynthesisMethod::Maximise);
  const bool scores = layer_->currentIndex() == 0;
  channel_->setVisible(maximise && !scores);
  class_->setVisible(maximise && scores);
  const int place = layer_->currentIndex() - 1;
  if (place >= 0 && place < static_cast<int>(layers_.size())) {
    const Shape& shape = layers_[static_cast<std::size_t>(place)].type.shape;
    channel_->setRange(0, static_cast<int>(shape.rank() > 0 ? shape[0] - 1 : 0));
  }
  grow_->setEnabled(!layers_.empty() && (maximise || !scores));
  grow_->setToolTip(grow_->isEnabled() ? QString() : tr("This method needs a layer"));
}

void SynthesisPage::setSubject(const SynthesisSubject& subject) {
  const bool same =
      subject.from.checkpoint == subject_.from.checkpoint && subject.from.written == subject_.from.written;
  if (!same) cancel();
  subject_ = subject;
  if (layersOf_ == subject.from.checkpoint && same) return Q_EMIT settled();
  askForLayers();
}

void SynthesisPage::askForLayers() {
  grow_->setEnabled(false);
  look_.ask(
      [checkpoint = subject_.from.checkpoint](const InspectionEngine::Desk& desk, const ProgressFunction&) {
        return layersToProject(desk, checkpoint);
      },
      [this](const Question<LayersAnswer>::Shared& layers) {
        if (layers->ok())
          showLayers(layers->value());
        else
          Q_EMIT failed(layers->error());
        Q_EMIT settled();
      });
}

void SynthesisPage::showLayers(const LayersAnswer& layers) {
  layersOf_ = layers.checkpoint;
  const QString before = layer_->currentData().toString(), classBefore = class_->currentText();
  filling_ = true;
  layers_ = layers.layers;
  layer_->clear();
  layer_->addItem(tr("The answer"), QString());
  for (const LayerOutput& layer : layers_)
    layer_->addItem(QStringLiteral("%1  %2").arg(QString::fromStdString(layer.name), extentsText(layer.type.shape)),
                    QString::fromStdString(layer.name));
  const int same = before.isEmpty() ? -1 : layer_->findData(before);
  layer_->setCurrentIndex(std::max(0, same));
  class_->clear();
  const std::int64_t count = layers_.empty() ? 0 : layers_.back().type.shape.elementCount();
  const auto names = static_cast<std::int64_t>(layers.classes.size());
  for (std::int64_t i = 0; i < (names > 0 ? names : std::min<std::int64_t>(count, 1000)); ++i)
    class_->addItem(i < names ? QString::fromStdString(layers.classes[static_cast<std::size_t>(i)])
                              : QString::number(i));
  if (const int kept = class_->findText(classBefore); kept >= 0) class_->setCurrentIndex(kept);
  filling_ = false;
  layerChanged();
}

void SynthesisPage::clear() {
  cancel();
  look_.cancel();
  subject_ = {};
  layersOf_.clear();
  layers_.clear();
  result_.reset();
  view_->setImage({});
  figure_->clear();
  showRunning(false);
}

SynthesisOptions SynthesisPage::options() const {
  SynthesisOptions options = usualOptions(static_cast<SynthesisMethod>(method_->current()));
  options.layer = layer_->currentData().toString().toStdString();
  if (options.method == SynthesisMethod::Maximise)
    options.channel = options.layer.empty() ? class_->currentIndex() : channel_->value();
  options.steps = steps_->value();
  options.rate = rate_->value();
  options.jitter = jitter_->value();
  options.blur = blur_->value();
  options.totalVariation = variation_->value();
  options.decay = decay_->value();
  options.octaves = octaves_->value();
  options.seed = static_cast<std::uint64_t>(seed_->value());
  return options;
}

QString SynthesisPage::targetName() const {
  const QString layer = layer_->currentData().toString();
  if (method_->current() != static_cast<int>(SynthesisMethod::Maximise))
    return tr("%1 of %2").arg(layer, subject_.sampleName);
  return layer.isEmpty() ? class_->currentText() : tr("%1, channel %2").arg(layer).arg(channel_->value());
}

void SynthesisPage::grow() {
  if (!grow_->isEnabled()) return;
  const SynthesisRequest request{subject_.from, options()};
  slot_ = std::make_shared<Slot>();
  result_.reset();
  since_.start();
  card_->setTitle(targetName());
  card_->setRemark(subject_.name);
  bar_->setValue(0);
  note_->clear();
  showRunning(true);
  cancel_->setFocus();
  question_.ask(
      [request, slot = slot_](const InspectionEngine::Desk& desk, const ProgressFunction& progress) {
        return synthesise(desk, request, progress, [slot](const SynthesisFrame& frame) {
          auto copy = std::make_shared<const SynthesisFrame>(frame);
          const std::scoped_lock lock(slot->mutex);
          slot->frame = std::move(copy);
        });
      },
      [this](const Question<SynthesisResult>::Shared& answer) {
        showRunning(false);
        if (answer->ok()) {
          result_ = answerIn(answer);
          showFrame(result_->last);
          save_->setEnabled(true);
          if (result_->sizes == 1 && result_->last.steps > 0 &&
              method_->current() == static_cast<int>(SynthesisMethod::Dream))
            note_->setText(tr("This layer accepts one size only"));
        } else {
          Q_EMIT failed(answer->error());
        }
        Q_EMIT settled();
      },
      [this](double share) { showProgress(share); });
}

void SynthesisPage::showProgress(double share) {
  std::shared_ptr<const SynthesisFrame> frame;
  {
    const std::scoped_lock lock(slot_->mutex);
    frame = std::move(slot_->frame);
  }
  bar_->setValue(static_cast<int>(std::max(0.0, share) * kGrowSteps));
  if (share > kTimeLeftFrom) {
    const double seconds = static_cast<double>(since_.elapsed()) / 1000;
    note_->setText(tr("%1 s left").arg(static_cast<int>(seconds / share * (1 - share)) + 1));
  }
  if (!frame) return;
  showFrame(*frame);
  Q_EMIT frameShown();
}

void SynthesisPage::showFrame(const SynthesisFrame& frame) {
  view_->setImage(imageOf(frame));
  const QString value = numberText(frame.value, 'g', 4);
  switch (static_cast<SynthesisMethod>(method_->current())) {
    case SynthesisMethod::Maximise:
      figure_->setText(tr("activation %1, step %2").arg(value).arg(frame.step));
      break;
    case SynthesisMethod::Dream:
      figure_->setText(tr("strength %1, step %2").arg(value).arg(frame.step));
      break;
    case SynthesisMethod::Invert:
      figure_->setText(tr("difference %1 %, step %2").arg(numberText(frame.value * 100, 'g', 3)).arg(frame.step));
      break;
  }
}

void SynthesisPage::showRunning(bool running) {
  for (QWidget* part : std::initializer_list<QWidget*>{bar_, note_, cancel_}) part->setVisible(running);
  note_->setVisible(true);
  if (!running) note_->clear();
  save_->setEnabled(!running && result_ != nullptr);
  for (QWidget* part : std::initializer_list<QWidget*>{method_, layer_, channel_, class_, grow_})
    part->setEnabled(!running);
  if (!running) layerChanged();
}

// Keeps showing the latest frame.
void SynthesisPage::cancel() {
  if (!question_.busy()) return;
  question_.cancel();
  showRunning(false);
  Q_EMIT settled();
}

const QImage& SynthesisPage::picture() const {
  return view_->image();
}

void SynthesisPage::save() {
  const QImage picture = view_->image();  // the page may go on behind the dialog
  const QString file = saveFileName(this, tr("Save the picture"), tr("synthesis.png"), tr("Pictures (*.png)"));
  if (!file.isEmpty()) savePicture(*this, picture, file);
}

bool SynthesisPage::saveTo(const QString& file) {
  return savePicture(*this, view_->image(), file);
}

}  // namespace fovea
