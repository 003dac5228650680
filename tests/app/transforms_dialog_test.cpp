// The dialog for an input's transforms: returns the added, ordered and changed transforms.
#include "app/workspaces/network/transforms_dialog.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QtTest/QtTest>

#include "app/workspaces/network/variant_pictures.h"
#include "widgets/forms/schema_form.h"

namespace fovea {

class TransformsDialogTest : public QObject {
  Q_OBJECT

  static Sample sample() {
    Sample made;
    made.input = Tensor::make({DataType::UInt8, {3, 40, 60}});
    std::uint8_t* pixel = made.input.data<std::uint8_t>();
    for (int c = 0; c < 3; ++c)
      for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 60; ++x) *pixel++ = static_cast<std::uint8_t>(c == 0 ? 4 * x : c == 1 ? 6 * y : 120);
    return made;
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

  // Sixteen variants of a large image take longer than a frame: the window must not wait for them.
  void variantsAreDrawnBesideTheWindow() {
    Sample large = sample();
    large.input = Tensor::zeros({DataType::UInt8, {3, 512, 512}});
    const TransformList list{
        TransformStep{"random_resized_crop", findTransform("random_resized_crop")->parameters.defaults()},
        TransformStep{"color", findTransform("color")->parameters.defaults()}};
    const auto plan = TransformPlan::make(list, large.input.type());
    QVERIFY(plan.ok());
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < 16; ++i) (void)variantPicture(*plan, large, large, Random(static_cast<std::uint64_t>(i)));
    const double drawing = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    TransformsDialog dialog(list, {large}, {3, 512, 512});
    dialog.show();
    QTRY_COMPARE(dialog.shownVariants(), std::size_t{16});
    clock.restart();
    press(dialog, "Draw again");
    const double pressing = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    QVERIFY2(pressing < drawing / 2, qPrintable(QString("%1 ms of %2").arg(pressing).arg(drawing)));
    QTRY_COMPARE(dialog.shownVariants(), std::size_t{16});
  }

  void addsOrdersAndRemoves() {
    TransformsDialog dialog({}, {sample(), sample()}, {3, 32, 32});
    dialog.show();
    add(dialog, "Flip");
    add(dialog, "Crop and scale");
    add(dialog, "Colour");
    QCOMPARE(names(dialog.list()), (QStringList{"random_flip", "random_resized_crop", "color"}));
    const auto& crop = std::get<TransformStep>(dialog.list()[1]);
    QCOMPARE(crop.values.integer("height"), std::int64_t{32});  // the network's input size
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

  void boxesAndMasksMoveAlong() {
    Sample one = sample();
    one.boxes = {{10, 10, 20, 30, 2}};
    one.target = Tensor::zeros({DataType::UInt8, {1, 40, 60}});
    for (std::size_t i = 0; i < 600; ++i) one.target.data<std::uint8_t>()[i] = 1;
    const TransformList list{TransformStep{"random_flip", {{"probability", 1.0}}}};
    const auto plan = TransformPlan::make(list, one.input.type());
    QVERIFY(plan.ok());
    const VariantPicture variant = variantPicture(*plan, one, one, Random(1));
    QCOMPARE(variant.image.size(), QSize(60, 40));
    QCOMPARE(variant.marks.size(), std::size_t{1});
    QCOMPARE(variant.marks[0].place, QRectF(40, 10, 10, 20));
    const auto plain = TransformPlan::make({}, one.input.type());
    one.boxes.clear();
    Sample bare = sample();
    QVERIFY(variantPicture(*plain, one, one, Random(1)).image.pixel(5, 2) !=
            variantPicture(*plain, bare, bare, Random(1)).image.pixel(5, 2));  // inside the mask
    QCOMPARE(variantPicture(*plain, one, one, Random(1)).image.pixel(5, 30),
             variantPicture(*plain, bare, bare, Random(1)).image.pixel(5, 30));
  }

  void mixingShowsBothSamples() {
    Sample dark = sample(), light = sample();
    std::fill(dark.input.values<std::uint8_t>().begin(), dark.input.values<std::uint8_t>().end(), std::uint8_t{0});
    std::fill(light.input.values<std::uint8_t>().begin(), light.input.values<std::uint8_t>().end(), std::uint8_t{255});
    const auto plan = TransformPlan::make({TransformStep{"mixup", {{"alpha", 8.0}}}}, dark.input.type());
    QVERIFY(plan.ok());
    const int grey = qGray(variantPicture(*plan, dark, light, Random(1)).image.pixel(9, 9));
    QVERIFY2(grey > 20 && grey < 235, qPrintable(QString::number(grey)));
  }

  void soundsHaveTheirOwnTransformsAndPictures() {
    Sample sound;
    sound.input = Tensor::make({DataType::Float32, {1, 30, 50}});
    for (std::size_t i = 0; i < 1500; ++i) sound.input.data<float>()[i] = static_cast<float>(i % 50);
    TransformsDialog dialog({}, {sound}, {1, 30, 50});
    dialog.show();
    QStringList titles;
    for (QAction* action : dialog.findChild<QMenu*>()->actions()) titles << action->text();
    QVERIFY(titles.contains("Gap in frequency"));
    QVERIFY(!titles.contains("Flip"));
    add(dialog, "Gap in time");
    QCOMPARE(names(dialog.list()), QStringList{"time_mask"});
    const auto plan = TransformPlan::make(dialog.list(), sound.input.type());
    QVERIFY(plan.ok());
    QCOMPARE(variantPicture(*plan, sound, sound, Random(1)).image.size(), QSize(50, 30));
    sound.input = sound.input.reshaped({1, 1500});
    const auto wave = TransformPlan::make({}, sound.input.type());
    QVERIFY(!variantPicture(*wave, sound, sound, Random(1)).image.isNull());
  }
};

}  // namespace fovea

QTEST_MAIN(fovea::TransformsDialogTest)
#include "transforms_dialog_test.moc"
