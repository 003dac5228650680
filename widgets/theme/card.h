// Why: the small surfaces that every workspace is laid out with: a card, a pill, labels of a section.
#pragma once
#include <QtWidgets/QFrame>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include "widgets/theme/theme.h"

namespace fovea {

// A rounded panel with a thin line around it. With a title there is a header row: the title left, a muted remark beside
// it, and room for pills and buttons at the right.
class Card : public QFrame {
  Q_OBJECT
 public:
  explicit Card(QWidget* parent = nullptr);
  explicit Card(const QString& title, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setRemark(const QString& remark);
  QString title() const;
  // Adds at the right end of the header. The card takes ownership.
  void addToHeader(QWidget* widget);
  // What the card holds goes here; it comes below the header.
  QVBoxLayout* body() const { return body_; }

 private:
  void ensureHeader();

  QVBoxLayout* body_ = nullptr;
  QWidget* header_ = nullptr;
  QHBoxLayout* headerLayout_ = nullptr;
  QLabel* title_ = nullptr;
  QLabel* remark_ = nullptr;
};

// A small rounded badge: "running", "9 layers", "smoothing 0.6".
class Pill : public QWidget {
  Q_OBJECT
 public:
  enum class Tone { Neutral, Accent, Good, Warning, Bad };

  explicit Pill(const QString& text, Tone tone = Tone::Neutral, QWidget* parent = nullptr);
  QString text() const { return text_; }
  void setText(const QString& text);
  void setTone(Tone tone);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString text_;
  Tone tone_;
};

// The muted semi-bold line above a group of fields.
class SectionLabel : public QLabel {
  Q_OBJECT
 public:
  explicit SectionLabel(const QString& text, QWidget* parent = nullptr);
};

// One line that ends in "…" when there is too little room, and tells the whole text as its tooltip then.
class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
  // Where to cut: Qt::ElideRight unless told; Qt::ElideMiddle suits paths.
  void setElideMode(Qt::TextElideMode mode);
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  Qt::TextElideMode mode_ = Qt::ElideRight;
};

}  // namespace fovea
