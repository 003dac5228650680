// Why: a test of speed is to fail for the program and not for the machine, nor for the moment at which that was slow:
// what a thread computes is counted, in units of a known piece of work that was done just before.
#pragma once
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <algorithm>
#include <ctime>
#include <vector>

namespace fovea {

// What this thread has computed so far: unlike the clock on the wall it does not depend on what else the machine does.
inline double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

// What this thread takes to paint 500 rounded squares, in milliseconds: the measure of what the canvas takes, so that a
// test fails for the canvas and not for the machine, nor for the moment at which that was slow.
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

// Times of the same work, each also in units taken just before it.
class WorkTimes {
 public:
  WorkTimes() { paintingUnit(); }  // the first one is slower than those that follow
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
