# Finds the CUDA compiler and toolkit, cuDNN 9 and the header-only cudnn-frontend. A machine without them configures fine.
# Sets FOVEA_NVIDIA_FOUND, FOVEA_NVIDIA_MISSING (words), FOVEA_NVIDIA_VERSIONS (words), CUDNN_INCLUDE_DIR, CUDNN_LIBRARY and
# CUDNN_FRONTEND_INCLUDE_DIR. To be included, not called by find_package: it enables no language itself.
include(CheckLanguage)
set(FOVEA_NVIDIA_FOUND OFF)
set(FOVEA_NVIDIA_MISSING "")
set(FOVEA_NVIDIA_VERSIONS "")

# nvcc often stands outside PATH.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(FOVEA_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda/bin /opt/cuda/bin PATH_SUFFIXES bin)
  if(FOVEA_NVCC)
    set(ENV{CUDACXX} ${FOVEA_NVCC})  # check_language() tries it, and goes on without if it does not work
  endif()
endif()
if(NOT CMAKE_CUDA_ARCHITECTURES)
  # Machine code for A100 and H100/H200; newer devices compile the PTX of 9.0 at first use.
  set(CMAKE_CUDA_ARCHITECTURES "80-real;90" CACHE STRING "CUDA architectures to build for")
endif()
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  set(FOVEA_NVIDIA_MISSING "no working CUDA compiler: install the CUDA Toolkit 13")
  return()
endif()
find_package(CUDAToolkit 13.0 QUIET)
if(NOT CUDAToolkit_FOUND)
  set(FOVEA_NVIDIA_MISSING "needs the CUDA Toolkit 13, which was not found beside ${CMAKE_CUDA_COMPILER}")
  return()
endif()

file(GLOB fovea_python_packages LIST_DIRECTORIES true
  $ENV{VIRTUAL_ENV}/lib/python3*/site-packages $ENV{CONDA_PREFIX}/lib/python3*/site-packages
  /usr/lib/python3/dist-packages /usr/local/lib/python3*/dist-packages)
set(fovea_wheels ${fovea_python_packages})
list(TRANSFORM fovea_wheels APPEND /nvidia/cudnn)

find_path(CUDNN_INCLUDE_DIR cudnn.h HINTS ${CUDAToolkit_INCLUDE_DIRS} PATHS ${fovea_wheels} PATH_SUFFIXES include)
find_library(CUDNN_LIBRARY NAMES cudnn libcudnn.so.9 HINTS ${CUDAToolkit_LIBRARY_DIR} PATHS ${fovea_wheels}
  PATH_SUFFIXES lib lib64)
if(NOT CUDNN_INCLUDE_DIR OR NOT CUDNN_LIBRARY)
  set(FOVEA_NVIDIA_MISSING "cuDNN 9 was not found: install it, or set CUDNN_INCLUDE_DIR and CUDNN_LIBRARY")
  return()
endif()
file(STRINGS ${CUDNN_INCLUDE_DIR}/cudnn_version.h cudnn_lines REGEX "#define CUDNN_(MAJOR|MINOR|PATCHLEVEL) ")
string(REGEX REPLACE ".*MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCHLEVEL ([0-9]+).*" "\\1.\\2.\\3" cudnn_version "${cudnn_lines}")
if(NOT cudnn_version VERSION_GREATER_EQUAL 9.8 OR NOT cudnn_version VERSION_LESS 10.0)
  set(FOVEA_NVIDIA_MISSING "needs cuDNN 9.8 or newer of version 9, but ${CUDNN_INCLUDE_DIR} has ${cudnn_version}")
  return()
endif()

find_path(CUDNN_FRONTEND_INCLUDE_DIR cudnn_frontend.h
  HINTS ${CMAKE_SOURCE_DIR}/.cache/cudnn-frontend PATHS ${fovea_python_packages} PATH_SUFFIXES include)
if(NOT CUDNN_FRONTEND_INCLUDE_DIR)
  set(FOVEA_NVIDIA_MISSING "the cudnn-frontend headers were not found: unpack the Python package nvidia-cudnn-frontend into \
.cache/cudnn-frontend, or set CUDNN_FRONTEND_INCLUDE_DIR")
  return()
endif()

# 1.13 is the first that can plan for a device that is not there, as the tests do.
file(STRINGS ${CUDNN_FRONTEND_INCLUDE_DIR}/cudnn_frontend_version.h frontend_lines
  REGEX "#define CUDNN_FRONTEND_(MAJOR|MINOR|PATCH)_VERSION ")
string(REGEX REPLACE ".*MAJOR_VERSION ([0-9]+).*MINOR_VERSION ([0-9]+).*PATCH_VERSION ([0-9]+).*" "\\1.\\2.\\3"
  frontend_version "${frontend_lines}")
if(NOT frontend_version VERSION_GREATER_EQUAL 1.13)
  set(FOVEA_NVIDIA_MISSING "needs cudnn-frontend 1.13 or newer, but ${CUDNN_FRONTEND_INCLUDE_DIR} has ${frontend_version}")
  return()
endif()

set(FOVEA_NVIDIA_FOUND ON)
set(FOVEA_NVIDIA_VERSIONS "CUDA ${CUDAToolkit_VERSION}, cuDNN ${cudnn_version}, cudnn-frontend ${frontend_version}, \
architectures ${CMAKE_CUDA_ARCHITECTURES}")
