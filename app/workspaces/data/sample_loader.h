// Why: decodes samples in the background, since a large one takes a while. Only the latest pending request is kept. GUI
// thread only.
#pragma once
#include <QColor>
#include <QImage>
#include <QObject>
#include <memory>
#include <optional>

#include "core/data/store/dataset.h"

namespace fovea {

// Everything shown of one sample; immutable once published.
struct SampleDetails {
  std::shared_ptr<const Dataset> dataset;
  std::uint32_t record = 0;
  std::optional<Error> error;  // why it cannot be read; the rest is then empty
  Sample sample;
  TensorType type;  // type of the stored input
  Encoding encoding = Encoding::Raw;
  std::size_t storedBytes = 0;
  QImage image;  // null if the input is text
  QImage target;
  QString text;
  bool sourceIsThere = false;  // the file that it was imported from
};

class SampleLoader : public QObject {
  Q_OBJECT
 public:
  explicit SampleLoader(QObject* parent = nullptr) : QObject(parent) {}
  void load(std::shared_ptr<const Dataset> dataset, std::uint32_t record, const QColor& ink);
  // Drops the answer of the running request.
  void cancel();
  // Whether an answer will come.
  bool loading() const { return next_ || (running_ && !discard_); }

 Q_SIGNALS:
  void loaded(const std::shared_ptr<const fovea::SampleDetails>& details);

 private:
  struct Wish {
    std::shared_ptr<const Dataset> dataset;
    std::uint32_t record;
    QColor ink;
  };
  void start();

  std::optional<Wish> next_;
  bool running_ = false;
  bool discard_ = false;
};

}  // namespace fovea
