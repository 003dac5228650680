// Why: the wizards show numbers of samples in one form.
#pragma once
#include <QtCore/QLocale>
#include <QtCore/QString>
#include <cstdint>

namespace fovea {

// "60,000"
inline QString groupedCount(std::int64_t count) {
  return QLocale(QLocale::English).toString(static_cast<qlonglong>(count));
}

}  // namespace fovea
