// Why: a test of speed must fail because of the program and not because of the machine or its present load: counts a
// thread's computation in units of a known piece of work measured just before.
#pragma once
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <algorithm>
#include <ctime>
#include <vector>

namespace fovea {

// Processor time of this thread so far, which does not depend on other load of the machine.
inline double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

// Milliseconds that this thread takes to paint 500 rounded squares: the unit for the canvas's times, so that a test
// fails because of the canvas and not because of the machine or its present load.
inline double paintingUnit() {
  static QImage image(1000, 800, QImage::Format_ARGB32_Premultiplied);
  const double start = threadMilliseconds();
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  for (int i = 0; i < 500; ++i) {
    painter.setBrush(QColor::fromRgb(QRgb(0xff202020 + i)));
    painter.drawRoundedRect(QRectF(i % 50 * 19.6, i / 50 * 19.6, 18, 18), 4, 4);
  }
  painter.end();
  return threadMilliseconds() - start;
}

// Times of the same work, each also in units measured just before it.
class WorkTimes {
 public:
  WorkTimes() { paintingUnit(); }  // the first run is slower than the following ones
  template <typename Work>
  void take(Work&& work) {
    const double unit = paintingUnit();
    const double start = threadMilliseconds();
    work();
    milliseconds_.push_back(threadMilliseconds() - start);
    units_.push_back(milliseconds_.back() / unit);
  }
  double milliseconds(double quantile) { return at(milliseconds_, quantile); }
  double units(double quantile) { return at(units_, quantile); }
  QString text() {
    return QString("median %1 ms, p99 %2 ms, worst %3 ms; in units %4, of which nine in ten below %5")
        .arg(milliseconds(0.5), 0, 'f', 1)
        .arg(milliseconds(0.99), 0, 'f', 1)
        .arg(milliseconds(1), 0, 'f', 1)
        .arg(units(0.5), 0, 'f', 1)
        .arg(units(0.9), 0, 'f', 1);
  }

 private:
  static double at(std::vector<double>& values, double quantile) {
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, std::size_t(double(values.size()) * quantile))];
  }
  std::vector<double> milliseconds_, units_;
};

}  // namespace fovea
