// Why: lists the languages in which the text view can show a network. Pure functions.
#pragma once
#include <QString>
#include <functional>
#include <vector>

#include "app/workspaces/network/code_edit.h"
#include "core/network/network_text.h"

namespace fovea {

struct TextFormat {
  std::string name;  // as stored
  QString title;
  QString help;  // remarks for the tooltip
  // What an edit in this language loses if the network has blocks; empty: nothing.
  QString blockWarning;
  CodeLanguage language;
  std::function<std::string(const Network&)> write;
  // `before` is the previous network of the text, from which anything the language cannot express is kept.
  std::function<NetworkText(const std::string& text, const Network& before)> read;
};

// The project's own format comes first.
const std::vector<TextFormat>& textFormats();

}  // namespace fovea
