#include "widgets/theme/fonts.h"

#include <QtGui/QFontDatabase>
#include <QtGui/QPainter>
#include <cmath>

#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

QFont installedFont(const char* family, QFontDatabase::SystemFont otherwise) {
  const QString wanted = QString::fromLatin1(family);
  return QFontDatabase::hasFamily(wanted) ? QFont(wanted) : QFontDatabase::systemFont(otherwise);
}

// Cached: looking up a family takes tens of microseconds, and a plot needs a dozen fonts whenever its theme changes.
QFont systemFont(FontRole role) {
  static const QFont mono = installedFont("JetBrains Mono", QFontDatabase::FixedFont);
  static const QFont text = installedFont("Inter", QFontDatabase::GeneralFont);
  return role == FontRole::Mono ? mono : text;
}

double widestDigit(const QFontMetricsF& metrics) {
  double width = 0;
  for (char digit = '0'; digit <= '9'; ++digit) width = std::max(width, metrics.horizontalAdvance(QChar(digit)));
  return width;
}

double characterWidth(const QFontMetricsF& metrics, QChar character, double digitWidth) {
  return character.isDigit() ? digitWidth : metrics.horizontalAdvance(character);
}

}  // namespace

QFont themeFont(FontRole role) {
  QFont result = systemFont(role);
  result.setStyleHint(role == FontRole::Mono ? QFont::Monospace : QFont::SansSerif);
  // Outline hinting at small sizes would bend the even rhythm of the letters at fractional pixel ratios.
  result.setHintingPreference(QFont::PreferVerticalHinting);
  switch (role) {
    case FontRole::Text:
      result.setPixelSize(size::kText);
      break;
    case FontRole::Strong:
      result.setPixelSize(size::kText);
      result.setWeight(QFont::DemiBold);
      break;
    case FontRole::Caption:
      result.setPixelSize(size::kCaption);
      break;
    case FontRole::Heading:
      result.setPixelSize(size::kText - 1);
      result.setWeight(QFont::DemiBold);
      break;
    case FontRole::Title:
      result.setPixelSize(size::kTitle);
      result.setWeight(QFont::DemiBold);
      break;
    case FontRole::Mono:
      result.setPixelSize(size::kText - 1);
      break;
  }
  return result;
}

double tabularWidth(const QFontMetricsF& metrics, const QString& text) {
  const double digitWidth = widestDigit(metrics);
  double width = 0;
  for (const QChar character : text) width += characterWidth(metrics, character, digitWidth);
  return width;
}

void drawTabular(QPainter& painter, const QRectF& rectangle, Qt::Alignment alignment, const QString& text) {
  const QFontMetricsF metrics(painter.font());
  const double digitWidth = widestDigit(metrics);
  double x = rectangle.left();
  if (alignment & Qt::AlignRight) x = rectangle.right() - tabularWidth(metrics, text);
  if (alignment & Qt::AlignHCenter) x += (rectangle.width() - tabularWidth(metrics, text)) / 2;
  double y = rectangle.top() + (rectangle.height() - metrics.height()) / 2 + metrics.ascent();
  if (alignment & Qt::AlignTop) y = rectangle.top() + metrics.ascent();
  if (alignment & Qt::AlignBottom) y = rectangle.bottom() - metrics.descent();
  // Runs without digits are drawn in one piece, so that kerning and joined letters stay as they should.
  qsizetype from = 0;
  while (from < text.size()) {
    if (text[from].isDigit()) {
      const double advance = metrics.horizontalAdvance(text[from]);
      painter.drawText(QPointF(x + (digitWidth - advance) / 2, y), text.mid(from, 1));
      x += digitWidth;
      ++from;
      continue;
    }
    qsizetype to = from;
    double width = 0;
    for (; to < text.size() && !text[to].isDigit(); ++to) width += metrics.horizontalAdvance(text[to]);
    painter.drawText(QPointF(x, y), text.mid(from, to - from));
    x += width;
    from = to;
  }
}

}  // namespace fovea
