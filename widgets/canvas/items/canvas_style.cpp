#include "widgets/canvas/items/canvas_style.h"

#include <QtGui/QPainter>
#include <cmath>

#include "core/layers/layer_type.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kPatch = 64;  // side of the shadow's pixmap, whose middle is stretched
constexpr double kShadowDrop = 4;

// The opacity of the shadow at a distance from a rounded card: a smooth step instead of a blur, which is cheaper and
// looks the same.
QPixmap makeShadow(const QColor& color, double strength) {
  QImage image(kPatch, kPatch, QImage::Format_ARGB32_Premultiplied);
  const double margin = canvas::kShadowMargin;
  const double corner = canvas::kCorner + 2;
  const double inner = kPatch / 2.0 - margin - corner;
  for (int y = 0; y < kPatch; ++y) {
    for (int x = 0; x < kPatch; ++x) {
      const double dx = std::max(0.0, std::abs(x + 0.5 - kPatch / 2.0) - inner);
      const double dy = std::max(0.0, std::abs(y + 0.5 - kPatch / 2.0) - inner);
      const double distance = std::hypot(dx, dy) - corner;
      const double t = std::clamp(1.0 - (distance + 4) / (margin + 4), 0.0, 1.0);
      const double alpha = strength * t * t * t;
      image.setPixel(x, y, qPremultiply(qRgba(color.red(), color.green(), color.blue(), int(alpha * 255 + 0.5))));
    }
  }
  return QPixmap::fromImage(image);
}

}  // namespace

FamilyColor familyColor(LayerFamily family) {
  switch (family) {
    case LayerFamily::Data:
      return FamilyColor::Data;
    case LayerFamily::Convolution:
      return FamilyColor::Convolution;
    case LayerFamily::Pooling:
      return FamilyColor::Pooling;
    case LayerFamily::Activation:
      return FamilyColor::Activation;
    case LayerFamily::Normalization:
      return FamilyColor::Normalisation;
    case LayerFamily::Linear:
      return FamilyColor::Linear;
    case LayerFamily::Sequence:
    case LayerFamily::Loss:
      return FamilyColor::Loss;
    case LayerFamily::Shape:
      break;
  }
  return FamilyColor::Shape;
}

CanvasStyle CanvasStyle::current() {
  return of(currentTheme());
}

CanvasStyle CanvasStyle::of(const Theme& theme) {
  CanvasStyle style;
  style.dark = theme.isDark();
  style.window = theme.color(Color::Window);
  style.panel = theme.color(Color::Panel);
  style.raised = theme.color(Color::Raised);
  style.hover = theme.color(Color::Hover);
  style.line = theme.color(Color::Line);
  style.text = theme.color(Color::Text);
  style.muted = theme.color(Color::Muted);
  style.faint = theme.color(Color::Faint);
  style.accent = theme.color(Color::Accent);
  style.accentSoft = theme.color(Color::AccentSoft);
  style.bad = theme.color(Color::Bad);
  style.badText = theme.color(Color::BadText);
  style.warning = theme.color(Color::WarningText);
  for (std::size_t i = 0; i < style.families.size(); ++i)
    style.families[i] = theme.family(familyColor(static_cast<LayerFamily>(i)));
  for (std::size_t i = 0; i < style.notes.size(); ++i) style.notes[i] = theme.series(static_cast<int>(i));
  style.title = themeFont(FontRole::Strong);
  style.coarse = style.title;
  style.coarse.setPixelSize(20);
  style.small = themeFont(FontRole::Caption);
  style.mono = themeFont(FontRole::Mono);
  style.caption = themeFont(FontRole::Text);
  style.caption.setPixelSize(style.mono.pixelSize());
  return style;
}

CanvasStyle CanvasStyle::withShadow() {
  CanvasStyle style = current();
  style.shadow = makeShadow(currentTheme().color(Color::Shadow), style.dark ? 0.55 : 0.30);
  return style;
}

void CanvasStyle::drawShadow(QPainter& painter, const QRectF& rectangle) const {
  if (shadow.isNull()) return;
  const double edge = kPatch / 2.0 - 1;  // size of the pixmap's corners, which are not stretched
  const QRectF outer =
      rectangle.adjusted(-canvas::kShadowMargin, -canvas::kShadowMargin, canvas::kShadowMargin, canvas::kShadowMargin)
          .translated(0, kShadowDrop);
  // Aligns the pieces to whole pixels, as a light line would be visible between them otherwise.
  const QTransform device = painter.deviceTransform();
  const auto whole = [](double at, double scale, double shift) {
    return scale == 0 ? at : (std::round(at * scale + shift) - shift) / scale;
  };
  const auto wholeX = [&](double at) { return whole(at, device.m11(), device.dx()); };
  const auto wholeY = [&](double at) { return whole(at, device.m22(), device.dy()); };
  const double x[] = {wholeX(outer.left()), wholeX(outer.left() + edge), wholeX(outer.right() - edge),
                      wholeX(outer.right())};
  const double y[] = {wholeY(outer.top()), wholeY(outer.top() + edge), wholeY(outer.bottom() - edge),
                      wholeY(outer.bottom())};
  const double u[] = {0, edge, kPatch - edge, kPatch};
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      if (j == 1 && i == 1) continue;  // hidden by the card
      painter.drawPixmap(QRectF(x[i], y[j], x[i + 1] - x[i], y[j + 1] - y[j]), shadow,
                         QRectF(u[i], u[j], u[i + 1] - u[i], u[j + 1] - u[j]));
    }
  }
}

}  // namespace fovea
