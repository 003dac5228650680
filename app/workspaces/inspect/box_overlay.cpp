#include "app/workspaces/inspect/box_overlay.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>

#include "app/workspaces/data/sample_drawing.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

struct Counts {
  QString right, wrong, missed;
};

Counts countsOf(const BoxReading& boxes) {
  const auto right = std::ranges::count_if(boxes.matches.truths, [](const auto& truth) { return truth.has_value(); });
  const auto text = [](qsizetype value) { return QLocale().toString(value); };
  return {text(right), text(std::ssize(boxes.found) - right), text(std::ssize(boxes.matches.missed))};
}

}  // namespace

QImage BoxOverlay::draw(const BoxReading& boxes, std::span<const Box> truths, const std::vector<std::string>& classes,
                        const QSize& extent, int side) {
  if (extent.isEmpty()) return {};
  QImage canvas(extent.scaled(side, side, Qt::KeepAspectRatio), QImage::Format_ARGB32_Premultiplied);
  canvas.fill(Qt::transparent);
  QPainter painter(&canvas);
  painter.setRenderHint(QPainter::Antialiasing);
  const QTransform toCanvas = QTransform::fromScale(static_cast<double>(canvas.width()) / extent.width(),
                                                    static_cast<double>(canvas.height()) / extent.height());
  const auto place = [&](const Box& box) {
    return toCanvas.mapRect(QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom)));
  };
  const Theme& theme = currentTheme();
  BoxStyle style{{}, Qt::DashLine, std::max(1.5, side / 160.0), boxLetter(side)};
  style.color = theme.color(Color::Warning);
  for (const std::size_t missed : boxes.matches.missed) drawBox(painter, place(truths[missed]), {}, style);
  style.line = Qt::SolidLine;
  for (std::size_t i = boxes.found.size(); i-- > 0;) {  // draws the most probable box last, on top
    style.color = theme.color(boxes.matches.truths[i] ? Color::Good : Color::Bad);
    drawBox(painter, place(boxes.found[i].box), name(boxes.found[i], classes), style);
  }
  return canvas;
}

QString BoxOverlay::words(const BoxReading& boxes) {
  const Counts counts = countsOf(boxes);
  return tr("%1 right, %2 false, %3 missed").arg(counts.right, counts.wrong, counts.missed);
}

std::vector<FactList::Fact> BoxOverlay::facts(const BoxReading& boxes) {
  const Counts counts = countsOf(boxes);
  return {{tr("Right boxes"), counts.right, {}},
          {tr("False boxes"), counts.wrong, {}},
          {tr("Missed boxes"), counts.missed, {}}};
}

QString BoxOverlay::legend() {
  return tr("green: right · red: false · dashed: missed");
}

QString BoxOverlay::name(const DetectedBox& found, const std::vector<std::string>& classes) {
  const auto label = static_cast<std::size_t>(found.box.label);
  const QString name =
      label < classes.size() ? QString::fromStdString(classes[label]) : QString::number(found.box.label);
  return tr("%1 %2 %", "class and probability").arg(name, QLocale().toString(found.score * 100, 'f', 0));
}

}  // namespace fovea
