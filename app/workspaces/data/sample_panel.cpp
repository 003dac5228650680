#include "app/workspaces/data/sample_panel.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workspaces/data/data_words.h"
#include "app/workspaces/data/sample_drawing.h"
#include "widgets/images/image_view.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPictureSide = 268, kLeastHeight = 80;
constexpr int kLargeSide = 720;
constexpr int kTextHeight = 160;
constexpr int kNameLength = 12;  // letters of a class for which its box has room in any case
constexpr int kNewClass = -3;
constexpr int kUnchanged = -2;  // item data of the class box: several classes are selected, or none

QString storedText(const SampleDetails& details) {
  const QString bytes = numberLocale().formattedDataSize(static_cast<qint64>(details.storedBytes));
  switch (details.encoding) {
    case Encoding::Png:
      return SamplePanel::tr("PNG, %1").arg(bytes);
    case Encoding::Jpeg:
      return SamplePanel::tr("JPEG, %1").arg(bytes);
    case Encoding::Raw:
      return bytes;
  }
  return bytes;
}

QString percent(float share) {
  return QString("%1 %").arg(numberText(static_cast<double>(share) * 100, 'f', 1));
}

// The target of the sample as text.
QString answerText(const SampleDetails& details) {
  const DatasetInfo& info = details.dataset->info();
  const Sample& sample = details.sample;
  if (info.task == Task::Transcription) return symbolText(sample.labels, info);
  QStringList names;
  for (const std::int32_t label : details.dataset->classesOf(details.record)) names << words::className(info, label);
  return names.isEmpty() ? words::className(info, kNoLabel) : names.join(QStringLiteral(", "));
}

}  // namespace

SamplePanel::SamplePanel(QWidget* parent)
    : QWidget(parent),
      title_(new SectionLabel(tr("Selected sample"))),
      problem_(new QLabel),
      picture_(new ImageView),
      opacityRow_(new QWidget),
      opacity_(new QSlider(Qt::Horizontal)),
      text_(new QPlainTextEdit),
      targetTitle_(new SectionLabel(tr("What it is to become"))),
      target_(new ImageView),
      facts_(new FactList),
      file_(new QPushButton(icon("open"), QString())) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  column->addWidget(title_);
  problem_->setWordWrap(true);
  setKind(problem_, "error");
  column->addWidget(problem_);
  picture_->setFixedHeight(kPictureSide);
  picture_->setAccessibleName(tr("The selected sample"));
  picture_->setToolTip(tr("The wheel zooms, a double click fits; Enter in the grid opens a window of its own"));
  column->addWidget(picture_);
  auto* row = new QHBoxLayout(opacityRow_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(new QLabel(tr("Mask")));
  opacity_->setRange(0, 100);
  opacity_->setValue(55);
  opacity_->setAccessibleName(tr("How strongly the mask covers the image"));
  opacity_->setToolTip(opacity_->accessibleName());
  row->addWidget(opacity_, 1);
  column->addWidget(opacityRow_);
  text_->setReadOnly(true);
  text_->setFixedHeight(kTextHeight);
  text_->setAccessibleName(tr("Text of the selected sample"));
  column->addWidget(text_);
  column->addWidget(targetTitle_);
  target_->setFixedHeight(kPictureSide);
  target_->setAccessibleName(tr("The target of the selected sample"));
  column->addWidget(target_);
  column->addWidget(buildActions());
  column->addWidget(facts_);
  file_->setProperty("kind", "flat");
  column->addWidget(file_);
  connect(file_, &QPushButton::clicked, this, &SamplePanel::openFile);
  connect(opacity_, &QSlider::valueChanged, this, &SamplePanel::showPicture);
  connect(&loader_, &SampleLoader::loaded, this, &SamplePanel::showDetails);
  hide();
}

QWidget* SamplePanel::buildActions() {
  auto* actions = new QWidget;
  auto* rows = new QVBoxLayout(actions);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(size::kGrid);
  class_ = new QComboBox;
  class_->setAccessibleName(tr("Class of the selected samples"));
  class_->setToolTip(tr("Gives the selected samples another class (R)"));
  class_->installEventFilter(this);
  // The panel is no wider because of a long name.
  class_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  class_->setMinimumContentsLength(kNameLength);
  rows->addWidget(class_);
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  move_ = new QPushButton(tr("Move to"));
  move_->setToolTip(tr("Moves the selected samples to another split (M)"));
  auto* splits = new QMenu(move_);
  for (const Split split : kSplits)
    connect(splits->addAction(words::split(split)), &QAction::triggered, this, [this, split] { Q_EMIT move(split); });
  move_->setMenu(splits);
  exclude_ = new QPushButton;
  row->addWidget(move_, 1);
  row->addWidget(exclude_, 1);
  rows->addLayout(row);
  connect(class_, &QComboBox::activated, this, [this] {
    const int label = class_->currentData().toInt();
    if (label == kNewClass) return Q_EMIT newClass();
    if (label != kUnchanged) Q_EMIT relabel(label);
  });
  connect(exclude_, &QPushButton::clicked, this, [this] {
    if (includes_)
      Q_EMIT include();
    else
      Q_EMIT exclude();
  });
  return actions;
}

// The wheel scrolls the panel; it must not change the class of a sample.
bool SamplePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched != class_ || event->type() != QEvent::Wheel) return QWidget::eventFilter(watched, event);
  event->ignore();
  return true;
}

void SamplePanel::setClasses(const DatasetInfo& info) {
  QStringList names;
  for (const std::string& name : info.classes) names << QString::fromStdString(name);
  class_->setVisible(canRelabel(info.task) && !names.isEmpty());
  if (class_->count() > 0 && names == classes_) return;
  classes_ = names;
  class_->clear();
  class_->addItem(tr("Several classes"), kUnchanged);
  for (int i = 0; i < names.size(); ++i) class_->addItem(names[i], i);
  class_->addItem(tr("No class"), kNoLabel);
  class_->insertSeparator(class_->count());
  class_->addItem(tr("New class…"), kNewClass);
}

void SamplePanel::show(std::shared_ptr<const BrowserView> view, std::uint32_t record, qint64 selected,
                       const QColor& ink) {
  view_ = std::move(view);
  setVisible(view_ && selected > 0);
  if (!view_ || selected == 0) {
    loader_.cancel();
    details_.reset();
    return;
  }
  record_ = record;
  title_->setText(selected == 1 ? tr("Selected sample") : tr("%1 samples selected").arg(words::count(selected)));
  const Dataset& dataset = *view_->catalogue.dataset();
  const auto own = dataset.classesOf(record);
  const int label = selected > 1 || own.size() > 1 ? kUnchanged : own.empty() ? kNoLabel : own.front();
  class_->setCurrentIndex(class_->findData(label));
  includes_ = dataset.states().excluded[record];
  exclude_->setText(includes_ ? tr("Take back") : tr("Leave out"));
  exclude_->setToolTip(includes_ ? tr("Puts the selected samples back into their splits (Shift+Delete)")
                                 : tr("Takes the selected samples out of every split; nothing is deleted (Delete)"));
  const bool same = details_ && details_->record == record && details_->dataset->sharesStore(dataset);
  if (same && details_->dataset == view_->catalogue.dataset()) return showFacts();
  loader_.load(view_->catalogue.dataset(), record, ink);
}

void SamplePanel::showDetails(const std::shared_ptr<const SampleDetails>& details) {
  details_ = details;
  const bool large = std::exchange(large_, std::nullopt) == details->record;
  problem_->setVisible(details->error.has_value());
  for (QWidget* part : std::initializer_list<QWidget*>{picture_, opacityRow_, text_, targetTitle_, target_})
    part->setVisible(false);
  if (details->error) {
    problem_->setText(coreMessage(*details->error));
    return showFacts();
  }
  picture_->setVisible(!details->image.isNull());
  text_->setVisible(details->image.isNull() && !details->text.isEmpty());
  text_->setPlainText(details->text);
  opacityRow_->setVisible(details->dataset->info().task == Task::Segmentation && details->sample.target.defined());
  targetTitle_->setVisible(!details->target.isNull());
  target_->setVisible(!details->target.isNull());
  target_->setImage(details->target);
  showPicture();
  showFacts();
  if (large) showLarge();
}

void SamplePanel::showPicture() {
  if (!details_ || details_->image.isNull()) return;
  const QSize extent = details_->image.size();
  const int room = picture_->width();
  picture_->setFixedHeight(std::clamp(room * extent.height() / extent.width(), kLeastHeight, kPictureSide));
  picture_->setImage(details_->image);
  picture_->setOverlay(marks(kPictureSide), 1);
}

// Draws marks at the screen's resolution for a widget of `side` pixels.
QImage SamplePanel::marks(int side) const {
  return annotations(details_->sample, details_->image.size(), details_->dataset->info(), opacity_->value() / 100.0,
                     static_cast<int>(std::lround(side * devicePixelRatioF())));
}

void SamplePanel::showFacts() {
  if (!details_ || !view_) return;
  const Catalogue& catalogue = view_->catalogue;
  const DatasetInfo& info = catalogue.dataset()->info();
  const std::uint32_t record = details_->record;
  std::vector<FactList::Fact> facts;
  if (info.task == Task::Transcription)
    facts.push_back({tr("Transcript"), answerText(*details_), answerText(*details_)});
  else if (!info.classes.empty() && info.task != Task::NextSymbol)
    facts.push_back({tr("Class"), answerText(*details_), {}});
  if (const auto& outcomes = catalogue.outcomes(); outcomes && outcomes->predictions[record] != kNoLabel) {
    facts.push_back({tr("Prediction"), words::className(info, outcomes->predictions[record]), {}});
    facts.push_back({tr("Confidence"), percent(outcomes->confidences[record]), tr("How sure the network is of it")});
    if (const auto loss = static_cast<double>(outcomes->losses[record]); !std::isnan(loss))
      facts.push_back(
          {tr("Loss"), numberText(loss, 'g', 3), tr("The higher, the more the network is at odds with the class")});
  }
  const bool excluded = catalogue.dataset()->states().excluded[record];
  facts.push_back({tr("Split"),
                   excluded ? tr("Left out of %1").arg(words::split(catalogue.dataset()->states().splits[record]))
                            : words::split(catalogue.dataset()->states().splits[record]),
                   {}});
  QStringList tags;
  for (const std::string& tag : catalogue.dataset()->states().tagsOf(record)) tags << QString::fromStdString(tag);
  if (!tags.isEmpty()) facts.push_back({tr("Tags"), tags.join(", "), tags.join(", ")});
  file_->setVisible(!details_->error);
  if (!details_->error) {
    facts.push_back({tr("Size"), words::shape(details_->type.shape, details_->type.dtype), {}});
    const std::vector<Tensor>& parts = details_->sample.parts;
    for (std::size_t i = 0; i < std::min(parts.size(), info.parts.size()); ++i)
      facts.push_back(
          {QString::fromStdString(info.parts[i].name), words::partValues(parts[i]), words::part(info.parts[i])});
    facts.push_back({tr("Stored as"), storedText(*details_), {}});
    if (!details_->sample.boxes.empty())
      facts.push_back({tr("Boxes"), words::count(static_cast<std::int64_t>(details_->sample.boxes.size())), {}});
    if (info.task == Task::Regression && details_->sample.target.defined())
      facts.push_back({tr("Numbers"), inputText(details_->sample.target, info).simplified(), {}});
    if (!details_->sample.group.empty())
      facts.push_back(
          {tr("Group"), QString::fromStdString(details_->sample.group), tr("Samples of one group are in one split")});
    facts.push_back({tr("In the file"), words::count(static_cast<std::int64_t>(details_->sample.sourceIndex)),
                     tr("Its place in the file it came from, counted from 0")});
    const QString path = QString::fromStdString(details_->sample.source);
    file_->setText(fontMetrics().elidedText(QFileInfo(path).fileName(), Qt::ElideMiddle, 200).replace('&', "&&"));
    const bool there = details_->sourceIsThere;
    file_->setToolTip(there ? tr("Opens %1").arg(path) : tr("%1 is not there any more").arg(path));
    file_->setEnabled(there);
  }
  if (const auto& measures = catalogue.measures(); measures && measures->hasFacts[record]) {
    facts.push_back(
        {tr("Brightness"), numberText(measures->brightness[record]), tr("Mean of the grey image, 0 to 255")});
    facts.push_back(
        {tr("Contrast"), numberText(measures->contrast[record]), tr("Standard deviation of the grey image")});
  }
  facts.push_back({tr("Record"), words::count(record), tr("Its number in the store, as the terminal names it")});
  QStringList notes;
  for (const Quality quality : kQualities)
    if (quality != Quality::Excluded && (catalogue.qualities(record) & bitOf(quality)))
      notes << words::quality(quality);
  if (!notes.isEmpty()) facts.push_back({tr("Note"), notes.join(", "), {}});
  facts_->setFacts(std::move(facts));
}

void SamplePanel::openFile() {
  if (details_) QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(details_->sample.source)));
}

void SamplePanel::showLarge() {
  large_ = loader_.loading() ? std::optional(record_) : std::nullopt;
  if (large_) return;
  if (!details_ || details_->image.isNull()) return;
  auto* dialog = new QDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Record %1 · %2").arg(words::count(details_->record), answerText(*details_)));
  auto* column = new QVBoxLayout(dialog);
  auto* picture = new ImageView;
  picture->setImage(details_->image);
  picture->setOverlay(marks(kLargeSide), 1);
  column->addWidget(picture);
  dialog->resize(kLargeSide, kLargeSide);
  dialog->open();
}

}  // namespace fovea
