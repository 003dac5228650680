# fovea_embed_networks(TARGET FOLDER): compiles the .json files of FOLDER into TARGET as generatedNetworkFiles(), so that
# the programs know the standard networks wherever they are installed.
function(fovea_embed_networks target folder)
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(entries "")
  foreach(file ${files})
    get_filename_component(stem ${file} NAME_WE)
    file(READ ${file} content)
    string(APPEND entries "      {\"${stem}\", R\"fovea_json(${content})fovea_json\"},\n")
  endforeach()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target}_files.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT
"// Generated from the files in resources/networks.
#include <string_view>
#include <utility>
#include <vector>
namespace fovea {
std::vector<std::pair<std::string_view, std::string_view>> generatedNetworkFiles();
std::vector<std::pair<std::string_view, std::string_view>> generatedNetworkFiles() {
  return {
@entries@  };
}
}  // namespace fovea
")
  target_sources(${target} PRIVATE ${generated})
endfunction()
