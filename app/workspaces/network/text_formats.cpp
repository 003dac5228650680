#include "app/workspaces/network/text_formats.h"

#include <algorithm>
#include <map>

#include "core/exchange/caffe/caffe_text.h"

namespace fovea {
namespace {

NetworkText readPrototxt(const std::string& text, const Network& before) {
  NetworkText result;
  auto read = readPrototxtNetwork(text, &before);
  if (!read.ok()) {
    result.problems.push_back({placeOf(read.error()).line, read.error().message, read.error().advice});
    return result;
  }
  // The text of a layer ends where that of the next one begins.
  std::map<int, LayerId> starts;
  for (const auto& [layer, place] : read->places) starts.emplace(place.line, layer);
  const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  for (auto at = starts.begin(); at != starts.end(); ++at) {
    const auto next = std::next(at);
    result.layers.emplace(at->second, LineRange{at->first, next == starts.end() ? lines : next->first - 1});
  }
  result.network = std::move(read->network);
  return result;
}

}  // namespace

const std::vector<TextFormat>& textFormats() {
  static const std::vector<TextFormat> formats{
      {"json",
       QObject::tr("JSON"),
       QObject::tr("The project's own form: all that the drawing holds"),
       {},
       CodeLanguage::NetworkJson,
       networkToText,
       [](const std::string& text, const Network&) { return networkFromText(text); }},
      {"prototxt", QObject::tr("Caffe prototxt"),
       QObject::tr("As Caffe writes networks. Blocks are unfolded: an edit here unfolds them in the drawing too."),
       QObject::tr("Prototxt knows no blocks: they are unfolded here. To read is safe; an edit of this text unfolds "
                   "them in the drawing too."),
       CodeLanguage::Prototxt, networkToPrototxt, readPrototxt}};
  return formats;
}

}  // namespace fovea
