// Why: a network can be written in several languages, between which the text view lets choose. Pure functions.
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
  QString help;  // what is to be known of it, as a tooltip
  // What is lost by an edit in this language of a network that has blocks; empty: nothing.
  QString blockWarning;
  CodeLanguage language;
  std::function<std::string(const Network&)> write;
  // `before` is what the text stood for until now: what the language does not tell is kept from there.
  std::function<NetworkText(const std::string& text, const Network& before)> read;
};

// The project's own first.
const std::vector<TextFormat>& textFormats();

}  // namespace fovea
