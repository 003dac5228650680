#include "app/workspaces/inspect/doctor_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <array>

namespace fovea {
namespace {

// All texts of core/inspect/diagnoses; a test checks that the list is complete.
constexpr std::array kPhrases{
    QT_TRANSLATE_NOOP("Diagnosis", "The numbers that enter the network have mean %1 and deviation %2 in %3."),
    QT_TRANSLATE_NOOP("Diagnosis", "Layers learn best with mean 0 and deviation 1."),
    QT_TRANSLATE_NOOP(
        "Diagnosis",
        "The statistics of the data set are those of its import. Import it again if its samples have changed since."),
    QT_TRANSLATE_NOOP("Diagnosis", "Insert batch norm after the input"),
    QT_TRANSLATE_NOOP("Diagnosis", "The inputs are badly normalised"),
    QT_TRANSLATE_NOOP("Diagnosis", "Only %1 of the %2 training samples that were loaded are different."),
    QT_TRANSLATE_NOOP("Diagnosis", "%1 of the %2 training samples that were loaded are one number all over."),
    QT_TRANSLATE_NOOP("Diagnosis",
                      "%1 of the %2 training samples that were loaded have numbers that are NaN or infinite."),
    QT_TRANSLATE_NOOP("Diagnosis", "All %1 training samples that were loaded have the same label."),
    QT_TRANSLATE_NOOP("Diagnosis", "Each of the %1 batches that were loaded has samples of one class only."),
    QT_TRANSLATE_NOOP("Diagnosis", "All %1 training samples that were loaded have the same target."),
    QT_TRANSLATE_NOOP("Diagnosis",
                      "Look at the samples, and import the data again if they are not what they should be."),
    QT_TRANSLATE_NOOP("Diagnosis", "The Input layer transforms the samples. Look at the preview of its transforms."),
    QT_TRANSLATE_NOOP("Diagnosis", "Remove the transforms of the Input layer"),
    QT_TRANSLATE_NOOP("Diagnosis", "Exclude these %1 samples"),
    QT_TRANSLATE_NOOP("Diagnosis", "The samples that are loaded do not vary"),
    QT_TRANSLATE_NOOP("Diagnosis", "%1 of the %2 units of “%3” give 0 for each of %4 training samples."),
    QT_TRANSLATE_NOOP("Diagnosis", "No gradient reaches them, so they do not learn any more."),
    QT_TRANSLATE_NOOP("Diagnosis", "Use leaky ReLU"),
    QT_TRANSLATE_NOOP("Diagnosis", "Many units are dead"),
    QT_TRANSLATE_NOOP("Diagnosis", "With the first weights, the gradient of “%1” is %2 times as large as its weights."),
    QT_TRANSLATE_NOOP("Diagnosis", "The gradient of “%1” is %2 times as large as its weights."),
    QT_TRANSLATE_NOOP("Diagnosis", "One step then changes the weights by a large part of what they are."),
    QT_TRANSLATE_NOOP("Diagnosis", "Insert batch norm after “%1”"),
    QT_TRANSLATE_NOOP("Diagnosis", "Gradients explode"),
    QT_TRANSLATE_NOOP("Diagnosis", "“%1” has %2 training samples, but “%3” has only %4."),
    QT_TRANSLATE_NOOP("Diagnosis", "The network gains more from answering “%1” than from learning the rare classes."),
    QT_TRANSLATE_NOOP("Diagnosis", "Give rare classes more weight in the loss"),
    QT_TRANSLATE_NOOP("Diagnosis", "The classes are of very different size"),
    QT_TRANSLATE_NOOP(
        "Diagnosis", "%1 of the %2 validation and test samples (%3 %) are equal or nearly equal to a training sample."),
    QT_TRANSLATE_NOOP("Diagnosis", "The network has seen their answers, so the measured quality is too good."),
    QT_TRANSLATE_NOOP("Diagnosis", "Exclude the %1 samples"),
    QT_TRANSLATE_NOOP("Diagnosis", "Training samples are among the validation and test samples"),
    QT_TRANSLATE_NOOP("Diagnosis",
                      "After %1 steps the loss is %2. Always predicting the frequencies of the classes yields %3."),
    QT_TRANSLATE_NOOP("Diagnosis",
                      "The labels may be mixed up: look at samples of the training split. Else the network is too "
                      "small, or its samples do not tell their class."),
    QT_TRANSLATE_NOOP("Diagnosis", "The network learns nothing from the samples"),
    QT_TRANSLATE_NOOP("Diagnosis", "The validation loss was lowest after epoch %1, %2, and is %3 now."),
    QT_TRANSLATE_NOOP("Diagnosis", "Over the same epochs the training loss fell from %1 to %2."),
    QT_TRANSLATE_NOOP("Diagnosis", "Stop a new run after %1 validations without progress"),
    QT_TRANSLATE_NOOP("Diagnosis", "Weight decay %1 → %2 in a new run"),
    QT_TRANSLATE_NOOP("Diagnosis", "Insert dropout before “%1”"),
    QT_TRANSLATE_NOOP("Diagnosis", "The network overfits"),
    QT_TRANSLATE_NOOP("Diagnosis", "The loss is no longer a number."),
    QT_TRANSLATE_NOOP("Diagnosis", "The loss is no longer a number from step %1 on."),
    QT_TRANSLATE_NOOP("Diagnosis", "The loss rose from %1 to %2 at step %3."),
    QT_TRANSLATE_NOOP("Diagnosis", "Since then it stays at %1, which a constant answer reaches, too."),
    QT_TRANSLATE_NOOP("Diagnosis", "The loss rose again, from %1 to %2 over the last quarter of the run."),
    QT_TRANSLATE_NOOP("Diagnosis", "The learning rate is %1."),
    QT_TRANSLATE_NOOP("Diagnosis", "The learning rate is too high"),
    QT_TRANSLATE_NOOP("Diagnosis", "After %1 steps the weights have changed by %2 % only."),
    QT_TRANSLATE_NOOP("Diagnosis", "The loss falls slowly along a straight line: from %1 to %2."),
    QT_TRANSLATE_NOOP("Diagnosis", "The loss is still %1, which a constant answer reaches, too."),
    QT_TRANSLATE_NOOP("Diagnosis", "The learning rate is too low"),
    QT_TRANSLATE_NOOP("Diagnosis", "%1 % of the outputs of “%2” are within 1 % of their limits."),
    QT_TRANSLATE_NOOP("Diagnosis", "Almost no gradient passes there, so the layers before it hardly learn."),
    QT_TRANSLATE_NOOP("Diagnosis",
                      "%1 % of the training samples are given a wrong class with a probability of more than 99 %."),
    QT_TRANSLATE_NOOP("Diagnosis", "Insert batch norm before “%1”"),
    QT_TRANSLATE_NOOP("Diagnosis", "Outputs are saturated"),
    QT_TRANSLATE_NOOP("Diagnosis", "The gradient of “%1” is %2 times smaller than that of “%3”."),
    QT_TRANSLATE_NOOP("Diagnosis", "No gradient reaches “%1”, while “%2” has one."),
    QT_TRANSLATE_NOOP("Diagnosis", "So the first layers hardly learn."),
    QT_TRANSLATE_NOOP("Diagnosis", "Use ReLU instead of sigmoid and tanh"),
    QT_TRANSLATE_NOOP("Diagnosis", "Gradients vanish"),
    QT_TRANSLATE_NOOP("Diagnosis", "Learning rate %1 → %2 in a new run"),
    QT_TRANSLATE_NOOP("Diagnosis", "Clip the gradients in a new run"),
};

QString valueWords(const Phrase::Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return QLocale().toString(static_cast<qlonglong>(*whole));
  if (const auto* number = std::get_if<double>(&value)) return QLocale().toString(*number, 'g', 4);
  return QString::fromStdString(std::get<std::string>(value));
}

}  // namespace

QString phraseWords(const Phrase& phrase) {
  const QString text = QCoreApplication::translate("Diagnosis", phrase.text);
  QString words;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const int place = text[i] == QLatin1Char('%') && i + 1 < text.size() ? text[i + 1].digitValue() - 1 : -1;
    if (place < 0 || place >= std::ssize(phrase.values)) {
      words += text[i];
      continue;
    }
    words += valueWords(phrase.values[static_cast<std::size_t>(place)]);
    ++i;
  }
  return words;
}

QString measureWords(const std::string& measure) {
  const auto translate = [](const char* text) { return QCoreApplication::translate("Diagnosis", text); };
  if (measure == "gradient") return translate(QT_TRANSLATE_NOOP("Diagnosis", "Gradient by layer, logarithmic"));
  if (measure == "dead") return translate(QT_TRANSLATE_NOOP("Diagnosis", "Dead units by layer"));
  if (measure == "saturated") return translate(QT_TRANSLATE_NOOP("Diagnosis", "Saturated outputs by layer"));
  if (measure == "samples") return translate(QT_TRANSLATE_NOOP("Diagnosis", "Training samples by class"));
  if (measure == "mean") return translate(QT_TRANSLATE_NOOP("Diagnosis", "Mean by input channel"));
  return QString::fromStdString(measure);
}

QStringList translatedPhrases() {
  return QStringList(kPhrases.begin(), kPhrases.end());
}

}  // namespace fovea
