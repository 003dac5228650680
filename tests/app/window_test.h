// Why: tests of workspaces begin with a complete window over a sandbox, and leave nothing behind.
#pragma once
#include "app/main_window.h"
#include "core/network/standard_networks.h"
#include "tests/app/app_support.h"
#include "widgets/theme/theme.h"

namespace fovea::test {

class WindowTest : public QObject {
 protected:
  // For init(): a shown, active window with no project.
  void openWindow() {
    QTest::failOnWarning(QRegularExpression("Negative sizes"));
    sandbox_ = std::make_unique<Sandbox>();
    themes_ = std::make_unique<ThemeManager>(*qApp);
    session_ = std::make_unique<Session>(testBackends());
    window_ = std::make_unique<MainWindow>(*session_, *themes_);
    window_->resize(1440, 900);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  }
  // The same with a project of that name: LeNet, which is the open network, and images that it can be trained on.
  void openLenet(const std::string& name) {
    openWindow();
    require(session_->createProject(sandbox_->path(name), name));
    importData(*session_, writeMnist(sandbox_->path("source"), 300, 60, 28, 10), "shades");
    require(
        await([&](const auto& done) { session_->networks()->add(require(standardNetwork("lenet")), "LeNet", done); }));
    settle(*session_);
    QVERIFY2(session_->report().ok(), "the network fits");
  }
  // Stops all runs and waits for their ends.
  void stopRuns() {
    session_->training()->stopAll();
    QVERIFY(QTest::qWaitFor([this] { return !session_->training()->active(); }, kPatience));
  }
  // For cleanup().
  void closeWindow() {
    window_.reset();
    session_.reset();
    themes_.reset();
    sandbox_.reset();
  }

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<ThemeManager> themes_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace fovea::test
