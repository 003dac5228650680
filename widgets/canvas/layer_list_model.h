// Why: one list of layer types and blocks, filtered and ranked by what a person types, for the palette and for the
// search. GUI thread only.
#pragma once
#include <QtCore/QAbstractListModel>
#include <QtWidgets/QStyledItemDelegate>

#include "core/network/network.h"
#include "widgets/canvas/canvas_style.h"

class QMimeData;

namespace fovea {

// What a row stands for, as text: the name of a layer type, a block of the network, or one that was saved.
QString blockKey(BlockId block);
QString savedKey(const QString& path);
// Invalid, or empty, if `key` stands for something else.
BlockId blockOfKey(const QString& key);
QString savedPathOfKey(const QString& key);

// The key that a drag from the palette carries; empty if it carries something else.
QString draggedKey(const QMimeData* data);

// A block that can be used.
struct OfferedBlock {
  QString key, name, tip;
  bool operator==(const OfferedBlock&) const = default;
};

class LayerListModel : public QAbstractListModel {
  Q_OBJECT
 public:
  // KeyRole: see blockKey(). FamilyRole: a LayerFamily, or -1 of a block. HeadingRole: the words over the first row of
  // a section, where it has any.
  enum Role { KeyRole = Qt::UserRole, FamilyRole, FamilyTitleRole, FirstOfFamilyRole, HeadingRole };

  explicit LayerListModel(QObject* parent = nullptr);

  // Without text: every type, by family. With text: the matches, best first.
  void setFilter(const QString& text);
  // The blocks of the network that can be used on the sheet that is shown, and those that were saved; `inBlock` says
  // whether that sheet is a block's, where other layers make sense.
  void setBlocks(std::vector<OfferedBlock> own, std::vector<OfferedBlock> saved, bool inBlock);

  // Without text, only layers with an input, or with an output, are listed: others could not be connected.
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
