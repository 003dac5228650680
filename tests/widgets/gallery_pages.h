// Why: the pages of the gallery: every widget of this
// folder as the workspaces use it, with synthetic content.
#pragma once
#include <QtWidgets/QtWidgets>
#include <cmath>
#include <memory>

#include "widgets/forms/schema_form.h"
#include "widgets/images/bars.h"
#include "widgets/images/image_grid.h"
#include "widgets/images/image_view.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/plots/parallel_plot.h"
#include "widgets/plots/scaling_plot.h"
#include "widgets/plots/scatter_plot.h"
#include "widgets/tables/fact_list.h"
#include "widgets/tables/table.h"
#include "widgets/theme/card.h"
#include "widgets/theme/flow_layout.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"

namespace fovea::gallery {

inline QString text(const char* words) {
  return QString::fromUtf8(words);
}

inline QPushButton* button(const char* words, const char* kind, const char* iconName = nullptr, bool enabled = true) {
  auto* result = new QPushButton(text(words));
  result->setProperty("kind", QString::fromLatin1(kind));
  const bool filled = qstrcmp(kind, "primary") == 0 || qstrcmp(kind, "danger") == 0;
  if (iconName) result->setIcon(icon(QString::fromLatin1(iconName), filled ? IconRole::OnAccent : IconRole::Text));
  result->setEnabled(enabled);
  return result;
}

inline QLayout* row(std::initializer_list<QWidget*> widgets) {
  auto* layout = new QHBoxLayout;
  layout->setSpacing(8);
  for (QWidget* widget : widgets) layout->addWidget(widget);
  layout->addStretch();
  return layout;
}

inline QFrame* frame(const char* kind) {
  auto* result = new QFrame;
  result->setProperty("kind", text(kind));
  return result;
}

inline QLabel* label(const char* words, const char* kind) {
  auto* result = new QLabel(text(words));
  result->setProperty("kind", text(kind));
  return result;
}

inline QWidget* toolbar() {
  auto* bar = new QFrame;
  bar->setProperty("kind", text("toolbar"));
  bar->setFixedHeight(size::kToolbar);
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(16, 0, 16, 0);
  auto* title = new QLabel(text("fashion-lenet"));
  title->setProperty("kind", text("title"));
  layout->addWidget(title);
  layout->addSpacing(8);
  layout->addWidget(new Pill(text("running"), Pill::Tone::Good));
  layout->addStretch();
  layout->addWidget(button("Pause", "", "pause"));
  layout->addWidget(button("Step", "", "step"));
  layout->addWidget(button("Stop", "", "stop"));
  layout->addWidget(button("Snapshot", "flat"));
  layout->addWidget(button("New run", "primary"));
  return bar;
}

inline QWidget* iconCard() {
  auto* card = new Card(text("Icons"));
  auto* place = new QWidget;
  auto* flow = new FlowLayout(place, 6);
  for (const QString& name : iconNames()) {
    auto* tool = new QToolButton;
    tool->setIcon(icon(name));
    tool->setIconSize({20, 20});
    tool->setAutoRaise(true);
    tool->setToolTip(name);
    tool->setCheckable(true);
    tool->setChecked(name == text("train"));
    flow->addWidget(tool);
  }
  card->body()->addWidget(place);
  return card;
}

inline QWidget* controlsCard() {
  auto* card = new Card(text("Controls"));
  card->setRemark(text("in every state"));
  card->addToHeader(new Pill(text("smoothing 0.6")));
  card->addToHeader(new Pill(text("log")));
  card->body()->addLayout(row({button("Export", ""), button("Train", "primary", "play"), button("Flat", "flat"),
                               button("Delete run", "danger", "delete"), button("Off", "", nullptr, false),
                               button("Off", "primary", nullptr, false)}));
  auto* menuButton = button("Overlay", "");
  auto* menu = new QMenu(menuButton);
  menu->addAction(text("Time share"));
  menuButton->setMenu(menu);
  auto* edit = new QLineEdit;
  edit->setPlaceholderText(text("Search layers"));
  edit->addAction(icon(text("search")), QLineEdit::LeadingPosition);
  auto* wrong = new QLineEdit(text("5 by 5"));
  wrong->setProperty("invalid", true);
  auto* box = new QComboBox;
  box->addItems({text("He normal"), text("Xavier uniform")});
  auto* spin = new QSpinBox;
  spin->setRange(0, 99999);
  spin->setValue(50);
  card->body()->addLayout(row({menuButton, edit, wrong, box, spin}));
  auto* check = new QCheckBox(text("Bias"));
  check->setChecked(true);
  auto* part = new QCheckBox(text("Some"));
  part->setTristate(true);
  part->setCheckState(Qt::PartiallyChecked);
  auto* radio = new QRadioButton(text("CPU"));
  radio->setChecked(true);
  auto* on = new QCheckBox(text("on"));
  on->setProperty("kind", text("switch"));
  on->setChecked(true);
  auto* off = new QCheckBox(text("off"));
  off->setProperty("kind", text("switch"));
  card->body()->addLayout(
      row({check, part, new QCheckBox(text("Shuffle")), radio, new QRadioButton(text("GPU 0")), on, off}));
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setValue(38);
  slider->setFixedWidth(240);
  auto* progress = new QProgressBar;
  progress->setValue(38);
  progress->setFixedWidth(200);
  auto* busy = new QProgressBar;
  busy->setRange(0, 0);
  busy->setFixedWidth(120);
  card->body()->addLayout(row({slider, progress, busy}));
  auto* tabs = new QTabBar;
  for (const char* const name : {"Layers", "Attribution", "Evaluation", "Projection"}) tabs->addTab(text(name));
  card->body()->addWidget(tabs);
  return card;
}

inline QWidget* themePage() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(toolbar());
  auto* inner = new QVBoxLayout;
  inner->setContentsMargins(16, 8, 16, 16);
  inner->setSpacing(12);
  auto* banner = new Banner;
  banner->showMessage(Banner::Tone::Bad, text("The import stopped at sample 4,271: the disk is full."),
                      text("Free 2 GB on /data and try again; nothing was left behind."));
  banner->addAction(text("Try again"));
  inner->addWidget(banner);
  auto* hint = new Banner;
  hint->showMessage(Banner::Tone::Warning, text("Batch 512 needs 9.1 GB, and GPU 0 has 7.9 GB free."));
  hint->addAction(text("Use 256"));
  inner->addWidget(hint);
  inner->addWidget(controlsCard());
  inner->addWidget(iconCard());
  auto* empty = new EmptyState(text("data"), text("No data set yet"),
                               text("A data set holds the samples that a network learns from. Import a folder of "
                                    "images or an IDX archive to begin."));
  empty->addAction(text("Import data…"));
  empty->addAction(text("Open an example"));
  auto* card = new Card;
  card->body()->addWidget(empty);
  inner->addWidget(card, 1);
  column->addLayout(inner, 1);
  return page;
}

// A page with the toolbar above and the inspector to the right, like every workspace.
inline QWidget* workspace(QLayout* work, QLayout* inspector) {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(toolbar());
  auto* across = new QHBoxLayout;
  across->setSpacing(0);
  work->setContentsMargins(16, 16, 16, 16);
  across->addLayout(work, 1);
  QFrame* side = frame("inspector");
  side->setFixedWidth(size::kInspector);
  inspector->setContentsMargins(17, 16, 16, 16);
  side->setLayout(inspector);
  across->addWidget(side);
  column->addLayout(across, 1);
  return page;
}

inline Field field(const char* title, FieldKind kind, FieldValue value, double low, double high,
                   std::vector<FieldChoice> choices = {}) {
  Field result;
  result.name = title;
  result.title = title;
  result.help = "What this one does, in a sentence that is long enough to need two lines in the inspector.";
  result.kind = kind;
  result.defaultValue = std::move(value);
  result.minimum = low;
  result.maximum = high;
  result.minimumLength = kind == FieldKind::IntegerList ? 2 : 0;
  result.maximumLength = 2;
  result.choices = std::move(choices);
  return result;
}

inline Schema convolution() {
  const std::int64_t one = 1;
  return Schema({
      field("Filters", FieldKind::Integer, std::int64_t{50}, 1, 4096),
      field("Kernel", FieldKind::IntegerList, std::vector<std::int64_t>{5, 5}, 1, 64),
      field("Stride", FieldKind::IntegerList, std::vector<std::int64_t>{1, 1}, 1, 64),
      field("Groups", FieldKind::Integer, one, 1, 64),
      field("Rate", FieldKind::Real, 0.003, 0, 10),
      field("Bias", FieldKind::Boolean, true, 0, 1),
      field("Shuffle", FieldKind::Boolean, false, 0, 1),
      field("Initialiser", FieldKind::Choice, std::string("he"), 0, 1, {{"he", "He normal"}, {"xavier", "Xavier"}}),
      field("Name", FieldKind::Text, std::string("conv2"), 0, 1),
  });
}

inline MetricPlot* lossPlot() {
  auto* plot = new MetricPlot(text("Loss"));
  plot->addSeries(text("train"), SeriesRole::Train);
  plot->addSeries(text("validation"), SeriesRole::Validation);
  std::vector<double> xs;
  std::vector<double> ys;
  std::uint32_t noise = 7;
  for (int step = 0; step < 2500; step += 2) {
    noise = noise * 1664525u + 1013904223u;
    xs.push_back(step);
    ys.push_back(0.24 + 0.88 * std::exp(-step / 400.0) + ((noise >> 8) * 0.08 / (1 << 24) - 0.04));
  }
  plot->append(0, xs, ys);
  for (int step = 0; step <= 2500; step += 125) plot->append(1, step, 0.32 + 0.64 * std::exp(-step / 420.0));
  plot->setSmoothing(0.9);
  plot->addMarker(1620, text("rate 0.01 → 0.003"));
  plot->setBest(1, 2375, 0.32 + 0.64 * std::exp(-2375 / 420.0), text("best · epoch 3 · 0.312"));
  return plot;
}

inline MiniPlot* mini(const char* title, int color, const char* value, double (*curve)(double)) {
  auto* plot = new MiniPlot(text(title), color);
  for (int i = 0; i <= 100; ++i) plot->append(i, curve(i / 100.0));
  plot->setFormat([value](double) { return text(value); });
  return plot;
}

inline QTableView* runsTable() {
  auto* table = new QTableView;
  auto* model = new QStandardItemModel(table);
  model->setHorizontalHeaderLabels({"Run", "Network", "Rate", "Batch", "Best val. accuracy", "Loss", "Time"});
  const auto add = [&](const char* name, const char* network, double rate, int batch, double accuracy,
                       const char* time) {
    auto* first = new QStandardItem(text(name));
    auto* rates = new QStandardItem;
    rates->setData(rate, Qt::DisplayRole);
    auto* batches = new QStandardItem;
    batches->setData(batch, Qt::DisplayRole);
    auto* bar = new QStandardItem(QStringLiteral("%1 %").arg(accuracy * 100, 0, 'f', 1));
    bar->setData(accuracy, kShareRole);
    auto* curve = new QStandardItem;
    QList<double> values;
    for (int i = 0; i < 40; ++i) values << std::exp(-i / (4.0 + batch / 16.0)) + 0.02 * (i % 3);
    curve->setData(QVariant::fromValue(values), kCurveRole);
    model->appendRow(
        {first, new QStandardItem(text(network)), rates, batches, bar, curve, new QStandardItem(text(time))});
  };
  add("fashion-lenet", "LeNet", 0.01, 64, 0.894, "1:12");
  add("fashion-lenet-adam", "LeNet", 0.001, 64, 0.909, "3:20");
  add("fashion-mlp", "784-1000-10", 0.05, 128, 0.881, "0:48");
  add("fashion-resnet", "ResNet-18", 0.001, 128, 0.936, "21:07");
  model->item(0)->setIcon(icon(text("play"), IconRole::Accent));
  table->setModel(model);
  setUpTable(*table);
  table->setItemDelegateForColumn(4, new BarDelegate(table));
  table->setItemDelegateForColumn(5, new SparklineDelegate(table));
  const int widths[] = {180, 110, 60, 60, 160, 120, 60};
  for (int i = 0; i < 7; ++i) table->setColumnWidth(i, widths[i]);
  table->selectRow(1);
  return table;
}

inline QWidget* trainPage() {
  auto* work = new QVBoxLayout;
  work->setSpacing(size::kGutter);
  work->addWidget(lossPlot(), 3);
  auto* minis = new QHBoxLayout;
  minis->setSpacing(size::kGutter);
  minis->addWidget(mini("Accuracy", 2, "89.4 %", [](double x) { return 1 - std::exp(-6 * x); }));
  minis->addWidget(mini("Learning rate", 0, "0.003", [](double x) { return x < 0.62 ? 0.01 : 0.003; }));
  minis->addWidget(mini("Update / weight", 3, "1.2e-3", [](double x) { return std::sin(7 * x) * (1 - x); }));
  work->addLayout(minis, 1);
  auto* runs = new Card;
  runs->body()->setContentsMargins(8, 6, 8, 8);
  runs->body()->addWidget(runsTable());
  work->addWidget(runs, 1);
  auto* side = new QVBoxLayout;
  side->setSpacing(8);
  side->addWidget(label("Convolution", "title"));
  side->addWidget(label("conv2 · slides 50 learned filters", "muted"));
  side->addSpacing(4);
  side->addWidget(new SectionLabel(text("Parameters")));
  auto* form = new SchemaForm(convolution());
  side->addWidget(form);
  side->addWidget(new SectionLabel(text("Shape")));
  side->addWidget(label("[N, 20, 12, 12] → [N, 50, 8, 8]", "mono"));
  side->addWidget(new SectionLabel(text("Learning rate over the run")));
  auto* schedule = new SchedulePlot;
  std::vector<double> xs;
  std::vector<double> rates;
  for (int i = 0; i < 300; ++i) {
    xs.push_back(i);
    rates.push_back(i < 120 ? 0.01 : i < 210 ? 0.005 : 0.0025);
  }
  schedule->setSchedule(xs, rates);
  schedule->setPosition(150);
  side->addWidget(schedule);
  side->addStretch();
  return workspace(work, side);
}

inline Tensor shirts(int channels, int extent) {
  Tensor planes = Tensor::make({DataType::Float32, Shape{channels, extent, extent}});
  float* out = planes.data<float>();
  std::uint32_t noise = 3;
  for (int c = 0; c < channels; ++c)
    for (int y = 0; y < extent; ++y)
      for (int x = 0; x < extent; ++x) {
        noise = noise * 1664525u + 1013904223u;
        const bool sleeve = y > extent / 5 && y < extent / 2 && x > extent / 12 && x < extent - extent / 12;
        const bool body = y > extent / 5 && x > extent / 3 && x < extent * 2 / 3;
        const float grain = static_cast<float>(noise >> 8) / (1 << 24);
        *out++ = sleeve || body ? grain * (c % 3 == 0 ? 1.F : 0.4F) + (c % 3 == 1 && x % 6 == 0 ? 1.F : 0.F) : 0.F;
      }
  return planes;
}

inline Tensor filters(int count) {
  Tensor planes = Tensor::make({DataType::Float32, Shape{count, 5, 5}});
  float* out = planes.data<float>();
  for (int c = 0; c < count; ++c)
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 5; ++x) *out++ = std::sin(0.9F * (c % 4) * x + 0.8F * (c % 3) * y + c);
  return planes;
}

class Colours : public ThumbnailSource {
 public:
  qint64 count() const override { return 1'000'000; }
  QString label(qint64 index) const override { return index % 3 == 0 ? text("Ankle boot") : text("T-shirt"); }
  QImage image(qint64 index) const override {
    if (index == 11) return {};
    const Tensor planes = shirts(1 + static_cast<int>(index % 3), 28);
    return toImage(planes.values<float>().last(28 * 28), 28, 28, ColorMap(ColorMapKind::Grey), {0, 1.4F});
  }
};

inline QWidget* inspectPage() {
  auto* work = new QHBoxLayout;
  work->setSpacing(size::kGutter);
  auto* input = new Card;
  input->setFixedWidth(220);
  input->body()->addWidget(new SectionLabel(text("Input")));
  auto* view = new ImageView;
  view->setImage(Colours().image(0));
  input->body()->addWidget(view);
  input->body()->addWidget(new SectionLabel(text("Prediction")));
  auto* bars = new ProbabilityBars;
  bars->setProbabilities({text("T-shirt"), text("Shirt"), text("Coat"), text("Pullover"), text("Dress")},
                         {0.18, 0.71, 0.07, 0.03, 0.01});
  input->body()->addWidget(bars);
  input->body()->addWidget(new SectionLabel(text("Nothing chosen")));
  input->body()->addWidget(new ImageView);
  input->body()->addStretch();
  work->addWidget(input);
  auto* column = new QVBoxLayout;
  column->setSpacing(size::kGutter);
  auto* activations = new Card(text("conv1 · activations"));
  activations->setRemark(text("20 channels of 24×24"));
  activations->addToHeader(new Pill(text("viridis")));
  activations->addToHeader(new Pill(text("shared scale")));
  auto* grid = new ImageGrid;
  [[maybe_unused]] Status shown = grid->setPlanes(shirts(20, 24));
  grid->setPreferredCell(84);
  grid->setSelectedChannel(12);
  activations->body()->addWidget(grid, 1);
  auto* strip = new ImageGrid;
  strip->setColorMap(ColorMapKind::BlueWhiteRed);
  strip->setSymmetric(true);
  strip->setPreferredCell(28);
  strip->setFitToContents(true);
  shown = strip->setPlanes(filters(20));
  activations->body()->addWidget(label("filters", "strong"));
  activations->body()->addWidget(strip);
  column->addWidget(activations, 3);
  auto* browser = new Card(text("Samples"));
  auto* thumbnails = new ThumbnailGrid;
  thumbnails->setSource(std::make_shared<Colours>());
  thumbnails->setPictureSize(56);
  thumbnails->setCurrent(3);
  browser->body()->addWidget(thumbnails);
  column->addWidget(browser, 2);
  work->addLayout(column, 1);
  auto* side = new QVBoxLayout;
  side->setSpacing(8);
  side->addWidget(label("conv1 · channel 12", "title"));
  auto* facts = new FactList;
  facts->setFacts({{text("Minimum"), text("0.000"), {}},
                   {text("Maximum"), text("1.913"), {}},
                   {text("Mean"), text("0.274"), {}},
                   {text("Zeros"), text("41 %"), {}}});
  side->addWidget(facts);
  side->addSpacing(8);
  side->addWidget(new SectionLabel(text("Histogram")));
  auto* histogram = new HistogramBars;
  std::vector<double> counts;
  for (int i = 0; i < 30; ++i) counts.push_back(1000 * std::exp(-i / 6.0));
  histogram->setBins(counts, 0, 1.913);
  side->addWidget(histogram);
  side->addSpacing(8);
  side->addWidget(new SectionLabel(text("Classes")));
  auto* classes = new ProbabilityBars;
  classes->setCounts({text("Trouser"), text("Sandal"), text("Bag")}, {6000, 5400, 1200});
  side->addWidget(classes);
  side->addStretch();
  return workspace(work, side);
}

// The results of a sweep of `count` configurations: learning rate, optimiser, batch size, dropout, accuracy.
inline std::vector<std::vector<double>> sweepValues(int count) {
  std::vector<std::vector<double>> values;
  std::uint32_t noise = 17;
  const auto random = [&noise] {
    noise = noise * 1664525u + 1013904223u;
    return static_cast<double>(noise >> 8) / (1 << 24);
  };
  for (int i = 0; i < count; ++i) {
    const double power = -5 + 4 * random(), optimiser = std::floor(3 * random()), batch = std::floor(4 * random());
    const double dropout = 0.6 * random();
    const double best = optimiser == 0 ? -1.7 : -3;
    const double accuracy = 0.94 - 0.05 * std::pow(power - best, 2) - 0.1 * std::pow(dropout - 0.25, 2) +
                            0.02 * random() - 0.01 * optimiser;
    values.push_back({std::pow(10, power), optimiser, 32 * std::pow(2, batch), dropout,
                      i % 16 == 15 ? kNoValue : std::max(0.1, accuracy)});
  }
  return values;
}

inline std::vector<PlotDimension> sweepDimensions() {
  return {{.title = text("Learning rate"), .logarithmic = true},
          {.title = text("Optimiser"), .names = {text("SGD with momentum"), text("Adam"), text("RMSprop")}},
          {.title = text("Batch size"), .logarithmic = true},
          {.title = text("Dropout")},
          {.title = text("Accuracy"), .share = true}};
}

inline ParallelPlot* parallelPlot(int count) {
  auto* plot = new ParallelPlot;
  std::vector<ParallelPlot::Line> lines;
  for (const auto& values : sweepValues(count))
    lines.push_back({values, QStringLiteral("run %1").arg(lines.size() + 1)});
  plot->setLines(sweepDimensions(), std::move(lines));
  return plot;
}

inline ScatterPlot* scatterPlot(int dimension, int count) {
  auto* plot = new ScatterPlot;
  std::vector<ScatterPlot::Dot> dots;
  for (const auto& values : sweepValues(count)) {
    const double y = values.back(), spread = 0.01 + 0.02 * values[3];
    dots.push_back({.x = values[static_cast<std::size_t>(dimension)],
                    .y = y,
                    .low = y - spread,
                    .high = y + spread / 2,
                    .title = QStringLiteral("run %1").arg(dots.size() + 1),
                    .faint = dots.size() % 7 == 6});
  }
  const auto dimensions = sweepDimensions();
  plot->setDots(dimensions[static_cast<std::size_t>(dimension)], dimensions.back(), std::move(dots));
  return plot;
}

inline QWidget* sweepPage() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  const auto card = [](QLayout* to, const char* title, QWidget* plot, int share) {
    auto* around = new Card(text(title));
    around->body()->addWidget(plot, 1);
    static_cast<QBoxLayout*>(to)->addWidget(around, share);
  };
  auto* above = new QHBoxLayout;
  above->setSpacing(size::kGutter);
  auto* few = parallelPlot(48);
  few->setHighlighted(4);
  few->setRange(3, 0.1, 0.45);
  card(above, "Configurations", few, 3);
  auto* many = parallelPlot(250);
  card(above, "All of them", many, 2);
  column->addLayout(above, 3);
  auto* below = new QHBoxLayout;
  below->setSpacing(size::kGutter);
  auto* rates = scatterPlot(0, 48);
  rates->setHighlighted(4);
  card(below, "Learning rate", rates, 3);
  card(below, "Optimiser", scatterPlot(1, 48), 3);
  auto* narrow = new ParallelPlot;
  std::vector<ParallelPlot::Line> lines;
  auto dimensions = sweepDimensions();
  dimensions.insert(dimensions.begin() + 3, {.title = text("Weight decay"), .logarithmic = true});
  for (auto values : sweepValues(24)) {
    values.insert(values.begin() + 3, 0.0005);
    lines.push_back({values, {}});
  }
  narrow->setLines(std::move(dimensions), std::move(lines));
  narrow->setFixedWidth(300);
  card(below, "Narrow", narrow, 0);
  auto* none = new ParallelPlot;
  none->setNote(text("No configuration has a result yet."));
  card(below, "None", none, 1);
  column->addLayout(below, 2);
  return page;
}

// A step of `reduce` times the time that one device computes is spent on the exchange.
inline ScalingPlot* scalingPlot(int most, double reduce, bool measured) {
  auto* plot = new ScalingPlot;
  std::vector<ScalingPlot::Range> ranges;
  for (int k = 1; k <= most; k *= 2) {
    const double exchange = 2 * reduce * (k - 1) / k, compute = 1.0 / k;
    ranges.push_back({k, 1 / (compute + exchange), 1 / std::max(compute, exchange)});
  }
  plot->setSpeeds(ranges,
                  measured ? std::vector<ScalingPlot::Dot>{{2, 1.17}, {4, 0.77}} : std::vector<ScalingPlot::Dot>{});
  return plot;
}

inline QWidget* scalingPage() {
  auto* page = new QWidget;
  auto* grid = new QGridLayout(page);
  grid->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  grid->setSpacing(size::kGutter);
  const auto card = [grid](const char* title, ScalingPlot* plot, int row, int column, int columns = 1) {
    auto* around = new Card(text(title));
    around->body()->addWidget(plot, 1);
    grid->addWidget(around, row, column, 1, columns);
  };
  auto* read = scalingPlot(16, 0.02, true);
  read->setHighlighted(4);
  card("Measured here", read, 0, 0, 2);
  card("Up to 1024 devices", scalingPlot(1024, 0.002, false), 0, 2, 2);
  card("Slow links", scalingPlot(64, 40, false), 1, 0);
  auto* end = scalingPlot(16, 0.1, false);
  end->setHighlighted(16);
  card("The last one", end, 1, 1);
  card("One device", scalingPlot(1, 0.1, false), 1, 2);
  auto* none = new ScalingPlot;
  none->setNote(text("No step is measured yet."));
  card("None", none, 1, 3);
  return page;
}

}  // namespace fovea::gallery
