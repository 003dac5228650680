// Why: the frames of one film are nearly equal, so that they must stay in one split; and sets of films have lists that
// name the folders of frames of each split. Sources: DAVIS (Perazzi et al. 2016; Pont-Tuset et al. 2017), the lists of
// PASCAL VOC (Everingham et al. 2010). Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/schema.h"
#include "core/data/importers/image_pairs.h"

namespace fovea {

// The subject of the decision that keeps the images of one folder in one split.
inline constexpr std::string_view kFramesOfFolder = "the images of one folder";

struct FrameOptions {
  std::string splitLists;  // folder of the lists; empty: looks for them; "none": reads none
  std::string frameFolders = "automatic";
};

// Appends the fields about frames and their splits. P derives from FrameOptions.
template <class P>
TypedSchema<P> withFrameOptions(TypedSchema<P> schema) {
  return std::move(schema)
      .field(static_cast<std::string P::*>(&P::splitLists),
             {.name = "split_lists",
              .title = "Folder of split lists",
              .help = "The folder of lists such as train.txt and val.txt, whose lines name images or folders of "
                      "images. Empty looks for it, \"none\" reads no list."})
      .field(static_cast<std::string P::*>(&P::frameFolders),
             {.name = "frame_folders",
              .title = "Frames of one folder",
              .help = "Whether the images of one folder stay in one split, as the frames of a film must.",
              .choices = {{"automatic", "Where the names of the images suggest it"},
                          {"together", "They stay in one split"},
                          {"apart", "Each image is drawn by itself"}}});
}

// Sets the splits of pairs that lists name, by their names or by those of their folders, and puts the frames of a
// folder into one group where no split is known. Adds decisions about both. If a list names the pairs for training,
// those in no list become problems. Fails with InvalidArgument if the chosen folder has no such list, with Cancelled,
// and like findFiles().
Status arrangeFrames(const std::filesystem::path& root, const FrameOptions& options, Look look, ImagePairs& pairs);

}  // namespace fovea
