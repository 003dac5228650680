// Why: a form has an editor for every kind of field, returns what was typed, and explains a bad value without losing
// it.
#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>

#include "widgets/forms/field_editor.h"
#include "widgets/forms/schema_form.h"
#include "widgets/theme/theme.h"

using namespace fovea;

namespace {

Schema convolution() {
  return Schema({
      {.name = "filters",
       .title = "Filters",
       .help = "How many patterns are learned.",
       .kind = FieldKind::Integer,
       .defaultValue = std::int64_t{20},
       .minimum = 1,
       .maximum = 4096,
       .choices = {}},
      {.name = "kernel",
       .title = "Kernel",
       .help = "Height and width of a filter.",
       .kind = FieldKind::IntegerList,
       .defaultValue = std::vector<std::int64_t>{5, 5},
       .minimum = 1,
       .maximum = 64,
       .minimumLength = 2,
       .maximumLength = 2,
       .choices = {}},
      {.name = "rate",
       .title = "Rate",
       .help = "Step of the solver.",
       .kind = FieldKind::Real,
       .defaultValue = 0.01,
       .minimum = 0,
       .choices = {}},
      {.name = "bias",
       .title = "Bias",
       .help = "Adds a number to each filter.",
       .kind = FieldKind::Boolean,
       .defaultValue = true,
       .choices = {}},
      {.name = "initializer",
       .title = "Initialiser",
       .help = "How the filters start.",
       .kind = FieldKind::Choice,
       .defaultValue = std::string("he_normal"),
       .choices = {{"he_normal", "He normal"}, {"xavier", "Xavier uniform"}}},
      {.name = "label",
       .title = "Name",
       .help = "What it is called.",
       .kind = FieldKind::Text,
       .defaultValue = std::string("conv1"),
       .choices = {}},
  });
}

void type(QWidget* widget, const char* text) {
  auto* line = qobject_cast<QLineEdit*>(widget);
  if (!line) line = widget->findChild<QLineEdit*>();
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, QString::fromUtf8(text));
}

QString lineOf(QWidget* widget) {
  auto* line = qobject_cast<QLineEdit*>(widget);
  return (line ? line : widget->findChild<QLineEdit*>())->text();
}

}  // namespace

class FormsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    applyTheme(*qApp, ThemeKind::Dark);
    form_ = std::make_unique<SchemaForm>(convolution());
    form_->resize(268, 400);
    form_->show();
    form_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(form_.get()));
  }
  void cleanup() { form_.reset(); }

  void labelsStandLeftOfTheirFields() {
    for (const char* const name : {"filters", "kernel", "rate", "bias", "initializer", "label"}) {
      const QWidget* widget = form_->editor(name);
      QCOMPARE(widget->mapTo(form_.get(), QPoint()).x(), size::kFormLabel);
      QCOMPARE(widget->height(), size::kControl);
    }
  }

  void showsTheDefaults() {
    QCOMPARE(lineOf(form_->editor("filters")), QStringLiteral("20"));
    QCOMPARE(lineOf(form_->editor("kernel")), QStringLiteral("5 × 5"));
    QCOMPARE(lineOf(form_->editor("rate")), QStringLiteral("0.01"));
    QVERIFY(qobject_cast<QCheckBox*>(form_->editor("bias"))->isChecked());
    QCOMPARE(qobject_cast<QComboBox*>(form_->editor("initializer"))->currentText(), QStringLiteral("He normal"));
    QVERIFY(form_->values() == convolution().defaults());
    QVERIFY(form_->isValid());
    QCOMPARE(form_->editor("nothing"), nullptr);
  }

  void valuesGoInAndComeOut() {
    FieldValues values = convolution().defaults();
    values.set("filters", std::int64_t{50});
    values.set("kernel", std::vector<std::int64_t>{3, 7});
    values.set("rate", 0.1234567890123);
    values.set("bias", false);
    values.set("initializer", std::string("xavier"));
    values.set("label", std::string("conv2"));
    QSignalSpy edited(form_.get(), &SchemaForm::valueEdited);
    QVERIFY(form_->setValues(values).ok());
    QVERIFY(form_->values() == values);
    QCOMPARE(lineOf(form_->editor("kernel")), QStringLiteral("3 × 7"));
    QCOMPARE(lineOf(form_->editor("rate")), QStringLiteral("0.1234567890123"));
    QCOMPARE(edited.size(), 0);
  }

  void badValuesFromOutsideChangeNothing() {
    FieldValues values;
    values.set("label", std::string("other"));
    values.set("filters", std::int64_t{-1});
    const Status status = form_->setValues(values);
    QVERIFY(!status.ok());
    QVERIFY(status.error().message.find("Filters") != std::string::npos);
    QCOMPARE(lineOf(form_->editor("label")), QStringLiteral("conv1"));
  }

  void everyValidKeyIsReported() {
    QSignalSpy edited(form_.get(), &SchemaForm::valueEdited);
    type(form_->editor("filters"), "50");
    QCOMPARE(edited.size(), 2);  // "5", then "50"
    QCOMPARE(edited.last().at(0).toString(), QStringLiteral("filters"));
    const auto* value = static_cast<const FieldValue*>(edited.last().at(1).constData());
    QCOMPARE(std::get<std::int64_t>(*value), 50);
    QCOMPARE(form_->values().integer("filters"), 50);
  }

  void smallNumbersMayBeTypedAsPowers() {
    type(form_->editor("rate"), "1e-3");
    QVERIFY(form_->isValid());
    QCOMPARE(form_->values().real("rate"), 0.001);
    QCOMPARE(lineOf(form_->editor("rate")), QStringLiteral("1e-3"));
  }

  void aLongNumberShowsItsBeginning() {
    auto* line = qobject_cast<QLineEdit*>(form_->editor("rate"));
    QVERIFY(line);
    line->setFixedWidth(60);
    FieldValues values = form_->values();
    values.set("rate", 0.17418043742651249);
    QVERIFY(form_->setValues(values).ok());
    QVERIFY(line->fontMetrics().horizontalAdvance(line->text()) > line->width());
    QCOMPARE(line->cursorPosition(), 0);
    // The cursor stays where a person types.
    line->setFocus();
    line->setCursorPosition(4);
    QVERIFY(form_->setValues(values).ok());
    QVERIFY(line->cursorPosition() > 0);
  }

  void listsMayBeTypedInAnyWayAndAreTidiedOnLeaving() {
    type(form_->editor("kernel"), "3x4");
    QVERIFY(form_->values().list("kernel") == (std::vector<std::int64_t>{3, 4}));
    form_->editor("rate")->setFocus();
    QCOMPARE(lineOf(form_->editor("kernel")), QStringLiteral("3 × 4"));
  }

  void aBadValueSaysWhyBeneathTheFieldAndStays() {
    QSignalSpy edited(form_.get(), &SchemaForm::valueEdited);
    QSignalSpy validity(form_.get(), &SchemaForm::validityChanged);
    const int heightBefore = form_->sizeHint().height();
    QWidget* filters = form_->editor("filters");
    type(filters, "0");
    QVERIFY(!form_->isValid());
    QCOMPARE(form_->errorOf("filters"), QStringLiteral("Filters must be from 1 to 4096, not 0."));
    QCOMPARE(lineOf(filters), QStringLiteral("0"));
    QCOMPARE(form_->values().integer("filters"), 20);
    QCOMPARE(edited.size(), 0);
    QCOMPARE(validity.size(), 1);
    const auto* error = form_->findChild<QLabel*>(QStringLiteral("fieldError"));
    QVERIFY(error->isVisible());
    QCOMPARE(error->text(), form_->errorOf("filters"));
    QVERIFY(error->y() >= filters->mapTo(form_.get(), QPoint(0, filters->height())).y());
    QVERIFY(error->geometry().right() < form_->width());
    QCOMPARE(form_->sizeHint().height(), heightBefore);  // the layout does not move
    type(filters, "12");
    QVERIFY(form_->isValid());
    QVERIFY(!error->isVisible());
    QCOMPARE(validity.size(), 2);
  }

  void badTextMakesWayForTheLastValue() {
    type(form_->editor("filters"), "0");
    type(form_->editor("kernel"), "5 by 5");
    type(form_->editor("label"), "mine");
    QVERIFY(!form_->isValid());
    QSignalSpy edited(form_.get(), &SchemaForm::valueEdited);
    form_->dropInvalid();
    QVERIFY(form_->isValid());
    QCOMPARE(lineOf(form_->editor("filters")), QStringLiteral("20"));
    QVERIFY(form_->errorOf("kernel").isEmpty());
    QVERIFY(!form_->findChild<QLabel*>(QStringLiteral("fieldError"))->isVisible());
    QCOMPARE(lineOf(form_->editor("label")), QStringLiteral("mine"));
    QCOMPARE(edited.size(), 0);
  }

  void theReasonComesBackWithTheFocus() {
    type(form_->editor("kernel"), "5 by 5");
    const auto* error = form_->findChild<QLabel*>(QStringLiteral("fieldError"));
    QVERIFY(error->isVisible());
    form_->editor("rate")->setFocus();  // the message must not cover the edited field
    QTRY_VERIFY(!error->isVisible());
    QCOMPARE(lineOf(form_->editor("kernel")), QStringLiteral("5 by 5"));
    form_->editor("kernel")->setFocus();
    QTRY_VERIFY(error->isVisible());
    QVERIFY(form_->editor("kernel")->accessibleDescription().contains(QStringLiteral("Kernel")));
  }

  void aFormMayBeGivenBackWhatItReports() {
    connect(form_.get(), &SchemaForm::valueEdited, this, [this](const QString& name, const FieldValue& value) {
      FieldValues values;
      values.set(name.toStdString(), value);
      QVERIFY(form_->setValues(values).ok());
    });
    type(form_->editor("rate"), "0.050");
    QCOMPARE(lineOf(form_->editor("rate")), QStringLiteral("0.050"));
  }

  void theSpinBoxStepsWithinItsRange() {
    auto* spin = qobject_cast<IntegerSpinBox*>(form_->editor("filters"));
    type(spin, "4095");
    spin->stepBy(10);
    QCOMPARE(form_->values().integer("filters"), 4096);
    spin->stepDown();
    QCOMPARE(form_->values().integer("filters"), 4095);
    type(spin, "many");
    spin->stepUp();
    QCOMPARE(lineOf(spin), QStringLiteral("many"));
  }

  void aSwitchAndAChoiceReport() {
    QSignalSpy edited(form_.get(), &SchemaForm::valueEdited);
    auto* bias = qobject_cast<QCheckBox*>(form_->editor("bias"));
    bias->click();
    QCOMPARE(form_->values().boolean("bias"), false);
    QCOMPARE(bias->text(), QStringLiteral("off"));
    auto* box = qobject_cast<QComboBox*>(form_->editor("initializer"));
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(form_->values().text("initializer"), "xavier");
    QCOMPARE(edited.size(), 2);
  }

  // "Width 0" would read as no width; a word shows that images stay unchanged.
  void aNumberCanHaveAWord() {
    Field width;
    width.name = "width";
    width.title = "Width";
    width.minimum = 0;
    width.maximum = 100;
    SchemaForm form(Schema({width}));
    form.setWord("width", 0, QStringLiteral("as it is"));
    form.show();
    auto* spin = qobject_cast<IntegerSpinBox*>(form.editor("width"));
    QVERIFY(spin);
    QCOMPARE(spin->lineText(), QStringLiteral("as it is"));
    QVERIFY(form.isValid());
    QCOMPARE(form.values().integer("width"), 0);
    spin->stepBy(3);
    QCOMPARE(spin->lineText(), QStringLiteral("3"));
    QCOMPARE(form.values().integer("width"), 3);
    spin->stepBy(-3);
    QCOMPARE(spin->lineText(), QStringLiteral("as it is"));
    QCOMPARE(form.values().integer("width"), 0);
    // Typing replaces the whole, whether it is a word or a number.
    auto* line = spin->findChild<QLineEdit*>();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("12"));
    QCOMPARE(form.values().integer("width"), 12);
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("as it is"));
    QVERIFY(form.isValid());
    QCOMPARE(form.values().integer("width"), 0);
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("as"));
    QVERIFY(!form.isValid());
  }

  void aTextCanBecomeAChoice() {
    Field device;
    device.name = "device";
    device.title = "Device";
    device.kind = FieldKind::Text;
    device.defaultValue = std::string("cpu");
    SchemaForm form(Schema({device}));
    QVERIFY(form.setValues({{"device", std::string("cuda:7")}}).ok());
    form.setSuggestions("device", {{"cpu", "cpu · Some processor"}, {"cuda:0", "cuda:0 · Some card"}});
    auto* box = qobject_cast<QComboBox*>(form.editor("device"));
    QVERIFY(box);
    QCOMPARE(box->currentText(), QStringLiteral("cuda:7 (not on this machine)"));
    QCOMPARE(form.values().text("device"), std::string("cuda:7"));
    QSignalSpy edits(&form, &SchemaForm::valueEdited);
    box->setCurrentIndex(1);
    Q_EMIT box->activated(1);
    QCOMPARE(edits.size(), 1);
    QCOMPARE(form.values().text("device"), std::string("cuda:0"));
  }

  void readOnlyTakesNoKeys() {
    form_->setReadOnly(true);
    type(form_->editor("label"), "x");
    type(form_->editor("filters"), "7");
    QVERIFY(!form_->editor("bias")->isEnabled());
    QVERIFY(form_->values() == convolution().defaults());
    form_->setReadOnly(false);
    type(form_->editor("label"), "x");
    QCOMPARE(form_->values().text("label"), "x");
  }

  void hiddenFieldsTakeNoRoomAndKeepTheirValue() {
    const int before = form_->sizeHint().height();
    form_->setFieldVisible("kernel", false);
    QCOMPARE(before - form_->sizeHint().height(), 36);
    QVERIFY(form_->values().contains("kernel"));
  }

  void fieldsThatDoNotMatterAreNotShown() {
    Schema schema = convolution();
    std::vector<Field> fields = schema.fields();
    fields[2].relevantWhen = {{"bias", {"true"}}};
    fields[5].relevantWhen = {{"initializer", {"xavier"}}};
    fields[5].group = "Learning";
    SchemaForm form{Schema(fields)};
    const auto shown = [&](const char* name) { return form.editor(name)->isVisibleTo(&form); };
    QVERIFY(shown("rate"));
    QVERIFY(!shown("label"));
    const int before = form.sizeHint().height();
    QVERIFY(form.setValues({{"initializer", std::string("xavier")}}).ok());
    QVERIFY(shown("label"));
    QVERIFY2(form.sizeHint().height() > before + 36, "the heading of its group is there too");
    QVERIFY(form.setValues({{"bias", false}}).ok());
    QVERIFY(!shown("rate"));
    QCOMPARE(form.values().real("rate"), 0.01);
    form.setFieldVisible("kernel", false);
    QVERIFY(form.setValues({{"bias", true}}).ok());
    QVERIFY(shown("rate"));
    QVERIFY2(!shown("kernel"), "what the owner has taken out stays out");
  }

  void theOwnersProblemIsShownUntilTheNextEdit() {
    form_->setProblem("label", QStringLiteral("A layer of this name is there already."));
    QVERIFY(!form_->isValid());
    type(form_->editor("label"), "conv9");
    QVERIFY(form_->isValid());
  }

  void tabGoesFromTopToBottom() {
    form_->editor("filters")->setFocus();
    for (const char* const name : {"kernel", "rate", "bias", "initializer", "label"}) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      QVERIFY2(form_->editor(name)->hasFocus(), name);
    }
  }

  void theFocusedFieldExplainsItself() {
    QSignalSpy focused(form_.get(), &SchemaForm::fieldFocused);
    form_->editor("rate")->setFocus();
    QCOMPARE(focused.last().at(0).toString(), QStringLiteral("rate"));
    QCOMPARE(focused.last().at(1).toString(), QStringLiteral("Step of the solver. At least 0."));
    QCOMPARE(form_->editor("rate")->accessibleName(), QStringLiteral("Rate"));
  }

  // A form without help texts reserves no space for them, and moving to the next field moves nothing.
  void aFormWithoutHelpNeedsNoPlaceForIt() {
    Field field;
    field.name = field.title = "name";
    field.kind = FieldKind::Text;
    field.defaultValue = std::string();
    SchemaForm plain{Schema(std::vector<Field>{field})};
    plain.show();
    plain.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&plain));
    const int height = plain.sizeHint().height();
    plain.editor("name")->clearFocus();
    plain.editor("name")->setFocus();
    QTRY_VERIFY(plain.editor("name")->hasFocus());
    for (const auto* label : plain.findChildren<QLabel*>())
      QVERIFY2(label->isHidden() || !label->text().isEmpty(), "an empty label takes room");
    QCOMPARE(plain.sizeHint().height(), height);
  }

  void helpTakesItsPlaceWithTheFirstFocus() {
    QWidget window;
    QVBoxLayout column(&window);
    auto* const first = new QLineEdit;  // gets the window's initial focus
    auto* const form = new SchemaForm(convolution());
    column.addWidget(first);
    column.addWidget(form);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QVERIFY(first->hasFocus());
    const int empty = form->sizeHint().height();
    form->editor("rate")->setFocus();
    const int helped = form->sizeHint().height();
    QVERIFY2(helped > empty, qPrintable(QString("%1, %2").arg(empty).arg(helped)));
    form->editor("label")->setFocus();
    QCOMPARE(form->sizeHint().height(), helped);
  }

 private:
  std::unique_ptr<SchemaForm> form_;
};

QTEST_MAIN(FormsTest)
#include "forms_test.moc"
