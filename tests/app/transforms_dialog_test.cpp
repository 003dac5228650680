// The dialog of the transforms of an input: what is added, ordered and changed is what it gives back.
#include "app/workspaces/network/transforms_dialog.h"

#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QtTest/QtTest>

#include "widgets/forms/schema_form.h"

namespace fovea {

class TransformsDialogTest : public QObject {
  Q_OBJECT

  static Tensor sample() {
    Tensor image = Tensor::make({DataType::UInt8, {3, 40, 60}});
    std::uint8_t* pixel = image.data<std::uint8_t>();
    for (int c = 0; c < 3; ++c)
      for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 60; ++x) *pixel++ = static_cast<std::uint8_t>(c == 0 ? 4 * x : c == 1 ? 6 * y : 120);
    return image;
  }
  static void press(TransformsDialog& dialog, const QString& text) {
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
      if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    QFAIL(qPrintable("no button " + text));
  }
  static void add(TransformsDialog& dialog, const QString& title) {
    for (QAction* action : dialog.findChild<QMenu*>()->actions())
      if (action->text() == title) return action->trigger();
    QFAIL(qPrintable("no transform " + title));
  }
  static QStringList names(const TransformList& list) {
    QStringList result;
    for (const Transform& transform : list) result << QString::fromStdString(std::get<TransformStep>(transform).type);
    return result;
  }

 private Q_SLOTS:
  void keepsWhatItIsGiven() {
    const TransformList list{TransformStep{"random_flip", {{"probability", 0.25}}}};
    TransformsDialog dialog(list, {sample()}, {3, 40, 60});
    QCOMPARE(dialog.list(), list);
  }

  void addsOrdersAndRemoves() {
    TransformsDialog dialog({}, {sample(), sample()}, {3, 32, 32});
    dialog.show();
    add(dialog, "Flip");
    add(dialog, "Crop and scale");
    add(dialog, "Colour");
    QCOMPARE(names(dialog.list()), (QStringList{"random_flip", "random_resized_crop", "color"}));
    const auto& crop = std::get<TransformStep>(dialog.list()[1]);
    QCOMPARE(crop.values.integer("height"), std::int64_t{32});  // the size that the network takes
    press(dialog, "Up");
    QCOMPARE(names(dialog.list()), (QStringList{"random_flip", "color", "random_resized_crop"}));
    press(dialog, "Remove");
    QCOMPARE(names(dialog.list()), (QStringList{"random_flip", "random_resized_crop"}));
    press(dialog, "Another sample");
    press(dialog, "Draw again");
  }

  void aChangedValueIsInTheList() {
    TransformsDialog dialog({TransformStep{"random_flip", findTransform("random_flip")->parameters.defaults()}},
                            {sample()}, {3, 40, 60});
    dialog.show();
    auto* form = dialog.findChild<SchemaForm*>();
    QVERIFY(form);
    QWidget* field = form->editor("probability");
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, "0.75");
    QCOMPARE(std::get<TransformStep>(dialog.list()[0]).values.real("probability"), 0.75);
  }

  void saysWhatDoesNotFitTheNetwork() {
    TransformsDialog dialog({}, {sample()}, {3, 32, 32});
    dialog.show();
    const auto problem = [&] {
      QString text;
      for (QLabel* label : dialog.findChildren<QLabel*>())
        if (label->property("kind") == "error" && label->isVisible()) text = label->text();
      return text;
    };
    QVERIFY(problem().contains("3×32×32"));
    add(dialog, "Resize");
    QVERIFY2(problem().isEmpty(), qPrintable(problem()));
  }
};

}  // namespace fovea

QTEST_MAIN(fovea::TransformsDialogTest)
#include "transforms_dialog_test.moc"
