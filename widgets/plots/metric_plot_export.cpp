// Why: exports a plot as a picture, as vector graphics, or as numbers.
#include <QtCore/QBuffer>
#include <QtCore/QFileInfo>
#include <QtGui/QPdfWriter>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/file.h"
#include "widgets/plots/curve_layer.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/theme/fonts.h"

namespace fovea {
namespace {

Status writeBytes(const QString& path, const QByteArray& bytes) {
  return writeFileAtomic(path.toStdString(),
                         std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

// RFC 4180: quotes a field with a comma, quote or line end.
QString csvField(QString text) {
  if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n')))
    return text;
  text.replace(QStringLiteral("\""), QStringLiteral("\"\""));
  return QLatin1Char('"') + text + QLatin1Char('"');
}

constexpr int kLegendLine = 20;

QPen legendPen(const Theme& theme, const CurveLook& look) {
  QPen pen(theme.series(look.colorIndex), 2, Qt::SolidLine, Qt::FlatCap);
  if (const auto dash = dashLengths(look.dash); !dash.empty()) pen.setDashPattern({dash.begin(), dash.end()});
  return pen;
}

QString exactNumber(double value) {
  return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace

void MetricPlot::forExport(const Theme& theme, const std::function<void()>& draw) {
  recolor(theme);
  QCPLayoutGrid* layout = plot_->plotLayout();
  layout->insertRow(0);
  auto* heading = new QCPTextElement(plot_, title_, themeFont(FontRole::Strong));
  heading->setTextColor(theme.color(Color::Text));
  layout->addElement(0, 0, heading);
  QCPLegend* legend = plot_->legend;
  legend->setVisible(true);
  legend->setBorderPen(Qt::NoPen);
  legend->setBrush(theme.color(Color::Panel, 0.8));
  legend->setTextColor(theme.color(Color::Muted));
  legend->setFont(themeFont(FontRole::Caption));
  // The curves are not QCustomPlot's, so an empty graph represents each in the legend.
  for (const auto& series : series_) {
    if (!series->visible) continue;
    QCPGraph* graph = plot_->addGraph();
    graph->setName(series->name);
    graph->setPen(legendPen(theme, series->look));
  }
  legend->setFillOrder(QCPLayoutGrid::foRowsFirst);
  legend->setWrap(std::max(8, plot_->height() / kLegendLine - 2));
  draw();
  plot_->clearGraphs();
  legend->setVisible(false);
  layout->remove(heading);
  layout->simplify();
  recolor(currentTheme());
  plot_->replot(QCustomPlot::rpQueuedRefresh);
}

Status MetricPlot::exportPng(const QString& path, double scale) {
  flush();
  QByteArray bytes;
  forExport(currentTheme(), [&] {
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    plot_->toPixmap(0, 0, scale).save(&buffer, "PNG");
  });
  if (bytes.isEmpty()) return fail(ErrorCode::Internal, "The picture of the plot could not be made.");
  return writeBytes(path, bytes);
}

Status MetricPlot::exportPdf(const QString& path) {
  flush();
  QByteArray bytes;
  forExport(Theme(ThemeKind::Light), [&] {
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title_);
    // One pixel of the plot is one point on the page.
    writer.setResolution(72);
    writer.setPageSize(QPageSize(QSizeF(plot_->size()), QPageSize::Point));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    plot_->setBackground(QBrush(Qt::white));
    QCPPainter painter;
    if (!painter.begin(&writer)) return;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    plot_->toPainter(&painter, plot_->width(), plot_->height());
    painter.end();
  });
  if (bytes.isEmpty()) return fail(ErrorCode::Internal, "The page with the plot could not be made.");
  return writeBytes(path, bytes);
}

// A series may have several values at one x, each of which gets a row: short epochs end within the same second.
QString MetricPlot::csv() const {
  QString text = csvField(axisTitle(axis_));
  for (const auto& series : series_) text += QLatin1Char(',') + csvField(series->name);
  text += QLatin1Char('\n');
  std::vector<std::size_t> at(series_.size(), 0);
  for (;;) {
    std::optional<double> x;
    for (std::size_t i = 0; i < series_.size(); ++i)
      if (const auto xs = series_[i]->data.xs(); at[i] < xs.size()) x = std::min(x.value_or(xs[at[i]]), xs[at[i]]);
    if (!x) return text;
    text += exactNumber(*x);
    for (std::size_t i = 0; i < series_.size(); ++i) {
      const SeriesData& data = series_[i]->data;
      text += QLatin1Char(',');
      if (at[i] < data.size() && !(data.xs()[at[i]] > *x)) text += exactNumber(data.ys()[at[i]++]);
    }
    text += QLatin1Char('\n');
  }
}

Status MetricPlot::exportCsv(const QString& path) const {
  return writeBytes(path, csv().toUtf8());
}

// Renders the plot as on the screen, with its title and names.
QImage MetricPlot::picture() {
  flush();
  QImage image;
  forExport(currentTheme(), [&] { image = plot_->toPixmap(0, 0, 2).toImage(); });
  return image;
}

Status MetricPlot::exportFile(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("png")) return exportPng(path);
  if (suffix == QLatin1String("pdf")) return exportPdf(path);
  if (suffix == QLatin1String("csv")) return exportCsv(path);
  return fail(ErrorCode::InvalidArgument, "A plot cannot be saved as \"" + suffix.toStdString() + "\".",
              "Choose a name that ends in .png, .pdf or .csv.");
}

}  // namespace fovea
