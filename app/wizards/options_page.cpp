// Why: the second step of the import wizard.
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "app/home_path.h"
#include "app/wizards/decision_list.h"
#include "app/wizards/import_wizard.h"
#include "core/data/importing/import_options.h"
#include "widgets/forms/schema_form.h"
#include "widgets/images/bars.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

bool isImage(const Tensor& input) {
  return input.dtype() == DataType::UInt8 && input.shape().rank() == 3;
}

// The options of an import; those for images only if images were found.
Schema optionsFor(const Recognition& found) {
  const auto importer = findImporter(found.importer);
  if (!importer.ok()) return {};
  const Schema all = importSchema(**importer);
  if (found.previews.empty() || isImage(found.previews.front().input)) return all;
  std::vector<Field> fields;
  for (const Field& field : all.fields())
    if (!sharedImportSchema().schema().find(field.name) || field.group != "Images") fields.push_back(field);
  return fields;
}

// The importer's own options, on which its findings depend.
FieldValues ownOptions(const std::string& importer, const FieldValues& values) {
  FieldValues own;
  const auto found = findImporter(importer);
  if (!found.ok()) return own;
  const Schema schema = (*found)->options();
  for (const auto& [name, value] : values)
    if (schema.find(name)) own.set(name, value);
  return own;
}

QScrollArea* scrolled(QWidget* content) {
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(content);
  return scroll;
}

}  // namespace

OptionsPage::OptionsPage(Session& session, SourcePage& source, SourceLook look)
    : session_(session),
      source_(source),
      look_(std::move(look)),
      formScroll_(nullptr),
      formPlace_(new QVBoxLayout),
      summary_(new QLabel),
      banner_(new Banner),
      decisionsTitle_(new SectionLabel(tr("What was decided about the data"))),
      decisions_(new DecisionList),
      classesTitle_(new SectionLabel(tr("Samples of each class"))),
      classes_(new ProbabilityBars),
      warnings_(new QLabel) {
  setTitle(tr("How shall it be imported?"));
  setSubTitle(tr("A part of the training samples is kept apart to validate with."));
  auto* row = new QHBoxLayout(this);
  row->setSpacing(32);
  row->addWidget(buildForm(), 1);
  row->addWidget(buildFindings(), 1);
  connect(decisions_, &DecisionList::changeWanted, this, &OptionsPage::focusField);
  connect(decisions_, &DecisionList::answered, this, &OptionsPage::answer);
  connect(decisions_, &DecisionList::kindWanted, this, [this](const QString& importer, const FieldValues& values) {
    source_.chooseKind(importer, values);
    wizard()->back();
  });
}

OptionsPage::~OptionsPage() {
  stopLooking();
}

QWidget* OptionsPage::buildForm() {
  auto* options = new QWidget;
  options->setLayout(formPlace_);
  formPlace_->setContentsMargins(0, 0, size::kGutter, 0);
  return formScroll_ = scrolled(options);
}

QWidget* OptionsPage::buildFindings() {
  auto* findings = new QWidget;
  auto* column = new QVBoxLayout(findings);
  column->setContentsMargins(0, 0, size::kGutter, 0);
  column->setSpacing(size::kGutter);
  summary_->setWordWrap(true);
  setKind(summary_, "strong");
  warnings_->setWordWrap(true);
  setKind(warnings_, "warning");
  banner_->setDismissible(false);
  for (QWidget* part : std::initializer_list<QWidget*>{banner_, summary_, warnings_, decisionsTitle_, decisions_,
                                                       classesTitle_, classes_})
    column->addWidget(part);
  column->addStretch(1);
  return scrolled(findings);
}

void OptionsPage::initializePage() {
  const Recognition& found = *source_.found();
  // The choices stay if the user went back without choosing another source.
  const FieldValues chosen = form_ && formOf_ == source_.looks() ? form_->values() : FieldValues();
  formOf_ = source_.looks();
  delete form_;
  form_ = new SchemaForm(optionsFor(found));
  form_->setLabelWidth(size::kWideFormLabel);
  if (form_->schema().find("name")) (void)form_->setValues({{"name", session_.project()->freeDatasetName(found.name)}});
  // Shows a word instead of 0.
  for (const auto& [field, word] : {std::pair("width", tr("as it is")), std::pair("height", tr("as it is")),
                                    std::pair("maximum_per_class", tr("all")), std::pair("depth", tr("all"))})
    form_->setWord(field, 0, word);
  // These values were read with the options of that kind, so this cannot fail.
  (void)form_->setValues(source_.optionsOfKind());
  formPlace_->addWidget(form_, 0, Qt::AlignTop);
  connect(form_, &SchemaForm::validityChanged, this, &QWizardPage::completeChanged);
  connect(form_, &SchemaForm::valueEdited, this, [this] {
    checkName();
    followOptions();
  });
  lookedAt_ = ownOptions(found.importer, form_->values());
  (void)form_->setValues(chosen);
  show(found);
  checkName();
  followOptions();
}

void OptionsPage::cleanupPage() {
  stopLooking();
}

void OptionsPage::show(const Recognition& found) {
  failed_ = false;
  banner_->hide();
  summary_->setText(coreMessage(found.summary));
  QStringList names;
  for (const std::string& name : found.classes) names << QString::fromStdString(name);
  classes_->setCounts(names, std::vector<qint64>(found.perClass.begin(), found.perClass.end()));
  // Boxes, symbols and similar targets are not counted at this point.
  const bool counted = std::any_of(found.perClass.begin(), found.perClass.end(), [](auto count) { return count > 0; });
  classesTitle_->setVisible(counted);
  classes_->setVisible(counted);
  QStringList warnings;
  for (const std::string& warning : found.warnings) warnings << coreMessage(warning);
  warnings_->setText(warnings.join('\n'));
  warnings_->setVisible(!warnings.isEmpty());
  decisions_->setDecisions(found.decisions, form_->schema());
  decisionsTitle_->setVisible(!found.decisions.empty());
  Q_EMIT completeChanged();
}

void OptionsPage::focusField(const QString& name) {
  QWidget* editor = form_->editor(name.toStdString());
  if (!editor) return;
  formScroll_->ensureWidgetVisible(editor, 0, 3 * size::kControl);
  editor->setFocus(Qt::OtherFocusReason);
}

void OptionsPage::answer(const FieldValues& values) {
  // The values were read with the form's own schema, so this cannot fail.
  (void)form_->setValues(values);
  focusField(QString::fromStdString(values.begin()->first));
  followOptions();
}

void OptionsPage::followOptions() {
  const std::string importer = source_.found()->importer;
  FieldValues own = ownOptions(importer, form_->values());
  if (own == lookedAt_) return;
  lookedAt_ = std::move(own);
  cancel_.cancel();
  cancel_ = CancelToken();
  looking_ = true;
  summary_->setText(tr("Looking…"));
  Q_EMIT completeChanged();
  task_.ask([look = look_, importer, source = pathFromText(source_.path()->text()), options = form_->values(),
             cancel = cancel_] { return look(importer, source, options, SourceScan(cancel)); },
            [this](const Result<Recognition>& found) {
              looking_ = false;
              if (found.ok()) return show(*found);
              failed_ = true;
              summary_->clear();
              banner_->showError(found.error());
              Q_EMIT completeChanged();
            });
}

void OptionsPage::stopLooking() {
  cancel_.cancel();
  task_.cancel();
  looking_ = false;
}

void OptionsPage::checkName() {
  const bool taken = session_.project()->manifest().find(name()) != nullptr;
  form_->setProblem("name",
                    taken ? tr("There is a data set \"%1\" already.").arg(QString::fromStdString(name())) : QString());
}

bool OptionsPage::isComplete() const {
  return form_ && form_->isValid() && !looking_ && !failed_ && decisions_->questions() == 0;
}

FieldValues OptionsPage::options() const {
  return form_->values();
}

std::string OptionsPage::name() const {
  const FieldValue* name = form_->values().find("name");
  const auto* text = name ? std::get_if<std::string>(name) : nullptr;
  return text && !text->empty() ? *text : source_.found()->name;
}

}  // namespace fovea
