// Why: one list of layer types, filtered and ranked by what a person types, for the palette and for the search. GUI
// thread only.
#pragma once
#include <QtCore/QAbstractListModel>
#include <QtWidgets/QStyledItemDelegate>

#include "core/layers/layer_type.h"
#include "widgets/canvas/canvas_style.h"

class QMimeData;

namespace fovea {

// The type that a drag from the palette carries; null if it carries something else.
const LayerType* draggedLayer(const QMimeData* data);

// How well `type` answers `text`: 0 not at all; higher is better. Case does not matter; several words must all be
// found.
int layerMatch(const LayerType& type, const QString& text);

class LayerListModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { NameRole = Qt::UserRole, FamilyRole, FamilyTitleRole, FirstOfFamilyRole };

  explicit LayerListModel(QObject* parent = nullptr);

  // Without text: every type, by family. With text: the matches, best first.
  void setFilter(const QString& text);
  const LayerType* at(const QModelIndex& index) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

 private:
  std::vector<const LayerType*> rows_;
  bool filtered_ = false;
};

// A row: the family's colour as a small square, the title, and at the right the family's name if asked for.
class LayerDelegate : public QStyledItemDelegate {
 public:
  // `style` outlives the delegate.
  LayerDelegate(const CanvasStyle& style, bool showFamily, QObject* parent)
      : QStyledItemDelegate(parent), style_(style), showFamily_(showFamily) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const CanvasStyle& style_;
  bool showFamily_;
};

}  // namespace fovea
