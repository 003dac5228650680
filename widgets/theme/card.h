// Why: small building blocks of every workspace: a card, a pill, section labels.
#pragma once
#include <QtWidgets/QFrame>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include "widgets/theme/theme.h"

namespace fovea {

// A rounded panel with a thin border. With a title it has a header row: title and muted remark on the left, pills and
// buttons on the right.
class Card : public QFrame {
  Q_OBJECT
 public:
  explicit Card(QWidget* parent = nullptr);
  explicit Card(const QString& title, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setRemark(const QString& remark);
  QString title() const;
  // Appends to the header. The card takes ownership.
  void addToHeader(QWidget* widget);
  // The layout for the card's content, below the header.
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

// A single line that is elided with "…" if it does not fit, with the full text as its tooltip.
class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
  // Qt::ElideRight by default; Qt::ElideMiddle suits paths.
  void setElideMode(Qt::TextElideMode mode);
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  Qt::TextElideMode mode_ = Qt::ElideRight;
};

}  // namespace fovea
