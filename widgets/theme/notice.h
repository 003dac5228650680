// Why: two kinds of messages. An empty area says what belongs there and offers the next step; a banner says what
// happened, why, and what to do, with a button for it.
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

// Shows an icon, a title, one sentence and up to two buttons in its centre.
class EmptyState : public QWidget {
  Q_OBJECT
 public:
  EmptyState(const QString& iconName, const QString& title, const QString& sentence, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setSentence(const QString& sentence);
  // The first action is the primary button. This widget owns the returned button; connect to its clicked().
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

// A strip at the top of an area. Hidden until a message is shown; never covers the content below.
class Banner : public QFrame {
  Q_OBJECT
 public:
  enum class Tone { Info, Good, Warning, Bad };

  explicit Banner(QWidget* parent = nullptr);

  // `title` says what happened, `advice` why or what to do (may be empty). Replaces the previous message and its
  // buttons.
  void showMessage(Tone tone, const QString& title, const QString& advice = {});
  // Shows the error's message; its code is never shown.
  void showError(const Error& error);
  // Call it after showMessage or showError. Owned by the banner.
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
