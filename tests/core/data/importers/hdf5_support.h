// Why: tests write HDF5 files with the library of The HDF Group, and read them with Fovea's own reader.
#pragma once
#include <hdf5.h>

#include <functional>
#include <numeric>

#include "importer_support.h"

namespace fovea::test {

// How an array lies in its file.
struct Form {
  std::vector<hsize_t> chunk = {};  // empty: in one piece
  bool packed = false;
  bool shuffled = false;
  bool checked = false;
  std::vector<hsize_t> most = {};        // to which it may grow; empty: not at all
  std::function<void(hid_t)> more = {};  // sets what else is asked of it
};

// A file that is written array by array.
class Hdf5Writer {
 public:
  explicit Hdf5Writer(const fs::path& path, bool newest = false) {
    fs::create_directories(path.parent_path());
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (newest) H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    file_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
  }
  ~Hdf5Writer() { H5Fclose(file_); }
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  template <class T>
  void add(const std::string& name, const std::vector<hsize_t>& shape, const std::vector<T>& values, hid_t type,
           hid_t memory, const Form& form = {}) {
    const hid_t space =
        H5Screate_simple(static_cast<int>(shape.size()), shape.data(), form.most.empty() ? nullptr : form.most.data());
    const hid_t create = H5Pcreate(H5P_DATASET_CREATE), link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(link, 1);
    if (!form.chunk.empty()) H5Pset_chunk(create, static_cast<int>(form.chunk.size()), form.chunk.data());
    if (form.shuffled) H5Pset_shuffle(create);
    if (form.packed) H5Pset_deflate(create, 4);
    if (form.checked) H5Pset_fletcher32(create);
    if (form.more) form.more(create);
    const hid_t array = H5Dcreate2(file_, name.c_str(), type, space, link, create, H5P_DEFAULT);
    if (!values.empty()) H5Dwrite(array, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(array);
    H5Pclose(link);
    H5Pclose(create);
    H5Sclose(space);
  }
  void addInts(const std::string& name, const std::vector<hsize_t>& shape, const std::vector<int>& values,
               hid_t type = H5T_STD_U8LE, const Form& form = {}) {
    add(name, shape, values, type, H5T_NATIVE_INT, form);
  }

 private:
  hid_t file_ = -1;
};

inline std::vector<int> rising(int count) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

}  // namespace fovea::test
