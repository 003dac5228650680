// MetaImage and NRRD: every way in which their heads say where the numbers are, and what they mean.
#include "core/data/importers/volume_file.h"

#include "importer_support.h"

namespace fovea::test {
namespace {

std::string words16(int count, bool big = false) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    const char low = static_cast<char>(i & 0xff), high = static_cast<char>(i >> 8);
    bytes += big ? std::string{high, low} : std::string{low, high};
  }
  return bytes;
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  packed.resize(size);
  return packed;
}

class VolumeFile : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes) const { writeBytes(folder / name, bytes); }
  // Voxels count from 0: 4×3×2.
  void expectCounting(const std::string& name) const {
    const auto volume = readVolume(folder / name);
    ASSERT_TRUE(volume.ok()) << name << ": " << volume.error().text();
    EXPECT_EQ(volume->shape(), (Shape{1, 2, 3, 4})) << name;
    for (int i = 0; i < 24; ++i) ASSERT_EQ(volume->data<float>()[i], static_cast<float>(i)) << name;
  }
  void expectRefused(const std::string& name, const std::string& bytes, const std::string& word) const {
    write(name, bytes);
    const auto volume = readVolume(folder / name);
    ASSERT_FALSE(volume.ok()) << word;
    EXPECT_TRUE(contains(volume.error().text(), word)) << volume.error().text();
  }
  const TemporaryFolder folder;
};

std::string metaHead(const std::string& rest) {
  return "ObjectType = Image\nNDims = 3\nBinaryData = True\nDimSize = 4 3 2\nElementType = MET_SHORT\n" + rest;
}

TEST_F(VolumeFile, MetaImages) {
  write("local.mha", metaHead("ElementDataFile = LOCAL\n") + words16(24));
  write("beside.mhd", metaHead("ElementDataFile = beside.raw\r\n"));
  write("beside.raw", words16(24));
  write("big.mhd", metaHead("BinaryDataByteOrderMSB = True\nElementDataFile = big.raw\n"));
  write("big.raw", words16(24, true));
  write("packed.mhd", metaHead("CompressedData = True\nElementDataFile = packed.zraw\n"));
  write("packed.zraw", deflated(words16(24)));
  write("packed.mha", metaHead("CompressedData = True\nElementDataFile = LOCAL\n") + deflated(words16(24)));
  write("skipped.mhd", metaHead("HeaderSize = 6\nElementDataFile = skipped.raw\n"));
  write("skipped.raw", "6bytes" + words16(24));
  write("end.mhd", metaHead("HeaderSize = -1\nElementDataFile = end.raw\n"));
  write("end.raw", "some bytes" + words16(24));
  for (const char* name : {"local.mha", "beside.mhd", "big.mhd", "packed.mhd", "packed.mha", "skipped.mhd", "end.mhd"})
    expectCounting(name);
  write("colours.mha",
        "NDims = 2\nDimSize = 2 1\nElementType = MET_UCHAR\nElementNumberOfChannels = 3\nElementDataFile = LOCAL\n"
        "abcdef");
  const auto colours = readVolume(folder / "colours.mha");
  ASSERT_TRUE(colours.ok()) << colours.error().text();
  EXPECT_EQ(colours->shape(), (Shape{3, 1, 1, 2}));
  EXPECT_EQ(colours->data<float>()[1], 'd') << "the red of the second voxel";
}

TEST_F(VolumeFile, Nrrds) {
  const std::string head = "NRRD0004\n# made by a test\ntype: short\ndimension: 3\nsizes: 4 3 2\n";
  write("local.nrrd", head + "encoding: raw\nendian: little\nkey:=value\n\n" + words16(24));
  write("big.nrrd", head + "encoding: raw\nendian: big\n\n" + words16(24, true));
  write("packed.nrrd", head + "encoding: gzip\nendian: little\n\n" + gzip(words16(24)));
  write("beside.nhdr", head + "encoding: raw\nendian: little\ndata file: beside.raw\n\n");
  write("beside.raw", words16(24));
  write("end.nhdr", head + "encoding: raw\nendian: little\nbyte skip: -1\ndata file: end.raw\n");
  write("end.raw", "some bytes" + words16(24));
  for (const char* name : {"local.nrrd", "big.nrrd", "packed.nrrd", "beside.nhdr", "end.nhdr"}) expectCounting(name);
  write("vectors.nrrd",
        "NRRD0005\ntype: unsigned char\ndimension: 4\nsizes: 3 2 1 1\nkinds: vector domain domain domain\n"
        "encoding: raw\n\nabcdef");
  const auto vectors = readVolume(folder / "vectors.nrrd");
  ASSERT_TRUE(vectors.ok()) << vectors.error().text();
  EXPECT_EQ(vectors->shape(), (Shape{3, 1, 1, 2}));
  EXPECT_EQ(vectors->data<float>()[1], 'd');
  write("films.nrrd", "NRRD0005\ntype: uchar\ndimension: 4\nsizes: 2 1 1 3\nencoding: raw\n\nabcdef");
  const auto films = readVolume(folder / "films.nrrd");
  ASSERT_TRUE(films.ok()) << films.error().text();
  EXPECT_EQ(films->shape(), (Shape{3, 1, 1, 2}));
  EXPECT_EQ(films->data<float>()[1], 'b');
}

// The same place in three formats: half a millimetre wide voxels, from 1, 2, 3 to the right, front and top.
TEST_F(VolumeFile, PlacesOfAllFormatsAreComparable) {
  write("a.mha",
        "NDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\nElementSpacing = 0.5 0.5 2\nOffset = -1 -2 3\n"
        "TransformMatrix = 1 0 0 0 1 0 0 0 1\nElementDataFile = LOCAL\nabcdefgh");
  write("b.nrrd",
        "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 2\nencoding: raw\nspace: left-posterior-superior\n"
        "space directions: (0.5,0,0) (0,0.5,0) (0,0,2)\nspace origin: (-1,-2,3)\n\nabcdefgh");
  write("c.nrrd",
        "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 2\nencoding: raw\nspace: RAS\n"
        "space directions: (-0.5,0,0) (0,-0.5,0) (0,0,2)\nspace origin: (1,2,3)\n\nabcdefgh");
  const auto a = readVolumeHeader(folder / "a.mha"), b = readVolumeHeader(folder / "b.nrrd"),
             c = readVolumeHeader(folder / "c.nrrd");
  ASSERT_TRUE(a.ok() && b.ok() && c.ok());
  ASSERT_TRUE(a->place && b->place && c->place);
  EXPECT_EQ((*a->place)[3], 1);
  EXPECT_NEAR(distanceOfPlaces(*a, *b), 0, 1e-9);
  EXPECT_NEAR(distanceOfPlaces(*a, *c), 0, 1e-9);
  EXPECT_NEAR(smallestVoxelSide(*a), 0.5, 1e-9);
}

TEST_F(VolumeFile, WhatIsWrongIsSaid) {
  expectRefused("a.mha", "nothing", "is no MetaImage file");
  expectRefused("a.mha", metaHead("ElementDataFile = LOCAL\n") + "short", "ends within its numbers");
  expectRefused("a.mha", metaHead("CompressedData = True\nElementDataFile = LOCAL\n") + deflated("short"), "cut off");
  expectRefused("a.mha", metaHead("ElementDataFile = ../secret.raw\n"), "not beside it");
  expectRefused("a.mha", metaHead("ElementDataFile = LIST\n"), "a file for each slice");
  expectRefused("a.mha", "NDims = 3\nDimSize = 4000 4000 4000\nElementType = MET_CHAR\nElementDataFile = LOCAL\n",
                "more than");
  expectRefused("a.mha", "NDims = 3\nDimSize = 4 4\nElementType = MET_CHAR\nElementDataFile = LOCAL\n", "its size");
  expectRefused("a.mha", "NDims = 1\nDimSize = 4\nElementType = MET_CHAR_ARRAY\nElementDataFile = LOCAL\n", "axes");
  expectRefused("a.nrrd", "nothing", "is no NRRD file");
  const std::string head = "NRRD0004\ntype: short\ndimension: 3\nsizes: 4 3 2\n";
  expectRefused("a.nrrd", head + "encoding: ascii\n\n1 2 3", "encoding ascii");
  expectRefused("a.nrrd", head + "encoding: raw\n\nshort", "ends within its numbers");
  expectRefused("a.nrrd", head + "encoding: raw\n", "has no end");
  expectRefused("a.nrrd", "NRRD0004\ntype: block\ndimension: 3\nsizes: 4 3 2\nencoding: raw\n\n", "kind block");
  expectRefused("a.nhdr", head + "encoding: raw\ndata file: LIST\n", "a file for each slice");
}

TEST_F(VolumeFile, MutatedFilesAreReadOrRefused) {
  surviveMutations("volumes", folder / "meta", folder / "meta/a/a.mha",
                   metaHead("ElementDataFile = LOCAL\n") + words16(24));
  surviveMutations("volumes", folder / "nrrd", folder / "nrrd/a/a.nrrd",
                   "NRRD0004\ntype: short\ndimension: 3\nsizes: 4 3 2\nencoding: gzip\n\n" + gzip(words16(24)));
}

}  // namespace
}  // namespace fovea::test
