// Why: shows an answer that is not a class (a mask, an image, numbers, text) beside the truth.
#pragma once
#include <QWidget>

#include "core/inspect/questions.h"

class QLabel;

namespace fovea {

class FactList;
class ImageView;

// Formats a number with four digits in the user's locale.
QString answerNumber(double value);

class AnswerView : public QWidget {
  Q_OBJECT
 public:
  explicit AnswerView(QWidget* parent = nullptr);

  // Hides the parts that the result does not fill. Shows one slice of a volume.
  void showResult(const InspectionResult& result, int slice);
  void setSlice(int slice);
  ImageView* answer() const { return answer_; }
  ImageView* truth() const { return truth_; }
  FactList* facts() const { return facts_; }
  QString words() const;

 private:
  void drawPictures();
  void drawBoxPictures(const QImage& picture);
  void showFacts();
  void showWords();

  InspectionResult shown_;
  int slice_ = 0;
  QWidget* pictures_;
  ImageView* answer_;
  ImageView* truth_;
  QLabel* truthTitle_;
  FactList* facts_;
  QLabel* words_;
};

}  // namespace fovea
