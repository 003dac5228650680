// Why: weights that were not trained here, those of an imported model or of a changed network, are stored as a run with
// one checkpoint, so that every tool for trained networks works with them. GUI thread only; jobs do the work.
#pragma once
#include <functional>

#include "app/bridge/session.h"
#include "core/train/starting_weights.h"

namespace fovea {

// Stores `weights` as a finished run on the current training data set. `done` receives its checkpoint, or the reason
// why nothing was stored; it is not called once `receiver` is destroyed.
void keepAsRun(Session& session, const QString& name, Checkpoint weights, QObject* receiver,
               std::function<void(const Result<CheckpointRecord>&)> done);

// A checkpoint fitted to the network on the canvas.
struct DrawnRun {
  CheckpointRecord weights;
  StartingWeights report;  // which weights were reused and which were drawn at random
};

// Fits the weights of a checkpoint of the project to the network on the canvas, see matchCheckpoint(), and stores them
// as a run. `done` as in keepAsRun(). Fails if the network has errors, no layer matches, or nothing can be written.
// After a cancel `done` is not called.
void keepDrawnNetwork(Session& session, const CheckpointRecord& from, QObject* receiver,
                      std::function<void(const Result<DrawnRun>&)> done);

}  // namespace fovea
