#include "widgets/canvas/items/network_strip.h"

#include <QtCore/QLocale>
#include <QtGui/QPainter>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <cmath>

#include "widgets/canvas/items/canvas_style.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kFigureGap = 24;  // gap between two figures
constexpr int kNameGap = 6;
constexpr int kStackedGap = 16;

QString scaled(double amount, double base, const QStringList& units) {
  int unit = 0;
  while (amount >= base * 0.9995 && unit + 1 < units.size()) {
    amount /= base;
    ++unit;
  }
  // Formats with two significant digits, which suffice here: "4.4 M", "38 MB", "431 k".
  const int decimals = unit == 0 || amount >= 9.95 ? 0 : 1;
  return QLocale().toString(amount, 'f', decimals) + units[unit];
}

// A button with text in the colour of the severity, a background on hover and a focus ring.
class ProblemsButton : public QAbstractButton {
 public:
  explicit ProblemsButton(QWidget* parent) : QAbstractButton(parent), style_(CanvasStyle::current()) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
  }
  QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 16, 28}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(style_.accent, 2) : QPen(Qt::NoPen));
    painter.setBrush(underMouse() ? QBrush(style_.hover) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
    painter.setPen(style_.badText);
    painter.drawText(rect(), Qt::AlignCenter, text());
  }
  void changeEvent(QEvent* event) override {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) style_ = CanvasStyle::current();
  }

 private:
  CanvasStyle style_;
};

}  // namespace

QString countText(std::int64_t count) {
  return QLocale().toString(qlonglong(count));
}

QString amountText(double amount) {
  return scaled(amount, 1000,
                {QString(), QStringLiteral(" k"), QStringLiteral(" M"), QStringLiteral(" G"), QStringLiteral(" T")});
}

QString bytesText(std::int64_t bytes) {
  return scaled(double(bytes), 1000,
                {QStringLiteral(" B"), QStringLiteral(" kB"), QStringLiteral(" MB"), QStringLiteral(" GB"),
                 QStringLiteral(" TB")});
}

void NetworkStrip::Figure::show(const QString& name, const QString& text) {
  label->setText(name);
  value->setText(text);
  value->setAccessibleName(name + QLatin1Char(' ') + text);
  box->show();
}

void NetworkStrip::Figure::hide() {
  value->setText({});
  box->hide();
}

NetworkStrip::NetworkStrip(QWidget* parent)
    : QFrame(parent), fine_(new QLabel(this)), problems_(new ProblemsButton(this)) {
  setObjectName(QStringLiteral("networkStrip"));
  setProperty("kind", "card");
  setAccessibleName(tr("What the network costs"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(14, 0, 10, 0);
  layout->setSpacing(0);
  parameters_ = addFigure("stripParameters");
  flops_ = addFigure("stripFlops");
  memory_ = addFigure("stripMemory");
  inference_ = addFigure("stripInferenceMemory");
  largest_ = addFigure("stripLargestBatch");
  layout->addStretch(1);
  fine_->setProperty("kind", "muted");
  fine_->setContentsMargins(0, 0, 4, 0);
  fine_->setText(tr("No problems"));
  layout->addWidget(fine_);
  problems_->setObjectName(QStringLiteral("stripProblems"));
  problems_->setCursor(Qt::PointingHandCursor);
  problems_->setToolTip(tr("Show what is wrong"));
  layout->addWidget(problems_);
  connect(problems_, &QPushButton::clicked, this, &NetworkStrip::problemsClicked);
  setFixedHeight(44);
  setFields({});
}

NetworkStrip::Figure NetworkStrip::addFigure(const char* objectName) {
  auto* box = new QWidget(this);
  Figure figure{box, new QBoxLayout(QBoxLayout::LeftToRight, box), new QLabel(box), new QLabel(box)};
  figure.label->setProperty("kind", "muted");
  figure.value->setProperty("kind", "strong");
  figure.row->setContentsMargins(0, 0, kFigureGap, 0);
  figure.row->setSpacing(kNameGap);
  figure.value->setObjectName(QLatin1String(objectName));
  figure.row->addWidget(figure.label);
  figure.row->addWidget(figure.value);
  layout()->addWidget(box);
  return figure;
}

bool NetworkStrip::fitsInOneRow() const {
  const QMargins margins = layout()->contentsMargins();
  const QFontMetrics names = fontMetrics(), values = parameters_.value->fontMetrics();
  const QSize state = fields_.problems > 0 ? problems_->sizeHint() : fine_->sizeHint();
  int needed = margins.left() + margins.right() + state.width();
  for (const Figure* figure : {&parameters_, &flops_, &memory_, &inference_, &largest_})
    if (!figure->value->text().isEmpty())
      needed += names.horizontalAdvance(figure->label->text()) + kNameGap +
                values.horizontalAdvance(figure->value->text()) + kFigureGap;
  return needed <= width();
}

void NetworkStrip::stack(bool stacked) {
  if (stacked == stacked_) return;
  stacked_ = stacked;
  for (Figure* figure : figures()) {
    figure->row->setDirection(stacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    figure->row->setContentsMargins(0, stacked ? 5 : 0, stacked ? kStackedGap : kFigureGap, stacked ? 5 : 0);
    figure->row->setSpacing(stacked ? 0 : kNameGap);
    setKind(figure->label, stacked ? "caption" : "muted");
  }
}

void NetworkStrip::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

void NetworkStrip::setFields(const NetworkStripFields& fields) {
  fields_ = fields;
  problems_->setText(fields.problems == 1 ? tr("1 problem") : tr("%1 problems").arg(fields.problems));
  problems_->updateGeometry();
  problems_->setVisible(fields.problems > 0);
  fit();
}

void NetworkStrip::showFigures() {
  const NetworkStripFields& fields = fields_;
  parameters_.show(fields.partial ? tr("Parameters so far") : tr("Parameters"), countText(fields.parameters));
  flops_.show(fields.partial ? tr("FLOPs so far") : tr("FLOPs / sample"), amountText(fields.flopsPerSample));
  if (fields.sampleBytes) {
    memory_.show(tr("Memory / sample"), bytesText(*fields.sampleBytes));
  } else if (fields.trainingMemoryBytes) {
    memory_.show(tr("Training memory at %1").arg(countText(fields.batch)), bytesText(*fields.trainingMemoryBytes));
  } else {
    memory_.hide();
  }
  if (fields.largestBatch) {
    largest_.show(tr("Largest batch on %1").arg(fields.device),
                  fields.largerNotTried ? tr("%1 or more").arg(countText(*fields.largestBatch))
                                        : countText(*fields.largestBatch));
  } else {
    largest_.hide();
  }
  if (fields.inferenceMemoryBytes)
    inference_.show(tr("Inference"), bytesText(*fields.inferenceMemoryBytes));
  else
    inference_.hide();
}

void NetworkStrip::fit() {
  showFigures();
  fine_->setVisible(fields_.problems == 0);
  QStringList all;
  for (const Figure* figure : figures())
    if (!figure->value->text().isEmpty()) all << figure->value->accessibleName();
  setToolTip(all.join(QLatin1Char('\n')));
  stack(!fitsInOneRow());
  if (!stacked_) return;
  if (fields_.trainingMemoryBytes && !fields_.sampleBytes)
    memory_.label->setText(tr("Training at %1").arg(countText(fields_.batch)));
  if (fields_.largestBatch) largest_.label->setText(tr("Largest batch"));
  const auto fits = [this] {
    for (Figure* figure : figures()) figure->box->updateGeometry();  // since their texts have changed
    return layout()->minimumSize().width() <= width();
  };
  if (!fits()) fine_->hide();
  for (Figure* figure : {&inference_, &largest_, &memory_, &flops_}) {
    if (fits()) break;
    figure->box->hide();
  }
}

}  // namespace fovea
