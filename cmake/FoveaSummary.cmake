# Says at the end of configuring what was found and what was left out, and why.
message(STATUS "Fovea ${PROJECT_VERSION}: ${CMAKE_BUILD_TYPE}, sanitizer '${FOVEA_SANITIZER}'")
message(STATUS "  desktop program  ${FOVEA_HAVE_QT}  (needs Qt 6.4 with Svg, PrintSupport, Concurrent, Test, and QCustomPlot for Qt 6)")
message(STATUS "  image decoding   ${FOVEA_HAVE_OPENCV}  (needs OpenCV 4)")
message(STATUS "  sound            ${SNDFILE_FOUND}  (needs libsndfile)")
message(STATUS "  zip and tar      ${ARCHIVE_FOUND}  (needs libarchive)")
message(STATUS "  ONNX exchange    ${FOVEA_HAVE_ONNX}  (needs the ONNX library and protobuf)")
message(STATUS "  layout by dot    ${FOVEA_HAVE_GRAPHVIZ}  (needs Graphviz 2 or newer, with its dot_layout plugin)")
message(STATUS "  CUDA module      ${FOVEA_CUDA_SUMMARY}")
