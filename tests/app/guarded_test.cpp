// Why: an exception in a job or an event handler must not end the program with everything that is unsaved.
#include <QMessageBox>
#include <QTimer>
#include <optional>
#include <stdexcept>

#include "app/bridge/jobs.h"
#include "app/bridge/latest_task.h"
#include "app/bridge/network_drafts.h"
#include "app/guarded_application.h"
#include "core/tensor/tensor.h"
#include "tests/app/app_support.h"

namespace fovea::test {

Status statusOf(Job* job) {
  std::optional<Status> end;
  QObject::connect(job, &Job::finished, job, [&](const Status& status) { end = status; });
  while (!end) QTest::qWait(1);
  return *end;
}

class GuardedTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aJobThatWantsTooMuchMemoryEndsWithItsWords() {
    JobQueue jobs;
    const Status status = statusOf(jobs.start("Dreaming", [](const ProgressFunction&, const CancelToken&) -> Status {
      Tensor::make({DataType::Float32, Shape{1 << 24, 1 << 22}});
      return {};
    }));
    QCOMPARE(status.error().code, ErrorCode::OutOfMemory);
    QVERIFY(QString::fromStdString(status.error().message).contains("256.0 TiB"));
  }

  void aJobThatThrowsAnythingEndsWithAnError() {
    JobQueue jobs;
    const Status status = statusOf(jobs.start("Stumbling", [](const ProgressFunction&, const CancelToken&) -> Status {
      throw std::runtime_error("a stone");
    }));
    QCOMPARE(status.error().code, ErrorCode::Internal);
    QVERIFY(QString::fromStdString(status.error().message).contains("a stone"));
    QVERIFY(jobs.running().isEmpty());
  }

  void aQuestionThatThrowsIsAnsweredWithAnError() {
    LatestTask<int> questions;
    std::optional<Result<int>> answer;
    questions.ask([]() -> Result<int> { throw std::runtime_error("a stone"); },
                  [&](const Result<int>& result) { answer = result; });
    QTRY_VERIFY(answer.has_value());
    QCOMPARE(answer->error().code, ErrorCode::Internal);
    questions.ask([] { return Result<int>(7); }, [&](const Result<int>& result) { answer = result; });
    QTRY_VERIFY(answer->ok());
    QCOMPARE(answer->value(), 7);
  }

  // Drafts are written on a pool thread.
  void aTextWhoseWritingThrowsIsNamedAsUnwritten() {
    std::atomic<bool> stumbles{true};
    NetworkDrafts drafts([&](const std::filesystem::path&, const std::string&) -> Status {
      if (stumbles) throw std::bad_alloc();
      return {};
    });
    drafts.keep("somewhere/network.json", {"json", "{"});
    const auto unwritten = drafts.unwritten();
    QCOMPARE(unwritten.size(), std::size_t(1));
    QCOMPARE(unwritten.at("somewhere/network.json").code, ErrorCode::OutOfMemory);
    stumbles = false;
    drafts.keep("somewhere/network.json", {"json", "{ "});
    QVERIFY(drafts.unwritten().empty());
  }

  void aHandlerThatThrowsLeavesTheWindowAlive() {
    auto* application = static_cast<GuardedApplication*>(QCoreApplication::instance());
    int caught = 0;
    connect(application, &GuardedApplication::caught, this, [&](const Error& error) {
      ++caught;
      QCOMPARE(error.code, ErrorCode::OutOfMemory);
    });
    for (int i = 0; i < 3; ++i) QTimer::singleShot(0, this, [] { throw std::bad_alloc(); });
    QTRY_COMPARE(caught, 3);
    QTRY_VERIFY(QApplication::activeModalWidget() != nullptr);
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    QVERIFY(box);
    QVERIFY(box->text().contains("not enough memory"));
    QVERIFY(!box->informativeText().isEmpty());
    box->accept();
    QTRY_VERIFY(!QApplication::activeModalWidget());
  }
};

}  // namespace fovea::test

int main(int argc, char** argv) {
  fovea::GuardedApplication application(argc, argv);
  fovea::test::GuardedTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "guarded_test.moc"
