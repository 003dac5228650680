#include "app/workspaces/data/sample_loader.h"

#include <QFutureWatcher>
#include <QtConcurrent/QtConcurrentRun>

#include "app/workspaces/data/sample_drawing.h"
#include "core/base/guarded.h"

namespace fovea {
namespace {

std::shared_ptr<const SampleDetails> detailsOf(std::shared_ptr<const Dataset> dataset, std::uint32_t record,
                                               const QColor& ink) {
  auto details = std::make_shared<SampleDetails>();
  details->record = record;
  const auto view = dataset->record(record);
  auto sample = view.ok() ? view->copy() : Result<Sample>(view.error());
  if (!sample.ok()) {
    details->error = sample.error();
  } else {
    std::error_code code;
    details->sourceIsThere = std::filesystem::exists(sample->source, code);
    details->sample = std::move(*sample);
    details->type = view->input.type;
    details->encoding = view->input.encoding;
    details->storedBytes = view->input.bytes.size();
    details->image = inputImage(details->sample.input, dataset->info(), ink);
    details->text = inputText(details->sample.input, dataset->info());
    if (dataset->info().task == Task::ImageToImage && details->sample.target.defined())
      details->target = inputImage(details->sample.target, dataset->info(), ink);
  }
  details->dataset = std::move(dataset);
  return details;
}

}  // namespace

void SampleLoader::load(std::shared_ptr<const Dataset> dataset, std::uint32_t record, const QColor& ink) {
  next_ = Wish{std::move(dataset), record, ink};
  if (!running_) start();
}

void SampleLoader::cancel() {
  next_.reset();
  discard_ = running_;
}

void SampleLoader::start() {
  running_ = true;
  discard_ = false;
  auto* watcher = new QFutureWatcher<std::shared_ptr<const SampleDetails>>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
    running_ = false;
    watcher->deleteLater();
    if (!discard_ && !next_) Q_EMIT loaded(watcher->result());
    if (next_ && !running_) start();
  });
  watcher->setFuture(QtConcurrent::run([wish = *next_] {
    auto details = guarded([&] { return detailsOf(wish.dataset, wish.record, wish.ink); });
    if (details.ok()) return *details;
    SampleDetails unreadable;
    unreadable.dataset = wish.dataset;
    unreadable.record = wish.record;
    unreadable.error = details.error();
    return std::make_shared<const SampleDetails>(std::move(unreadable));
  }));
  next_.reset();
}

}  // namespace fovea
