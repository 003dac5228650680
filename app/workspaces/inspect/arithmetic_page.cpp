#include "app/workspaces/inspect/arithmetic_page.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/workspaces/inspect/arithmetic_stage_list.h"
#include "app/workspaces/inspect/arithmetic_view.h"
#include "app/workspaces/inspect/layer_planes.h"
#include "app/workspaces/inspect/layer_strip.h"
#include "widgets/images/image_grid.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

enum Direction { kForward, kBackward };

constexpr int kOutputSide = 124;  // side of the output card
constexpr int kGradientHeight = 190;
constexpr std::int64_t kMostGradientPlanes = 256;

}  // namespace

ArithmeticPage::ArithmeticPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      question_(std::move(engine), Urgency::Look),
      layers_(new LayerStrip),
      back_(new QPushButton(icon("chevron-left", IconRole::Text), tr("Back"))),
      next_(new QPushButton(icon("chevron-right", IconRole::OnAccent), tr("Next layer"))),
      direction_(new SegmentBar({tr("Forward"), tr("Backward")}, SegmentBar::Size::Tall)),
      channelWord_(new QLabel),
      channel_(new QSpinBox),
      secondWord_(new QLabel),
      second_(new QSpinBox),
      input_(new QSpinBox),
      inputWord_(new QLabel(tr("input channel"))),
      numbers_(new PillButton(tr("numbers"))),
      card_(new Card(tr("No layer yet"))),
      stages_(new ArithmeticStageList),
      view_(new ArithmeticView),
      output_(new ImageGrid),
      outputCard_(new Card),
      sentence_(new QLabel),
      formula_(new QLabel),
      hint_(new QLabel),
      side_(new QWidget),
      sideTitle_(new QLabel(tr("Backward, here"))),
      sideNote_(new QLabel),
      facts_(new FactList),
      gradientTitle_(new SectionLabel({})),
      gradient_(new ImageGrid),
      rule_(new QLabel) {
  // The page scrolls in a low window.
  auto* inside = new QWidget;
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(inside);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(scroll);
  auto* column = new QVBoxLayout(inside);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  column->addWidget(buildHeader());
  channel_->setAccessibleName(tr("Channel or unit"));
  channel_->setToolTip(tr("Channel or unit of the layer whose number is explained (Page up, Page down)"));
  channel_->setWrapping(true);
  second_->setWrapping(true);
  input_->setAccessibleName(tr("Input channel"));
  input_->setToolTip(tr("Which channel of the window is shown"));
  input_->setWrapping(true);
  numbers_->setCheckable(true);
  numbers_->setChecked(true);
  numbers_->setToolTip(tr("Writes the numbers into the cells"));
  for (QLabel* word : {channelWord_, secondWord_, inputWord_}) setKind(word, "muted");
  for (QWidget* part :
       std::initializer_list<QWidget*>{channelWord_, channel_, secondWord_, second_, inputWord_, input_, numbers_})
    card_->addToHeader(part);
  auto* work = new QHBoxLayout;
  work->setSpacing(size::kGutter);
  work->addWidget(stages_);
  work->addWidget(view_, 1);
  card_->body()->addLayout(work, 1);
  stages_->hide();
  column->addWidget(card_, 1);
  column->addWidget(buildBelow());
  buildSide();
  connect(layers_, &LayerStrip::layerSelected, this, &ArithmeticPage::showLayer);
  connect(next_, &QPushButton::clicked, this, [this] { step(1); });
  connect(back_, &QPushButton::clicked, this, [this] { step(-1); });
  connect(direction_, &SegmentBar::currentChanged, this, &ArithmeticPage::showPosition);
  connect(numbers_, &QAbstractButton::toggled, view_, &ArithmeticView::setNumbersShown);
  connect(channel_, &QSpinBox::valueChanged, this, [this](int place) { chooseAxis(0, place); });
  connect(second_, &QSpinBox::valueChanged, this, [this](int place) { chooseAxis(1, place); });
  connect(stages_, &ArithmeticStageList::stageChosen, this, &ArithmeticPage::showPosition);
  connect(stages_, &ArithmeticStageList::partChosen, this, &ArithmeticPage::showPosition);
  connect(input_, &QSpinBox::valueChanged, this, [this] {
    if (!filling_) showPosition();
  });
  connect(view_, &ArithmeticView::moved, this, &ArithmeticPage::move);
  connect(view_, &ArithmeticView::channelMoved, this, [this](int by) { channel_->stepBy(by); });
  connect(view_, &ArithmeticView::pixelChosen, this, &ArithmeticPage::choosePixel);
}

QWidget* ArithmeticPage::buildHeader() {
  auto* header = new Card;
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  next_->setProperty("kind", "primary");
  next_->setToolTip(tr("The next layer in the direction of the computation"));
  back_->setToolTip(tr("The layer before"));
  direction_->setAccessibleName(tr("Direction of the computation"));
  row->addWidget(back_);
  row->addWidget(next_);
  row->addWidget(direction_);
  row->addWidget(layers_, 1);
  header->body()->setContentsMargins(size::kGutter, size::kGrid, size::kGrid, 0);
  header->body()->addLayout(row);
  return header;
}

QWidget* ArithmeticPage::buildBelow() {
  auto* below = new QWidget;
  auto* row = new QHBoxLayout(below);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGutter);
  output_->setAccessibleName(tr("Output of the layer"));
  outputCard_->setToolTip(tr("The layer's output; click to explain another number"));
  output_->setPlaneNames([this](int) { return tr("channel %1").arg(channel_->value()); });
  output_->setPreferredCell(kOutputSide - 30);
  outputCard_->setFixedSize(kOutputSide, kOutputSide);
  outputCard_->body()->setContentsMargins(6, 6, 6, 6);
  outputCard_->body()->addWidget(output_);
  output_->viewport()->installEventFilter(this);
  auto* what = new Card(tr("What this layer does"));
  for (QLabel* label : {sentence_, formula_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    what->body()->addWidget(label);
  }
  setKind(formula_, "mono");
  setKind(hint_, "muted");
  hint_->setWordWrap(true);
  what->body()->addWidget(hint_);
  what->body()->addStretch(1);
  row->addWidget(outputCard_);
  row->addWidget(what, 1);
  return below;
}

void ArithmeticPage::buildSide() {
  auto* column = new QVBoxLayout(side_);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(10);
  setKind(sideTitle_, "title");
  setKind(sideNote_, "muted");
  setKind(rule_, "muted");
  for (QLabel* label : {sideNote_, rule_}) label->setWordWrap(true);
  gradient_->setColorMap(ColorMapKind::BlueWhiteRed);
  gradient_->setSymmetric(true);
  gradient_->setFixedHeight(kGradientHeight);
  gradient_->setAccessibleName(tr("Gradient of the weights"));
  gradient_->setPlaneNames([](int plane) { return tr("input channel %1").arg(plane); });
  column->addWidget(sideTitle_);
  column->addWidget(sideNote_);
  column->addWidget(facts_);
  column->addWidget(gradientTitle_);
  column->addWidget(gradient_);
  column->addWidget(rule_);
  column->addStretch(1);
}

void ArithmeticPage::clear() {
  question_.cancel();
  asked_.reset();
  answer_.reset();
  at_.clear();
  layers_->setEntries({}, -1);
  view_->setScene({});
  facts_->setFacts({});
  (void)output_->setPlanes({});
  (void)gradient_->setPlanes({});
}

void ArithmeticPage::ask(const InspectionRequest& request) {
  if (request == asked_) {
    if (!busy()) Q_EMIT settled();
    return;
  }
  asked_ = request;
  question_.ask(
      [request](const InspectionEngine::Desk& desk, const ProgressFunction&) { return traceSample(desk, request); },
      [this](const Question<TraceAnswer>::Shared& answer) {
        if (answer->ok()) return showAnswer(answerIn(answer));
        asked_.reset();
        Q_EMIT failed(answer->error());
      });
}

void ArithmeticPage::showAnswer(std::shared_ptr<const TraceAnswer> answer) {
  answer_ = std::move(answer);
  std::vector<LayerStrip::Entry> entries;
  int first = 0;
  for (std::size_t i = 0; i < answer_->trace.layers.size(); ++i) {
    const TracedLayer& layer = answer_->trace.layers[i];
    entries.push_back({QString::fromStdString(layer.name), extentsText(layer.output.shape()), coreText(layer.title)});
    if (first == 0 && layer.type == "convolution") first = static_cast<int>(i);
  }
  const auto kept = at_;
  layers_->setEntries(entries, first);
  showLayer();
  if (layer() >= 0 && elementAt(traced().output.shape(), kept) >= 0) setPosition(kept);
  Q_EMIT settled();
}

int ArithmeticPage::layer() const {
  return answer_ ? layers_->current() : -1;
}

const TracedLayer& ArithmeticPage::traced() const {
  return answer_->trace.layers[static_cast<std::size_t>(layer())];
}

// Shows the names of the output's axes beside their spin boxes, and the extents in them.
void ArithmeticPage::nameAxes() {
  const Shape& shape = traced().output.shape();
  const bool sequence = shape.rank() == 2 && isSequence(answer_->trace, layer());
  channelWord_->setText(shape.rank() == 1 ? tr("number") : sequence ? tr("step") : tr("channel"));
  secondWord_->setText(shape.rank() == 4 ? tr("slice") : sequence ? tr("number") : tr("place"));
  second_->setAccessibleName(secondWord_->text());
  hint_->setText(shape.rank() == 1 ? tr("Page up and down choose another number")
                 : sequence        ? tr("Arrow keys: up and down change the step, left and right the number")
                            : tr("Drag the window · arrow keys move it · Page up and down choose another filter"));
  const bool second = shape.rank() == 2 || shape.rank() == 4;
  const auto extentOf = [&](int axis) { return axis < shape.rank() ? static_cast<int>(shape[axis]) - 1 : 0; };
  filling_ = true;
  channel_->setRange(0, extentOf(0));
  second_->setRange(0, second ? extentOf(1) : 0);
  filling_ = false;
  for (QWidget* part : std::initializer_list<QWidget*>{channelWord_, channel_}) part->setVisible(extentOf(0) > 0);
  for (QWidget* part : std::initializer_list<QWidget*>{secondWord_, second_}) part->setVisible(second);
}

QString ArithmeticPage::positionWords() const {
  const QString title = coreText(traced().title);
  if (at_.size() == 3) return tr("%1 · channel %2 · position (%3, %4)").arg(title).arg(at_[0]).arg(at_[2]).arg(at_[1]);
  if (at_.size() == 4)
    return tr("%1 · channel %2 · slice %3 · position (%4, %5)")
        .arg(title)
        .arg(at_[0])
        .arg(at_[1])
        .arg(at_[3])
        .arg(at_[2]);
  if (at_.size() == 2 && isSequence(answer_->trace, layer()))
    return tr("%1 · step %2 · number %3").arg(title).arg(at_[0]).arg(at_[1]);
  return tr("%1 · number %2").arg(title, positionText(at_));
}

void ArithmeticPage::chooseAxis(std::size_t axis, int place) {
  if (filling_ || axis >= at_.size()) return;
  at_[axis] = place;
  showPosition();
  showOutput();
}

// Starts at the layer's largest output.
void ArithmeticPage::showLayer() {
  if (layer() < 0) return;
  stages_->forgetParts();
  const Tensor& output = traced().output;
  std::int64_t element = 0;
  if (output.dtype() == DataType::Float32) {
    const auto values = output.values<float>();
    element = std::max_element(values.begin(), values.end()) - values.begin();
  }
  nameAxes();
  back_->setEnabled(layer() > 0);
  next_->setEnabled(layer() + 1 < layers_->count());
  setPosition(positionOf(output.shape(), element));
}

void ArithmeticPage::setPosition(const std::vector<std::int64_t>& at) {
  if (layer() < 0 || elementAt(traced().output.shape(), at) < 0) return;
  at_ = at;
  filling_ = true;
  channel_->setValue(at.empty() ? 0 : static_cast<int>(at.front()));
  second_->setValue(at.size() < 2 ? 0 : static_cast<int>(at[1]));
  filling_ = false;
  showPosition();
  showOutput();
}

void ArithmeticPage::showPosition() {
  if (layer() < 0) return;
  auto forward = explainOutput(answer_->trace, layer(), at_, stages_->parts());
  if (!forward.ok()) {  // a chosen key may be masked at another step
    stages_->forgetParts();
    forward = explainOutput(answer_->trace, layer(), at_);
  }
  if (!forward.ok()) return;
  const bool backward = direction_->current() == kBackward;
  const bool windows = !backward && forward->form.size() >= 3 && forward->form[0] > 1;
  stages_->setExplanation(*forward);
  if (backward) stages_->hide();
  filling_ = true;
  input_->setRange(-1, windows ? static_cast<int>(forward->form[0]) - 1 : -1);
  input_->setSpecialValueText(tr("strongest"));
  filling_ = false;
  input_->setVisible(windows);
  inputWord_->setVisible(windows);
  ArithmeticScene scene;
  if (backward) {
    if (const auto gradient = explainGradient(answer_->trace, layer(), at_); gradient.ok())
      scene = backwardScene(answer_->trace, layer(), *gradient);
  } else {
    scene = forwardScene(answer_->trace, layer(), *forward, input_->value(), stages_->current());
  }
  sentence_->setText(scene.kind);
  formula_->setText(scene.formula);
  formula_->setVisible(!scene.formula.isEmpty());
  card_->setTitle(QString::fromStdString(traced().name));
  card_->setRemark(positionWords());
  view_->setScene(std::move(scene));
  showSide();
}

// Returns the row of "weight" that the position uses: its filter, unit or symbol.
std::optional<std::int64_t> ArithmeticPage::weightRow() const {
  const Tensor* const weight = traced().weight("weight");
  if (!weight || at_.empty()) return {};
  std::int64_t row = -1;
  switch (arithmeticKind(traced())) {
    case ArithmeticKind::Convolution:
    case ArithmeticKind::Position:
      row = at_.front();
      break;
    case ArithmeticKind::Linear:
      row = at_.back();
      break;
    case ArithmeticKind::Embedding: {
      const auto symbol = explainOutput(answer_->trace, layer(), at_);
      if (symbol.ok()) row = symbol->chosen;
      break;
    }
    default:
      break;
  }
  if (row < 0 || row >= weight->shape()[0]) return {};
  return row;
}

// Shows the gradient of the position's filter or unit, and details of its steepest weight.
void ArithmeticPage::showSide() {
  const NetworkTrace& trace = answer_->trace;
  const auto gradient = explainGradient(trace, layer(), at_);
  std::vector<FactList::Fact> facts;
  const double y = valueOrNaN(at_);
  facts.push_back({tr("y"), cellText(y), tr("The number that is explained")});
  if (gradient.ok() && gradient->known)
    facts.push_back({tr("∂loss/∂y"), cellText(gradient->value), tr("How the loss changes with this number")});
  Tensor planes;
  QString rule;
  const auto weight = std::ranges::find(traced().weights, "weight", &TracedWeight::name);
  if (const auto row = weightRow(); row && weight->gradient.defined()) {
    const Shape& shape = weight->value.shape();
    const std::int64_t own = shape.elementsFrom(1), unit = *row;
    const float* const slopes = weight->gradient.data<float>() + unit * own;
    const std::int64_t strongest =
        std::max_element(slopes, slopes + own, [](float a, float b) { return std::abs(a) < std::abs(b); }) - slopes;
    const double slope = static_cast<double>(slopes[strongest]);
    const double value = static_cast<double>(weight->value.data<float>()[unit * own + strongest]);
    const QString name = QStringLiteral("w%1").arg(positionText(positionOf(shape, unit * own + strongest)));
    facts.push_back({tr("∂loss/∂%1").arg(name), cellText(slope), tr("Of the weight with the steepest gradient")});
    facts.push_back(
        {tr("rate × gradient"), cellText(trace.learningRate * slope), tr("With the learning rate of the run")});
    rule = tr("Plain gradient descent makes %1 of %2: %3.")
               .arg(numberText(value - trace.learningRate * slope, 'g', 6), name, numberText(value, 'g', 6)) +
           QLatin1Char(' ') + tr("All weights change like this in each step.");
    // A kernel of a volume shows each slice as a plane.
    const bool kernel = shape.rank() >= 4;
    const int rank = shape.rank();
    const std::int64_t count = kernel ? std::min(own / (shape[rank - 2] * shape[rank - 1]), kMostGradientPlanes) : 1;
    // Wraps a row of weights into a nearly square plane, so that it is visible.
    const auto columns = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(own))));
    gradient_->setValueTips(rank == 4);  // only then a plane is an input channel
    planes = Tensor::zeros({DataType::Float32, kernel ? Shape{count, shape[rank - 2], shape[rank - 1]}
                                                      : Shape{1, (own + columns - 1) / columns, columns}});
    std::copy_n(slopes, std::min(own, planes.elementCount()), planes.data<float>());
  }
  facts_->setFacts(facts);
  const bool known = std::isfinite(trace.loss);
  const auto label = static_cast<std::size_t>(std::max<std::int64_t>(0, trace.label));
  const QString name =
      label < trace.classes.size() ? QString::fromStdString(trace.classes[label]) : QString::number(trace.label);
  sideNote_->setText(
      !known ? tr("There is no truth that a loss could compare with, so nothing flows backward.")
      : trace.label < 0
          ? tr("how the loss %1 against the truth of this sample changes with this number").arg(cellText(trace.loss))
      : answer_->truth
          ? tr("how the loss %1 of the true class “%2” changes with this number").arg(cellText(trace.loss), name)
          : tr("how the loss %1 of the predicted class “%2” changes with this number").arg(cellText(trace.loss), name));
  gradientTitle_->setText(tr("Gradient of the weights"));
  gradientTitle_->setVisible(planes.defined());
  gradient_->setVisible(planes.defined());
  (void)gradient_->setPlanes(planes);
  rule_->setText(rule);
}

double ArithmeticPage::valueOrNaN(const std::vector<std::int64_t>& at) const {
  const Tensor& output = traced().output;
  const std::int64_t element = elementAt(output.shape(), at);
  if (element < 0) return std::nan("");
  return output.dtype() == DataType::Float32 ? static_cast<double>(output.data<float>()[element])
                                             : static_cast<double>(output.data<std::int32_t>()[element]);
}

// Shows the plane of the chosen channel; hides the card for outputs without planes.
void ArithmeticPage::showOutput() {
  const Tensor& output = traced().output;
  Tensor plane;
  const int rank = output.shape().rank();
  if (output.dtype() == DataType::Float32 && (rank == 3 || rank == 4)) {
    const std::int64_t places = output.shape().elementsFrom(rank - 2);
    const std::int64_t first = rank == 3 ? at_[0] : at_[0] * output.shape()[1] + at_[1];
    plane = Tensor::make({DataType::Float32, Shape{1, output.shape()[rank - 2], output.shape()[rank - 1]}});
    std::copy_n(output.data<float>() + first * places, places, plane.data<float>());
  }
  outputCard_->setVisible(plane.defined());
  (void)output_->setPlanes(plane);
}

void ArithmeticPage::step(int by) {
  const int next = layers_->current() + by;
  if (next >= 0 && next < layers_->count()) layers_->setCurrent(next);
}

// Moves along the layer's positions, or to the next number of a row. Up and down change the step of a sequence.
void ArithmeticPage::move(int dx, int dy) {
  if (layer() < 0 || at_.empty()) return;
  const Shape& shape = traced().output.shape();
  std::vector<std::int64_t> at = at_;
  const auto shift = [&](int axis, int by) {
    if (axis < 0 || by == 0) return;
    auto& place = at[static_cast<std::size_t>(axis)];
    place = std::clamp<std::int64_t>(place + by, 0, shape[axis] - 1);
  };
  shift(shape.rank() - 1, dx);
  shift(shape.rank() >= 2 ? shape.rank() - 2 : 0, dy);
  if (at != at_) setPosition(at);
}

// Chooses the output position that corresponds to a pixel of the input plane.
void ArithmeticPage::choosePixel(double x, double y) {
  const std::size_t rank = at_.size();
  if (layer() < 0 || rank < 3 || rank > 4) return;
  const Tensor& plane = view_->scene().plane;
  const Shape& shape = traced().output.shape();
  const auto place = [](double at, std::int64_t from, std::int64_t to) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(at * static_cast<double>(to) / static_cast<double>(from)),
                                    0, to - 1);
  };
  std::vector<std::int64_t> at = at_;
  at[rank - 2] = place(y, plane.shape()[0], shape[static_cast<int>(rank) - 2]);
  at[rank - 1] = place(x, plane.shape()[1], shape[static_cast<int>(rank) - 1]);
  if (at != at_) setPosition(at);
}

bool ArithmeticPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == output_->viewport() && event->type() == QEvent::MouseButtonPress && layer() >= 0 && at_.size() >= 3) {
    const auto place = output_->positionAt(static_cast<QMouseEvent*>(event)->pos());
    std::vector<std::int64_t> at = at_;
    at[at.size() - 2] = place.y;
    at.back() = place.x;
    if (place.valid()) setPosition(at);
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace fovea
