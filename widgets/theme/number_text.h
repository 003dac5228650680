// Why: numbers are shown, and may be typed, as the language of the program writes them: 0.5 in English, 0,5 in German.
#pragma once
#include <QLocale>
#include <QString>
#include <cmath>

namespace fovea {

// The language's way to write numbers; English where no language was chosen.
inline QLocale numberLocale() {
  return QLocale() == QLocale::c() ? QLocale(QLocale::English) : QLocale();
}

// `value` as QString::number() writes it, with the decimal sign of the language.
inline QString numberText(double value, char form = 'g', int digits = 6) {
  return QString::number(value, form, digits).replace(QLatin1Char('.'), numberLocale().decimalPoint());
}

// 12345 as "12,345" or "12.345".
inline QString countText(qint64 count) {
  return numberLocale().toString(count);
}

// A share in whole percent, but never "0 %" for a positive one nor "100 %" for an incomplete one.
inline QString percentText(double share) {
  if (std::isnan(share)) return QStringLiteral("–");
  if (share > 0 && share < 0.005) return QStringLiteral("<1 %");
  if (share < 1 && share >= 0.995) return QStringLiteral("%1 %").arg(numberText(std::floor(share * 1000) / 10, 'f', 1));
  return QStringLiteral("%1 %").arg(std::lround(share * 100));
}

// A typed number with a point as decimal sign; a point is understood in every language.
inline QString plainNumber(const QString& typed) {
  const QString sign = numberLocale().decimalPoint();
  return typed.count(sign) == 1 && !typed.contains(QLatin1Char('.')) ? QString(typed).replace(sign, QLatin1String("."))
                                                                     : typed;
}

}  // namespace fovea
