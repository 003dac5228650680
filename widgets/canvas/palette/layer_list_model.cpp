#include "widgets/canvas/palette/layer_list_model.h"

#include <QtCore/QMimeData>
#include <QtGui/QPainter>
#include <algorithm>

#include "core/layers/primitive_layers.h"
#include "widgets/canvas/items/canvas_style.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

constexpr char kMimeType[] = "application/x-fovea-layer";
constexpr int kBehind = 1000;  // rank of entries at the end
constexpr int kRowHeight = 26;
constexpr int kHeadingHeight = 32;  // height of a section heading
constexpr int kFamilyGap = 6;       // gap above the first row of a family

int titleMatch(const QString& title, const QString& word) {
  if (title.compare(word, Qt::CaseInsensitive) == 0) return 100;
  if (title.startsWith(word, Qt::CaseInsensitive)) return 80;
  for (const QString& part : title.split(QRegularExpression(QStringLiteral("[\\s-]+"))))
    if (part.startsWith(word, Qt::CaseInsensitive)) return 60;
  return title.contains(word, Qt::CaseInsensitive) ? 40 : 0;
}

int wordMatch(const LayerType& type, const QString& word) {
  // Searches the name in both languages: papers and other programs use the English one.
  const int match =
      std::max(titleMatch(coreText(type.title), word), titleMatch(QString::fromStdString(type.title), word));
  if (match > 40) return match;
  if (QString::fromStdString(type.name).contains(word, Qt::CaseInsensitive)) return 50;
  if (match > 0) return match;
  if (QString::fromLatin1(layerFamilyTitle(type.family)).startsWith(word, Qt::CaseInsensitive)) return 20;
  if (word.size() > 2 && QString::fromStdString(type.help).contains(word, Qt::CaseInsensitive)) return 5;
  return 0;
}

// The score of a match with `text`: 0 for none; higher is better. Ignores case; several words must all match.
template <class WordMatch>
int matchOf(const QString& title, const QString& text, WordMatch&& wordMatch) {
  int total = 1;
  for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const int match = wordMatch(word);
    if (match == 0) return 0;
    total += match;
  }
  // "max pool" should find "Max pooling" before anything that only has both words somewhere.
  if (title.startsWith(text.trimmed(), Qt::CaseInsensitive)) total += 100;
  return total;
}

int layerMatch(const LayerType& type, const QString& text) {
  return matchOf(coreText(type.title), text, [&](const QString& word) { return wordMatch(type, word); });
}

int textMatch(const QString& title, const QString& text) {
  return matchOf(title, text, [&](const QString& word) { return titleMatch(title, word); });
}

}  // namespace

QString blockKey(BlockId block) {
  return QStringLiteral("block/%1").arg(block.index);
}

QString savedKey(const QString& path) {
  return QStringLiteral("saved/") + path;
}

BlockId blockOfKey(const QString& key) {
  bool isNumber = false;
  const int number = key.startsWith(QLatin1String("block/")) ? key.mid(6).toInt(&isNumber) : 0;
  return isNumber ? BlockId{number} : BlockId{};
}

QString savedPathOfKey(const QString& key) {
  return key.startsWith(QLatin1String("saved/")) ? key.mid(6) : QString();
}

QString draggedKey(const QMimeData* data) {
  if (!data || !data->hasFormat(QLatin1String(kMimeType))) return {};
  return QString::fromUtf8(data->data(QLatin1String(kMimeType)));
}

LayerListModel::LayerListModel(QObject* parent) : QAbstractListModel(parent) {
  setFilter({});
}

bool LayerListModel::offers(const LayerType& type) const {
  // Ports of a block make sense on its sheet, and the input of the network on the network's.
  if (type.name == kBlockInput || type.name == kBlockOutput) return inBlock_;
  return type.listed && !(inBlock_ && type.name == "input");
}

void LayerListModel::setBlocks(std::vector<OfferedBlock> own, std::vector<OfferedBlock> saved, bool inBlock) {
  if (own == own_ && saved == saved_ && inBlock == inBlock_) return;
  beginResetModel();
  rows_.clear();
  own_ = std::move(own);
  saved_ = std::move(saved);
  inBlock_ = inBlock;
  endResetModel();
  setFilter(filter_);
}

void LayerListModel::setNeeds(bool input, bool output) {
  if (input == needsInput_ && output == needsOutput_) return;
  needsInput_ = input;
  needsOutput_ = output;
  setFilter(filter_);
}

bool LayerListModel::connects(const LayerType& type) const {
  if (!needsInput_ && !needsOutput_) return true;
  const FieldValues values = type.parameters.defaults();
  return !(needsInput_ && type.inputPorts(values).empty()) && !(needsOutput_ && type.outputPorts(values).empty());
}

void LayerListModel::setFilter(const QString& text) {
  beginResetModel();
  filter_ = text;
  rows_.clear();
  const bool all = text.trimmed().isEmpty();
  std::vector<std::pair<int, Row>> ranked;
  for (const LayerType& type : allLayers()) {
    // Ops are listed after the layers with the same function, for those who search for them.
    const bool primitive = isPrimitive(type);
    if (!offers(type) || (all && (primitive || !connects(type)))) continue;
    if (const int match = layerMatch(type, text); match > 0)
      ranked.emplace_back(all ? 0 : primitive ? kBehind - match : -match, Row{&type});
  }
  std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.type->family, a.second.type->title) <
           std::tie(b.first, b.second.type->family, b.second.type->title);
  });
  for (const bool saved : {false, true})
    for (const OfferedBlock& block : saved ? saved_ : own_)
      if (const int match = textMatch(block.name, text); match > 0)
        ranked.emplace_back(all ? (saved ? -1 : -2) : -match, Row{nullptr, &block, saved});
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [rank, row] : ranked) rows_.push_back(row);
  endResetModel();
}

int LayerListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(rows_.size());
}

QString LayerListModel::headingAt(int number) const {
  if (!filter_.trimmed().isEmpty() || (own_.empty() && saved_.empty())) return {};
  const Row& row = rows_[std::size_t(number)];
  const Row* before = number > 0 ? &rows_[std::size_t(number) - 1] : nullptr;
  if (before && !before->block == !row.block && before->saved == row.saved) return {};
  return !row.block ? tr("Layers") : row.saved ? tr("My blocks") : tr("Blocks of this network");
}

QVariant LayerListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= int(rows_.size())) return {};
  const auto& [type, block, saved] = rows_[std::size_t(index.row())];
  const QString title = type ? coreText(type->title) : block->name;
  const QString family = type ? coreText(layerFamilyTitle(type->family)) : saved ? tr("My blocks") : tr("Block");
  switch (role) {
    case Qt::DisplayRole:
      return title;
    case Qt::AccessibleTextRole:
      return tr("%1, %2").arg(title, family);
    case Qt::ToolTipRole:
      return type ? title + QLatin1Char('\n') + coreText(type->help).section(QLatin1Char('\n'), 0, 0) : block->tip;
    case KeyRole:
      return type ? QString::fromStdString(type->name) : block->key;
    case FamilyRole:
      return type ? int(type->family) : -1;
    case FamilyTitleRole:
      return family;
    case FirstOfFamilyRole: {
      const Row* before = index.row() > 0 ? &rows_[std::size_t(index.row()) - 1] : nullptr;
      return filter_.trimmed().isEmpty() && type && before && before->type && before->type->family != type->family;
    }
    case HeadingRole:
      return headingAt(index.row());
    default:
      return {};
  }
}

Qt::ItemFlags LayerListModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

QStringList LayerListModel::mimeTypes() const {
  return {QLatin1String(kMimeType)};
}

QMimeData* LayerListModel::mimeData(const QModelIndexList& indexes) const {
  if (indexes.isEmpty()) return nullptr;
  auto* data = new QMimeData;
  data->setData(QLatin1String(kMimeType), indexes.front().data(KeyRole).toByteArray());
  return data;
}

void LayerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QRect row = option.rect;
  painter->save();
  if (index.data(LayerListModel::FirstOfFamilyRole).toBool()) row.setTop(row.top() + kFamilyGap);
  if (const QString heading = index.data(LayerListModel::HeadingRole).toString(); !heading.isEmpty()) {
    painter->setFont(style_.small);
    painter->setPen(style_.muted);
    painter->drawText(row.adjusted(6, kHeadingHeight - 20, 0, 0), Qt::AlignLeft | Qt::AlignTop, heading);
    row.setTop(row.top() + kHeadingHeight);
  }
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
    painter->setBrush(option.state & QStyle::State_Selected ? style_.accentSoft : style_.hover);
    painter->drawRoundedRect(row, 4, 4);
  }
  const int kind = index.data(LayerListModel::FamilyRole).toInt();
  const QRectF sign(row.left() + 6, row.center().y() - 3.5, 8, 8);
  if (kind < 0) {
    painter->setBrush(style_.faint);
    painter->drawRoundedRect(sign.translated(2.5, -2.5), 2, 2);
  }
  painter->setBrush(kind < 0 ? style_.accent : style_.families[std::size_t(kind)]);
  painter->drawRoundedRect(sign, 2, 2);
  painter->setFont(option.font);
  painter->setPen(style_.text);
  QRect text = row.adjusted(22, 0, -8, 0);
  if (showFamily_) {
    const QString family = index.data(LayerListModel::FamilyTitleRole).toString();
    painter->setFont(style_.caption);
    painter->setPen(style_.muted);
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignRight, family);
    text.setRight(text.right() - painter->fontMetrics().horizontalAdvance(family) - 8);
    painter->setFont(option.font);
    painter->setPen(style_.text);
  }
  painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                    painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, text.width()));
  painter->restore();
}

QSize LayerDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  const int gap = index.data(LayerListModel::FirstOfFamilyRole).toBool() ? kFamilyGap : 0;
  return {80, kRowHeight + gap + (index.data(LayerListModel::HeadingRole).toString().isEmpty() ? 0 : kHeadingHeight)};
}

}  // namespace fovea
