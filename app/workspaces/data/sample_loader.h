// Why: a large sample takes a while to decode, and the window must not wait for it. The latest wish replaces those that
// have not begun. GUI thread only.
#pragma once
#include <QColor>
#include <QImage>
#include <QObject>
#include <memory>
#include <optional>

#include "core/data/dataset.h"

namespace fovea {

// All that is shown of one sample; immutable once published.
struct SampleDetails {
  std::shared_ptr<const Dataset> dataset;
  std::uint32_t record = 0;
  std::optional<Error> error;  // it cannot be read; the rest is empty then
  Sample sample;
  TensorType type;  // of the stored input
  Encoding encoding = Encoding::Raw;
  std::size_t storedBytes = 0;
  QImage image;  // null where the input is text
  QImage target;
  QString text;
};

class SampleLoader : public QObject {
  Q_OBJECT
 public:
  explicit SampleLoader(QObject* parent = nullptr) : QObject(parent) {}
  void load(std::shared_ptr<const Dataset> dataset, std::uint32_t record, const QColor& ink);
  // What is under way is not delivered.
  void cancel();

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
