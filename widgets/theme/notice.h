// Why: the two ways a place speaks to a person: an empty place says what goes there and offers the next step; a banner
// says what happened, why, and what to do, with the button that does it.
#pragma once
#include <QtWidgets/QFrame>
#include <functional>

#include "core/base/result.h"

class QLabel;
class QPushButton;
class QToolButton;
class QHBoxLayout;
class QVBoxLayout;

namespace fovea {

// Icon, title, one sentence and up to two buttons in the middle of the place.
class EmptyState : public QWidget {
  Q_OBJECT
 public:
  EmptyState(const QString& iconName, const QString& title, const QString& sentence, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setSentence(const QString& sentence);
  // The first one is the primary button. The returned button is owned by this widget; connect to its clicked().
  QPushButton* addAction(const QString& text);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void updateIcon();

  QString iconName_;
  QLabel* icon_ = nullptr;
  QLabel* title_ = nullptr;
  QLabel* sentence_ = nullptr;
  QHBoxLayout* buttons_ = nullptr;
};

// A strip at the top of a place. Hidden until something is shown; never covers what is below it.
class Banner : public QFrame {
  Q_OBJECT
 public:
  enum class Tone { Info, Good, Warning, Bad };

  explicit Banner(QWidget* parent = nullptr);

  // `title` says what happened, `advice` why or what to do (may be empty). Replaces what was shown, buttons included.
  void showMessage(Tone tone, const QString& title, const QString& advice = {});
  // In the words of the error; its code is never shown.
  void showError(const Error& error);
  // To be called after showMessage or showError. Owned by the banner.
  QPushButton* addAction(const QString& text);
  void setDismissible(bool dismissible);
  QString title() const;
  QString advice() const;

 public Q_SLOTS:
  void dismiss();

 Q_SIGNALS:
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void updateIcon();

  Tone tone_ = Tone::Info;
  QLabel* icon_ = nullptr;
  QLabel* title_ = nullptr;
  QLabel* advice_ = nullptr;
  QHBoxLayout* buttons_ = nullptr;
  QToolButton* close_ = nullptr;
};

}  // namespace fovea
