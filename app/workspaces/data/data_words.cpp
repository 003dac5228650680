#include "app/workspaces/data/data_words.h"

#include <QCoreApplication>
#include <QStringList>
#include "widgets/theme/number_text.h"

namespace fovea::words {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("fovea::words", text);
}

}  // namespace

QString count(std::int64_t count) {
  return fovea::countText(static_cast<qint64>(count));
}

QString split(Split split) {
  switch (split) {
    case Split::Train:
      return tr("Training");
    case Split::Validation:
      return tr("Validation");
    case Split::Test:
      return tr("Test");
  }
  return {};
}

QString task(Task task) {
  switch (task) {
    case Task::Classification:
      return tr("One class each");
    case Task::MultiLabel:
      return tr("Several classes each");
    case Task::Detection:
      return tr("Boxes");
    case Task::Segmentation:
      return tr("Masks");
    case Task::ImageToImage:
      return tr("Pairs of images");
    case Task::Regression:
      return tr("Numbers");
    case Task::NextSymbol:
      return tr("The next symbol");
    case Task::Transcription:
      return tr("Transcripts");
    case Task::Unlabelled:
      return tr("Nothing but the input");
  }
  return {};
}

QString quality(Quality quality) {
  switch (quality) {
    case Quality::Corrupt:
      return tr("Corrupt");
    case Quality::Tiny:
      return tr("Tiny");
    case Quality::Blank:
      return tr("Blank");
    case Quality::Dark:
      return tr("Dark");
    case Quality::Duplicate:
      return tr("Duplicates");
    case Quality::NearDuplicate:
      return tr("Nearly the same");
    case Quality::Edited:
      return tr("Edited");
    case Quality::Excluded:
      return tr("Left out");
    case Quality::Wrong:
      return tr("Wrong prediction");
  }
  return {};
}

QString qualityHelp(Quality quality) {
  switch (quality) {
    case Quality::Corrupt:
      return tr("The stored sample is not what was written, or cannot be decoded");
    case Quality::Tiny:
      return tr("A side has less than 8 pixels");
    case Quality::Blank:
      return tr("One colour all over");
    case Quality::Dark:
      return tr("Nothing in the image is bright");
    case Quality::Duplicate:
      return tr("The same content is there more than once");
    case Quality::NearDuplicate:
      return tr("Another image looks nearly the same");
    case Quality::Edited:
      return tr("Relabelled or moved here, not as imported");
    case Quality::Excluded:
      return tr("In no split, so it is neither trained nor tested with");
    case Quality::Wrong:
      return tr("The network predicts another class");
  }
  return {};
}

QString column(CatalogueColumn column) {
  switch (column) {
    case CatalogueColumn::Order:
      return tr("Import order");
    case CatalogueColumn::Class:
      return tr("Class");
    case CatalogueColumn::Split:
      return tr("Split");
    case CatalogueColumn::Width:
      return tr("Width");
    case CatalogueColumn::Height:
      return tr("Height");
    case CatalogueColumn::Side:
      return tr("Size");
    case CatalogueColumn::Brightness:
      return tr("Brightness");
    case CatalogueColumn::Contrast:
      return tr("Contrast");
    case CatalogueColumn::Source:
      return tr("File name");
    case CatalogueColumn::Loss:
      return tr("Loss");
    case CatalogueColumn::Confidence:
      return tr("Confidence");
    case CatalogueColumn::Prediction:
      return tr("Prediction");
    case CatalogueColumn::DuplicateGroup:
      return tr("Duplicates together");
    case CatalogueColumn::NearDuplicateGroup:
      return tr("Nearly the same together");
  }
  return {};
}

QString shape(const Shape& shape, DataType type) {
  if (shape.rank() == 0) return tr("Differs");
  if (shape.rank() == 3 && type == DataType::UInt8) {
    const QString size = QString("%1 × %2").arg(shape[2]).arg(shape[1]);
    return shape[0] == 1   ? tr("%1 grey").arg(size)
           : shape[0] == 3 ? tr("%1 colour").arg(size)
                           : tr("%1, %2 channels").arg(size).arg(shape[0]);
  }
  if (shape.rank() == 1)
    return type == DataType::Int32 ? tr("%1 symbols").arg(count(shape[0])) : tr("%1 numbers").arg(count(shape[0]));
  QStringList extents;
  for (const std::int64_t extent : shape) extents << count(extent);
  return extents.join(" × ");
}

QString part(const DataPart& part) {
  const QString extent = shape(part.type.shape, part.type.dtype);
  return part.symbols > 0 ? tr("%1 of %2 different ones").arg(extent, count(part.symbols)) : extent;
}

QString partValues(const Tensor& values) {
  constexpr std::int64_t kShown = 24;
  QStringList texts;
  for (std::int64_t i = 0; i < std::min(values.elementCount(), kShown); ++i)
    texts << (values.dtype() == DataType::Int32     ? QString::number(values.data<std::int32_t>()[i])
              : values.dtype() == DataType::Float32 ? numberText(values.data<float>()[i], 'g', 4)
                                                    : QString::number(values.data<std::uint8_t>()[i]));
  if (values.elementCount() > kShown) texts << QStringLiteral("…");
  return texts.join(QStringLiteral("  "));
}

QString className(const DatasetInfo& info, std::int32_t label) {
  return label >= 0 && label < static_cast<std::int32_t>(info.classes.size())
             ? QString::fromStdString(info.classes[static_cast<std::size_t>(label)])
             : tr("No class");
}

}  // namespace fovea::words
