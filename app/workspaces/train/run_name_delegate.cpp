#include "app/workspaces/train/run_name_delegate.h"

#include <QAbstractProxyModel>
#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "app/workspaces/train/run_table_model.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kBox = 12;
constexpr int kRoom = kBox + 10;  // the box and the gap before the name
constexpr int kPressable = kRoom + 8;

}  // namespace

QSize RunNameDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return TableDelegate::sizeHint(option, index) + QSize(kRoom, 0);
}

void RunNameDelegate::paintContent(QPainter& painter, const QRectF& area, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  const Theme theme = currentTheme();
  const QVariant look = index.data(kLookRole);
  const QRectF box(area.left() + 0.5, std::round(area.center().y()) - kBox / 2.0 + 0.5, kBox - 1, kBox - 1);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (look.isValid()) {
    const auto chosen = look.value<CurveLook>();
    const QColor color = theme.series(chosen.colorIndex);
    painter.setPen(QPen(color, 1));
    painter.setBrush(chosen.dash == Qt::SolidLine ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(box, 3, 3);
    // Shows the dash pattern, which distinguishes runs of one colour as in the legend.
    if (chosen.dash != Qt::SolidLine) {
      QPen pen(color, 2, chosen.dash, Qt::FlatCap);
      pen.setDashPattern(legendDash(chosen.dash));
      painter.setPen(pen);
      painter.drawLine(QPointF(box.left() + 1, box.center().y()), QPointF(box.right() - 1, box.center().y()));
    }
  } else {
    painter.setPen(QPen(theme.color(Color::LineStrong), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, 3, 3);
  }
  painter.restore();
  const auto* proxy = qobject_cast<const QAbstractProxyModel*>(index.model());
  const int row = proxy ? proxy->mapToSource(index).row() : index.row();
  if (row == highlighted_) {
    QFont font = painter.font();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
  }
  TableDelegate::paintContent(painter, area.adjusted(kRoom, 0, 0, 0), option, index);
}

bool RunNameDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                  const QModelIndex& index) {
  const bool mouse = event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::MouseButtonPress ||
                     event->type() == QEvent::MouseButtonDblClick;
  if (!mouse) return false;
  const auto* press = static_cast<QMouseEvent*>(event);
  if (press->button() != Qt::LeftButton || press->position().x() > option.rect.left() + kPressable) return false;
  if (event->type() != QEvent::MouseButtonRelease) return true;
  const bool chosen = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
  return model->setData(index, chosen ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

}  // namespace fovea
