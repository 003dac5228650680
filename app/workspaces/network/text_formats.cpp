#include "app/workspaces/network/text_formats.h"

namespace fovea {

const std::vector<TextFormat>& textFormats() {
  static const std::vector<TextFormat> formats{
      {QObject::tr("JSON"), QObject::tr("The project's own form: all that the drawing holds"),
       CodeLanguage::NetworkJson, networkToText,
       [](const std::string& text, const Network&) { return networkFromText(text); }}};
  return formats;
}

}  // namespace fovea
