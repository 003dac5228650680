// Why: imports and exports of networks with weights take long, so they run as jobs of the session and report their
// results as values. GUI thread only.
#pragma once
#include "app/bridge/session.h"
#include "core/exchange/exchange.h"

namespace fovea {

// The result of an import, for its report.
struct NetworkImport {
  QString file;
  std::string network;  // its name
  std::int64_t layers = 0;
  std::int64_t parameters = 0;
  ExchangeReport report;
  // The imported weights in the project, stored as a run that was never trained here. Empty: there are none, or
  // `unkept` says why they were not stored.
  std::optional<CheckpointRecord> weights;
  std::optional<Error> unkept;
};

struct NetworkExportOptions {
  QString file;
  std::int64_t opset = 17;
  // The source of network and weights; none: the drawing with fresh weights.
  std::optional<CheckpointRecord> checkpoint;
};

struct NetworkExport {
  QString file;
  ExchangeReport report;
};

// Whether the file's extension is supported.
bool canImportNetwork(const QString& file);
// Whether it is a network file without weights beside it: it may be opened although it is incomplete, since nothing can
// be lost.
bool isBareDrawing(const QString& file);
// Whether its extension is that of a picture, which contains a network if it is an exported drawing.
bool isPictureFile(const QString& file);
// The supported formats for a file dialog: "All networks (*.onnx *.json);;ONNX model (*.onnx);;…".
QString importFilters();
// Reads only the network of a file, without its weights. Slow; any thread.
Result<Network> readNetworkOf(const QString& file, const BackendRegistry& backends, const CancelToken& cancel);

class NetworkExchange : public QObject {
  Q_OBJECT
 public:
  explicit NetworkExchange(Session& session, QObject* parent = nullptr);

  // Reads the file and adds its network to the project; see NetworkService::add. imported() follows once its weights
  // are stored in the project. On failure or cancel nothing has changed. `inputs`: values that the file leaves open.
  void importFile(const QString& file, const std::vector<InputChoice>& inputs = {});
  void exportTo(const NetworkExportOptions& options);

 Q_SIGNALS:
  void imported(const fovea::NetworkImport& import);
  void exported(const fovea::NetworkExport& written);
  // The file leaves inputs open: extents of 0, or the value of an input without a shape. Import it again with them.
  void shapeWanted(const QString& file, const std::vector<fovea::InputChoice>& open);
  // Not emitted after a cancel.
  void failed(const fovea::Error& error);

 private:
  void adopt(NetworkImport import, Checkpoint checkpoint);
  void finishImport(NetworkImport import, Checkpoint checkpoint);

  Session& session_;
};

}  // namespace fovea
