#include "app/workspaces/inspect/evaluation_report.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QPdfWriter>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <span>

#include "app/workspaces/inspect/answer_thumbnails.h"
#include "app/workspaces/inspect/class_table.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kResolution = 150;  // dots per inch
constexpr int kLine = 30, kPageGap = 24, kColumns = 4, kPagePicture = 150, kPictures = 24;
constexpr std::size_t kMostClasses = 200;

struct EvaluationReport {
  Q_DECLARE_TR_FUNCTIONS(EvaluationReport)
};

// Returns the theme's colour for white paper.
QColor ink(Color color) {
  return Theme(ThemeKind::Light).color(color);
}

// Writes from top to bottom and begins a new page if there is too little room.
class Page {
 public:
  explicit Page(QPdfWriter& writer) : writer_(writer), painter_(&writer) {
    painter_.setRenderHint(QPainter::SmoothPixmapTransform);
  }
  int width() const { return writer_.width(); }
  int top() const { return top_; }
  QPainter& painter() { return painter_; }
  void need(int height) {
    if (top_ == 0 || top_ + height <= writer_.height()) return;
    writer_.newPage();
    top_ = 0;
  }
  void skip(int height) { top_ += height; }
  void text(const QRect& area, const QString& text, const QColor& colour, int points, bool bold, int alignment) {
    QFont font;
    font.setPointSize(points);
    font.setBold(bold);
    painter_.setFont(font);
    painter_.setPen(colour);
    painter_.drawText(area, alignment | Qt::AlignVCenter,
                      QFontMetrics(font, &writer_).elidedText(text, Qt::ElideRight, area.width()));
  }
  void heading(const QString& words) {
    need(3 * kLine);
    skip(kPageGap);
    text({0, top_, width(), kLine}, words, ink(Color::Text), 11, true, Qt::AlignLeft);
    skip(kLine + 6);
  }

 private:
  QPdfWriter& writer_;
  QPainter painter_;
  int top_ = 0;
};

void writeFigures(Page& page, const std::vector<FigureStrip::Figure>& figures) {
  const int width = page.width() / kColumns;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const int column = static_cast<int>(i % kColumns);
    if (column == 0) page.need(2 * kLine + 10);
    page.text({column * width, page.top(), width - 8, kLine}, figures[i].name, ink(Color::Muted), 8, false,
              Qt::AlignLeft);
    page.text({column * width, page.top() + kLine - 4, width - 8, kLine}, figures[i].value, ink(Color::Text), 11, true,
              Qt::AlignLeft);
    if (column == kColumns - 1 || i + 1 == figures.size()) page.skip(2 * kLine + 10);
  }
}

void writePlots(Page& page, const std::vector<QWidget*>& plots) {
  for (QWidget* plot : plots) {
    if (plot->isHidden() || plot->width() < 1) continue;
    const QImage picture = plot->grab().toImage();
    const int width = std::min(page.width(), plot->width() * 2);
    const int height = static_cast<int>(static_cast<double>(width) * picture.height() / picture.width());
    page.need(height + kPageGap);
    page.painter().drawImage(QRect(0, page.top(), width, height), picture);
    page.skip(height + kPageGap);
  }
}

void writeClasses(Page& page, const Evaluation& evaluation) {
  if (evaluation.classes.empty()) return;
  page.heading(EvaluationReport::tr("By class"));
  const std::vector<QStringList> rows = reportedClasses(evaluation);
  const int width = page.width() / static_cast<int>(rows.front().size() + 1);
  for (const QStringList& cells : rows) {
    const bool head = &cells == &rows.front();
    const QColor colour = ink(head ? Color::Muted : Color::Text);
    page.need(kLine);
    const int first = cells.size() > 1 ? 2 * width : page.width();
    page.text({0, page.top(), first - 8, kLine}, cells.front(), colour, 8, head, Qt::AlignLeft);
    for (int i = 1; i < cells.size(); ++i)
      page.text({(i + 1) * width, page.top(), width - 8, kLine}, cells[i], colour, 8, head, Qt::AlignRight);
    page.painter().setPen(ink(Color::Line));
    page.painter().drawLine(0, page.top() + kLine, page.width(), page.top() + kLine);
    page.skip(kLine);
  }
}

void writeSamples(Page& page, const ShownEvaluation& shown) {
  const std::vector<std::size_t> worst = worstAnswers(shown.evaluation().answers, kPictures);
  if (worst.empty()) return;
  page.heading(EvaluationReport::tr("Hardest samples"));
  const AnswerThumbnails pictures(shown, worst, ink(Color::Text));
  const int across = std::max(1, page.width() / (kPagePicture + kPageGap));
  for (qint64 i = 0; i < pictures.count(); ++i) {
    const int column = static_cast<int>(i % across);
    if (column == 0) page.need(kPagePicture + kLine + kPageGap);
    const int left = column * (kPagePicture + kPageGap);
    const QImage picture = pictures.picture(i, kPagePicture);
    page.painter().drawImage(QPoint(left, page.top()), picture);
    page.text({left, page.top() + kPagePicture, kPagePicture, kLine}, pictures.label(i), ink(Color::Muted), 7, false,
              Qt::AlignLeft);
    if (column == across - 1 || i + 1 == pictures.count()) page.skip(kPagePicture + kLine + 8);
  }
}

}  // namespace

std::vector<QStringList> reportedClasses(const Evaluation& evaluation) {
  const bool overlaps = evaluation.kind == AnswerKind::Mask || evaluation.kind == AnswerKind::Boxes;
  const auto row = [&](const QString& name, const QStringList& figures, const QString& overlap, const QString& count) {
    return QStringList{name} + figures + (overlaps ? QStringList{overlap} : QStringList()) + QStringList{count};
  };
  const auto number = [](double value) {
    return std::isfinite(value) ? QLocale().toString(value, 'f', 3) : QStringLiteral("–");
  };
  const QStringList heads = {EvaluationReport::tr("Precision"), EvaluationReport::tr("Recall"),
                             EvaluationReport::tr("F1"), EvaluationReport::tr("ROC AUC"), EvaluationReport::tr("AP")};
  std::vector<QStringList> rows = {row(EvaluationReport::tr("Class"), heads, EvaluationReport::tr("Overlap"),
                                       ClassTable::supportTitle(evaluation.kind))};
  const std::size_t shown = std::min(evaluation.classes.size(), kMostClasses);
  for (const ClassScore& score : std::span(evaluation.classes).first(shown))
    rows.push_back(row(QString::fromStdString(score.name),
                       {number(score.precision), number(score.recall), number(score.f1), number(score.rocAuc),
                        number(score.averagePrecision)},
                       number(score.overlap), QLocale().toString(static_cast<qlonglong>(score.support))));
  if (shown < evaluation.classes.size())
    rows.push_back({EvaluationReport::tr("The first %1 of %2 classes; the export as CSV has all")
                        .arg(QLocale().toString(static_cast<qlonglong>(shown)),
                             QLocale().toString(static_cast<qlonglong>(evaluation.classes.size())))});
  return rows;
}

std::string evaluationReport(const ShownEvaluation& shown, const ReportViews& views) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setPageSize(QPageSize(QPageSize::A4));
  writer.setPageMargins(QMarginsF(15, 15, 15, 15), QPageLayout::Millimeter);
  writer.setResolution(kResolution);
  writer.setTitle(views.title);
  {
    Page page(writer);
    page.text({0, 0, page.width(), 2 * kLine}, views.title, ink(Color::Text), 15, true, Qt::AlignLeft);
    page.skip(2 * kLine);
    page.text({0, page.top(), page.width(), kLine},
              EvaluationReport::tr("%1, data set %2")
                  .arg(QString::fromStdString(shown.answer->request.checkpoint.filename().string()),
                       QString::fromStdString(shown.dataset().info().name)),
              ink(Color::Muted), 8, false, Qt::AlignLeft);
    page.skip(kLine + kPageGap);
    writeFigures(page, views.figures);
    writePlots(page, views.plots);
    writeClasses(page, shown.evaluation());
    writeSamples(page, shown);
  }
  return bytes.toStdString();
}

}  // namespace fovea
