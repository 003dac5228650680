#include "app/workspaces/network/breakpoint_panel.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <array>

#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

using Measure = Breakpoint::Measure;
using Condition = Breakpoint::Condition;

// Initial limits; the user changes them in the panel.
constexpr double kUsualZeros = 0.6;
constexpr double kUsualGradient = 10;
constexpr double kUsualUpdate = 0.1;
constexpr double kUsualLoss = 10;

// Formats without trailing zeros.
class LimitBox : public QDoubleSpinBox {
 public:
  QString textFromValue(double value) const override { return QLocale().toString(value, 'g', 6); }
};

}  // namespace

BreakpointPanel::BreakpointPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), empty_(new QLabel), list_(new QWidget), every_(new QSpinBox) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(10);
  empty_->setText(
      tr("A breakpoint pauses the run when something goes wrong: the loss is not a number, a gradient explodes, a "
         "layer dies. Right-click a layer to set one."));
  empty_->setWordWrap(true);
  setKind(empty_, "muted");
  column->addWidget(empty_);
  rows_ = new QGridLayout(list_);
  rows_->setContentsMargins(2, 0, 0, 0);  // room for the focus frame of the check boxes
  rows_->setHorizontalSpacing(size::kGrid);
  rows_->setVerticalSpacing(size::kGrid);
  rows_->setColumnStretch(1, 1);
  column->addWidget(list_);
  auto* add = new QPushButton(tr("Pause when the loss is not a number"));
  connect(add, &QPushButton::clicked, this, [this] { session_.breakpoints()->add({}); });
  column->addWidget(add);
  auto* line = new QHBoxLayout;
  auto* label = new QLabel(tr("Steps between checks"));
  setKind(label, "muted");
  every_->setRange(1, 100000);
  every_->setToolTip(
      tr("A check computes a batch once more, without micro-batches and in 32 bits: the fewer checks, the less they "
         "cost"));
  every_->setAccessibleName(label->text());
  label->setBuddy(every_);
  every_->setValue(session_.breakpoints()->every());
  connect(every_, &QSpinBox::valueChanged, session_.breakpoints(), &BreakpointService::setEvery);
  line->addWidget(label, 1);
  line->addWidget(every_);
  column->addLayout(line);
  column->addStretch(1);
  // Queued: an editor of a row may be emitting its signal.
  connect(session_.breakpoints(), &BreakpointService::changed, this, &BreakpointPanel::refresh, Qt::QueuedConnection);
  refresh();
}

QString BreakpointPanel::words(const Breakpoint& breakpoint) {
  if (breakpoint.condition == Condition::NotFinite) return measureWords(breakpoint);
  const QString limit = QString::fromStdString(breakpointValueText(breakpoint, breakpoint.limit));
  return tr("%1 %2").arg(measureWords(breakpoint), limit);
}

QString BreakpointPanel::measureWords(const Breakpoint& breakpoint) {
  if (breakpoint.condition == Condition::NotFinite) return tr("is not a number");
  const bool above = breakpoint.condition == Condition::Above;
  switch (breakpoint.measure) {
    case Measure::Loss:
      return above ? tr("is above") : tr("is below");
    case Measure::Zeros:
      return above ? tr("zeros above") : tr("zeros below");
    case Measure::Gradient:
      return above ? tr("gradient above") : tr("gradient below");
    case Measure::Update:
      return above ? tr("update above") : tr("update below");
    case Measure::Mean:
      return above ? tr("mean above") : tr("mean below");
    case Measure::Deviation:
      return above ? tr("deviation above") : tr("deviation below");
    case Measure::Output:
      break;
  }
  return {};
}

QString BreakpointPanel::valueText(const BreakpointHit& hit) {
  if (hit.breakpoint.measure == Measure::Output)
    return tr("%n values", nullptr, static_cast<int>(std::min(hit.value, 1e9)));
  if (hit.breakpoint.condition == Condition::NotFinite) return tr("not a number");
  return QString::fromStdString(breakpointValueText(hit.breakpoint, hit.value));
}

void BreakpointPanel::addTo(QMenu& menu, const std::string& layer) {
  QMenu* when = menu.addMenu(tr("Pause the run when"));
  struct Choice {
    QString text;
    Breakpoint breakpoint;
  };
  const std::array<Choice, 6> choices{
      {{tr("more than 60 % of its outputs are zero"), {layer, Measure::Zeros, Condition::Above, kUsualZeros}},
       {tr("its gradient norm is above 10"), {layer, Measure::Gradient, Condition::Above, kUsualGradient}},
       {tr("a step changes its weights by more than 10 %"), {layer, Measure::Update, Condition::Above, kUsualUpdate}},
       {tr("an output is not a number"), {layer, Measure::Output, Condition::NotFinite, 0}},
       {tr("the loss is not a number"), {}},
       {tr("the loss is above 10"), {{}, Measure::Loss, Condition::Above, kUsualLoss}}}};
  for (const Choice& choice : choices)
    when->addAction(choice.text, this, [this, wanted = choice.breakpoint] { session_.breakpoints()->add(wanted); });
  const auto& entries = session_.breakpoints()->entries();
  QAction* none = when->addSeparator();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].breakpoint.layer != layer) continue;
    const QString text = QString::fromStdString(breakpointText(entries[i].breakpoint));
    when->addAction(tr("Remove “%1”").arg(text), this, [this, i] { session_.breakpoints()->remove(i); });
    none = nullptr;
  }
  if (none) when->removeAction(none);
}

void BreakpointPanel::refresh() {
  qDeleteAll(list_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  const auto& entries = session_.breakpoints()->entries();
  empty_->setVisible(entries.empty());
  list_->setVisible(!entries.empty());
  for (std::size_t i = 0; i < entries.size(); ++i) addRow(static_cast<int>(2 * i), i);
}

void BreakpointPanel::addRow(int row, std::size_t index) {
  BreakpointService& service = *session_.breakpoints();
  const BreakpointService::Entry& entry = service.entries()[index];
  const Breakpoint& breakpoint = entry.breakpoint;
  const QString layer = breakpoint.layer.empty() ? tr("loss") : QString::fromStdString(breakpoint.layer);
  const QString whole = QString::fromStdString(breakpointText(breakpoint));
  auto* on = new QCheckBox(layer);
  on->setChecked(entry.on);
  on->setAccessibleName(tr("Breakpoint “%1”").arg(whole));
  on->setToolTip(tr("Whether it pauses the run"));
  connect(on, &QCheckBox::toggled, &service, [&service, index](bool checked) { service.setOn(index, checked); });
  rows_->addWidget(on, row, 0, 1, 2);
  auto* remove = new QToolButton;
  remove->setAutoRaise(true);
  remove->setIcon(icon(QStringLiteral("close"), IconRole::Muted));
  remove->setAccessibleName(tr("Remove “%1”").arg(whole));
  remove->setToolTip(tr("Remove this breakpoint"));
  connect(remove, &QToolButton::clicked, &service, [&service, index] { service.remove(index); });
  auto* condition = new QLabel(measureWords(breakpoint));
  setKind(condition, "muted");
  rows_->addWidget(condition, row, 2);
  if (breakpoint.condition != Condition::NotFinite) {
    const bool percent = breakpoint.measure == Measure::Zeros;
    auto* limit = new LimitBox;
    limit->setDecimals(percent ? 0 : 4);
    limit->setRange(percent ? 0 : -1e9, percent ? 100 : 1e9);
    limit->setStepType(percent ? QAbstractSpinBox::DefaultStepType : QAbstractSpinBox::AdaptiveDecimalStepType);
    limit->setSuffix(percent ? tr(" %") : QString());
    limit->setValue(percent ? breakpoint.limit * 100 : breakpoint.limit);
    limit->setButtonSymbols(QAbstractSpinBox::NoButtons);
    limit->setKeyboardTracking(false);
    limit->setFixedWidth(76);
    limit->setAccessibleName(tr("Limit of “%1”").arg(whole));
    connect(limit, &QDoubleSpinBox::valueChanged, &service, [&service, index, percent](double value) {
      Breakpoint wanted = service.entries()[index].breakpoint;
      wanted.limit = percent ? value / 100 : value;
      service.replace(index, wanted);
    });
    rows_->addWidget(limit, row, 3);
  }
  rows_->addWidget(remove, row, 4);
  const Error* unchecked = entry.on ? service.unchecked() : nullptr;
  QString state = entry.on ? tr("not hit yet") : tr("off");
  if (entry.hit)
    state = tr("hit at step %1: %2").arg(QLocale().toString(qlonglong(entry.hit->step)), valueText(*entry.hit));
  if (unchecked) state = tr("cannot be checked");
  auto* hit = new QLabel(state);
  if (unchecked) hit->setToolTip(coreMessage(*unchecked));
  setKind(hit, entry.hit || unchecked ? "warning" : "muted");
  hit->setIndent(size::kGrid * 3);
  rows_->addWidget(hit, row + 1, 0, 1, 5);
}

}  // namespace fovea
