#include "widgets/canvas/layer_list_model.h"

#include <QtCore/QMimeData>
#include <QtGui/QPainter>
#include <algorithm>

#include "widgets/canvas/canvas_style.h"

namespace fovea {
namespace {

constexpr char kMimeType[] = "application/x-fovea-layer";
constexpr int kRowHeight = 26;
constexpr int kFamilyGap = 6;  // above the first row of a family

int wordMatch(const LayerType& type, const QString& word) {
  const QString title = QString::fromStdString(type.title);
  if (title.compare(word, Qt::CaseInsensitive) == 0) return 100;
  if (title.startsWith(word, Qt::CaseInsensitive)) return 80;
  for (const QString& part : title.split(QRegularExpression(QStringLiteral("[\\s-]+"))))
    if (part.startsWith(word, Qt::CaseInsensitive)) return 60;
  if (QString::fromStdString(type.name).contains(word, Qt::CaseInsensitive)) return 50;
  if (title.contains(word, Qt::CaseInsensitive)) return 40;
  if (QString::fromLatin1(layerFamilyTitle(type.family)).startsWith(word, Qt::CaseInsensitive)) return 20;
  if (word.size() > 2 && QString::fromStdString(type.help).contains(word, Qt::CaseInsensitive)) return 5;
  return 0;
}

}  // namespace

const LayerType* draggedLayer(const QMimeData* data) {
  if (!data || !data->hasFormat(QLatin1String(kMimeType))) return nullptr;
  return findLayer(data->data(QLatin1String(kMimeType)).toStdString());
}

int layerMatch(const LayerType& type, const QString& text) {
  int total = 1;
  for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const int match = wordMatch(type, word);
    if (match == 0) return 0;
    total += match;
  }
  // "max pool" should find "Max pooling" before anything that only has both words somewhere.
  if (QString::fromStdString(type.title).startsWith(text.trimmed(), Qt::CaseInsensitive)) total += 100;
  return total;
}

LayerListModel::LayerListModel(QObject* parent) : QAbstractListModel(parent) {
  setFilter({});
}

void LayerListModel::setFilter(const QString& text) {
  beginResetModel();
  rows_.clear();
  filtered_ = !text.trimmed().isEmpty();
  std::vector<std::pair<int, const LayerType*>> ranked;
  for (const LayerType& type : allLayers())
    if (const int match = layerMatch(type, text); match > 0) ranked.emplace_back(filtered_ ? -match : 0, &type);
  std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second->family, a.second->title) < std::tie(b.first, b.second->family, b.second->title);
  });
  for (const auto& [rank, type] : ranked) rows_.push_back(type);
  endResetModel();
}

const LayerType* LayerListModel::at(const QModelIndex& index) const {
  return index.isValid() && index.row() < int(rows_.size()) ? rows_[std::size_t(index.row())] : nullptr;
}

int LayerListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(rows_.size());
}

QVariant LayerListModel::data(const QModelIndex& index, int role) const {
  const LayerType* type = at(index);
  if (!type) return {};
  const QString family = QString::fromLatin1(layerFamilyTitle(type->family));
  switch (role) {
    case Qt::DisplayRole:
      return QString::fromStdString(type->title);
    case Qt::AccessibleTextRole:
      return tr("%1, %2").arg(QString::fromStdString(type->title), family);
    case Qt::ToolTipRole:
      return QString::fromStdString(type->help.substr(0, type->help.find('\n')));
    case NameRole:
      return QString::fromStdString(type->name);
    case FamilyRole:
      return int(type->family);
    case FamilyTitleRole:
      return family;
    case FirstOfFamilyRole:
      return !filtered_ && index.row() > 0 && rows_[std::size_t(index.row()) - 1]->family != type->family;
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
  data->setData(QLatin1String(kMimeType), indexes.front().data(NameRole).toByteArray());
  return data;
}

void LayerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QRect row = option.rect;
  if (index.data(LayerListModel::FirstOfFamilyRole).toBool()) row.setTop(row.top() + kFamilyGap);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
    painter->setBrush(option.state & QStyle::State_Selected ? style_.accentSoft : style_.hover);
    painter->drawRoundedRect(row, 4, 4);
  }
  painter->setBrush(style_.families[std::size_t(index.data(LayerListModel::FamilyRole).toInt())]);
  painter->drawRoundedRect(QRectF(row.left() + 6, row.center().y() - 3.5, 8, 8), 2, 2);
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
  return {80, kRowHeight + (index.data(LayerListModel::FirstOfFamilyRole).toBool() ? kFamilyGap : 0)};
}

}  // namespace fovea
