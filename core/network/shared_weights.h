// Why: a layer can use the weights of another layer of its sheet, named in its parameters. This file finds that layer,
// says why it cannot be used, and keeps the name right when layers are renamed or copied.
#pragma once
#include <map>
#include <optional>

#include "core/network/layer_facts.h"
#include "core/network/network_analysis.h"

namespace fovea {

class EditList;

// The layer whose weights `layer` uses; null if it has its own, or names none that it can use (see sharingFault).
const Layer* ownerOfWeights(const Network& network, const Layer& layer);
// The layers whose weights `layer` could use: of its sheet and type, with weights of their own.
std::vector<const Layer*> possibleOwners(const Network& network, const Layer& layer);

struct SharingFault {
  Error error;
  std::vector<NetworkFix> fixes;
};
// Why `layer` cannot use the weights of the layer that it names: there is none, it is of another type, or it has no
// weights of its own. Nothing if it can, or names none.
std::optional<SharingFault> sharingFault(const Network& network, const Layer& layer);
// Why `layer`, whose weights would be `needed`, cannot use those of `owner`, which are `there`: their shapes differ.
std::optional<SharingFault> shapeFault(const Layer& layer, const std::vector<LayerWeight>& needed, const Layer& owner,
                                       const std::vector<LayerWeight>& there);

// Completes `edits`, which copies layers of `from` into `network`: copies refer to the copy of the layer whose weights
// they use, whatever its new name is.
void shareWithinCopies(EditList& edits, const Network& network, const Network& from,
                       const std::map<LayerId, LayerId>& copies);
// Completes `edits`, which copies layers of `from` to the sheet `sheet` of `network`: a copy gets weights of its own if
// the layer whose weights it used was not copied, since a layer of that name on the sheet may be any. Beside its
// original it still uses the same weights. Returns the copies that were changed.
std::vector<LayerId> separateCopies(EditList& edits, const Network& network, BlockId sheet, const Network& from,
                                    const std::map<LayerId, LayerId>& copies);

}  // namespace fovea
