// Why: one list of layer types and blocks, filtered and ranked by the typed text, for the palette and the search. GUI
// thread only.
#pragma once
#include <QtCore/QAbstractListModel>
#include <QtWidgets/QStyledItemDelegate>

#include "core/network/network.h"
#include "widgets/canvas/items/canvas_style.h"

class QMimeData;

namespace fovea {

// The key of a row: the name of a layer type, a block of the network, or a saved block.
QString blockKey(BlockId block);
QString savedKey(const QString& path);
// Invalid, or empty, if `key` identifies something else.
BlockId blockOfKey(const QString& key);
QString savedPathOfKey(const QString& key);

// The key in a drag from the palette; empty for other drags.
QString draggedKey(const QMimeData* data);

// A block that can be used.
struct OfferedBlock {
  QString key, name, tip;
  bool operator==(const OfferedBlock&) const = default;
};

class LayerListModel : public QAbstractListModel {
  Q_OBJECT
 public:
  // KeyRole: see blockKey(). FamilyRole: a LayerFamily, or -1 for a block. HeadingRole: the heading above the first row
  // of a section, if it has one.
  enum Role { KeyRole = Qt::UserRole, FamilyRole, FamilyTitleRole, FirstOfFamilyRole, HeadingRole };

  explicit LayerListModel(QObject* parent = nullptr);

  // Empty text lists every type by family; otherwise the matches, best first.
  void setFilter(const QString& text);
  // Sets the network's blocks that can be used on the shown sheet, and the saved blocks. `inBlock` says whether that
  // sheet belongs to a block, where other layers are useful.
  void setBlocks(std::vector<OfferedBlock> own, std::vector<OfferedBlock> saved, bool inBlock);

  // With an empty filter, lists only layers with an input, or with an output, since others could not be connected.
  void setNeeds(bool input, bool output);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

 private:
  struct Row {
    const LayerType* type = nullptr;
    const OfferedBlock* block = nullptr;
    bool saved = false;
  };
  QString headingAt(int row) const;
  bool offers(const LayerType& type) const;
  bool connects(const LayerType& type) const;

  std::vector<OfferedBlock> own_, saved_;
  bool inBlock_ = false;
  bool needsInput_ = false, needsOutput_ = false;
  QString filter_;
  std::vector<Row> rows_;
};

// A row: a small square in the family's colour, the title, and optionally the family's name at the right.
class LayerDelegate : public QStyledItemDelegate {
 public:
  // `style` must outlive the delegate.
  LayerDelegate(const CanvasStyle& style, bool showFamily, QObject* parent)
      : QStyledItemDelegate(parent), style_(style), showFamily_(showFamily) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const CanvasStyle& style_;
  bool showFamily_;
};

}  // namespace fovea
