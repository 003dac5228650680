#include "widgets/theme/icon.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtGui/QIconEngine>
#include <QtGui/QPainter>
#include <QtGui/QPixmapCache>
#include <QtSvg/QSvgRenderer>

#include "widgets/theme/theme.h"

// Resources of a static library have to be named once, or the linker drops them.
static void initializeIconResources() {
  Q_INIT_RESOURCE(fovea_icons);
}

namespace fovea {
namespace {

const QString kFolder = QStringLiteral(":/fovea/icons/");

QByteArray readSource(const QString& name) {
  initializeIconResources();
  QFile file(kFolder + name + QStringLiteral(".svg"));
  if (name.isEmpty() || !file.open(QIODevice::ReadOnly)) return {};
  return file.readAll();
}

Color tint(IconRole role, QIcon::Mode mode, QIcon::State state) {
  if (mode == QIcon::Disabled) return Color::Faint;
  if (state == QIcon::On && (role == IconRole::Muted || role == IconRole::Text)) return Color::AccentText;
  switch (role) {
    case IconRole::Muted:
      return Color::Muted;
    case IconRole::Text:
      return Color::Text;
    case IconRole::Accent:
      return Color::AccentText;
    case IconRole::OnAccent:
      return Color::OnAccent;
    case IconRole::Good:
      return Color::GoodText;
    case IconRole::Warning:
      return Color::WarningText;
    case IconRole::Bad:
      return Color::BadText;
  }
  return Color::Muted;
}

class ThemedIconEngine : public QIconEngine {
 public:
  ThemedIconEngine(QString name, QByteArray source, IconRole role)
      : name_(std::move(name)), source_(std::move(source)), role_(role) {}

  void paint(QPainter* painter, const QRect& rectangle, QIcon::Mode mode, QIcon::State state) override {
    const double ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
    const int side = std::min(rectangle.width(), rectangle.height());
    const QPixmap picture = scaledPixmap(QSize(side, side) * ratio, mode, state, ratio);
    const QRectF target(rectangle.x() + (rectangle.width() - side) / 2.0,
                        rectangle.y() + (rectangle.height() - side) / 2.0, side, side);
    painter->drawPixmap(target, picture, QRectF(picture.rect()));
  }

  // `size` is in device pixels, as Qt requests it.
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    const int side = std::min(size.width(), size.height());
    if (side <= 0) return {};
    const QColor color = currentTheme().color(tint(role_, mode, state));
    const QString key = QStringLiteral("fovea/%1/%2/%3").arg(name_).arg(color.rgb(), 0, 16).arg(side);
    QPixmap picture;
    if (QPixmapCache::find(key, &picture)) return picture;
    QByteArray tinted = source_;
    tinted.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(tinted);
    picture = QPixmap(side, side);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, QRectF(0, 0, side, side));
    painter.end();
    QPixmapCache::insert(key, picture);
    return picture;
  }

  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override {
    QPixmap picture = pixmap(size, mode, state);
    picture.setDevicePixelRatio(scale);
    return picture;
  }

  QSize actualSize(const QSize& size, QIcon::Mode, QIcon::State) override {
    const int side = std::min(size.width(), size.height());
    return {side, side};
  }

  bool isNull() override { return source_.isEmpty(); }
  QString key() const override { return QStringLiteral("fovea"); }
  QString iconName() override { return name_; }
  QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

 private:
  QString name_;
  QByteArray source_;
  IconRole role_;
};

}  // namespace

QIcon icon(const QString& name, IconRole role) {
  QByteArray source = readSource(name);
  if (source.isEmpty()) return {};
  return QIcon(new ThemedIconEngine(name, std::move(source), role));
}

QPixmap iconPixmap(const QString& name, IconRole role, int size, double devicePixelRatio) {
  const QByteArray source = readSource(name);
  if (source.isEmpty() || size <= 0) return {};
  const int side = qRound(size * devicePixelRatio);
  return ThemedIconEngine(name, source, role).scaledPixmap({side, side}, QIcon::Normal, QIcon::Off, devicePixelRatio);
}

QStringList iconNames() {
  initializeIconResources();
  QStringList names = QDir(kFolder).entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
  for (QString& name : names) name.chop(4);
  return names;
}

}  // namespace fovea
