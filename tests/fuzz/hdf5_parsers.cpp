// The newest forms of HDF5. Their checksums would refuse nearly every changed file at its first block, so they are
// written anew after a change, as someone who means harm would.
#include <algorithm>
#include <stdexcept>

#include "../core/data/base64_support.h"
#include "../core/data/importers/importer_support.h"
#include "core/data/importers/hdf5_blocks.h"
#include "core/data/importers/hdf5_file.h"
#include "parsers.h"

namespace fovea::test {
namespace {

// Written by h5py: x in an extensible array, packed by LZF; fixed in a fixed array; tree in a tree, with checksums; y
// in one piece; and a group of nine members, whose links are in a heap.
const std::string& newestSeed() {
  static const std::string seed = unpackedBase64(
      "eNrtWgtsFEUY/ndv73rvXq/XB31cr9cnUCqvliKobbk7W1qh0ColEaJpeRleIRgroIAaFDSRKIJB4hMCPkJM0QRilUeIFkIQhCCJEDUxqIkx"
      "SFR8oPjP3szaf1gSsGrK5f5N88+33/6zO9/szfwz27UNkZjHmeO02O0g7DK3pqFxPJyf797307LJDZGpKnSp/r4XCnOqoADY3IBO6drFw2w+"
      "hq2z53XN6gQfP5fKzmlLl8yatS6Nn4qHPdiTQ/Cc3lxeD1YNa9Tlk/RHQEYpBlBVRQly3iI9vsAWNyg+bJ2qIx9Y8SktLlcOKFjLQxrWa4H5"
      "y2aDhqwVb8K8PRO9ChZFUVUtpGk+516FV7cGBoh19f7gitY1REDxhjSf5pR50f5Xtbgfz3Eb9ylxQWDn2Nr7onWN9aAYbeTvgqZrrhFkJ8hN"
      "UCO/5W38jhk22iOJaivbOmqidZG+CrI3jWgTICiboDyCQgQVE1ROUAVBwwkaTVANQeMJqiUoQlADQc0EHWja0khbzQaKFnJNG0HtBN1N0D0E"
      "dRI0l6D5BC0maClBXQStIGgVQY8R9ARBTxG0nqANBD1P0BaCXiZoK0E7CHqLoLcJeoeg3QT1ELSPoIME9RJ0hKA9D5dEaK8uxr9j5JqTBJ0m"
      "6AxBXxD0FUHfEPQdQeKXRcePJPqn6PHlZ+64yjSi6BOjBYW3slkXUvTR3wFOcLEBHjzgRZ+KEyebqP2QDgE2tEMmZLGBDAYBm7BzIQ/y0Qeh"
      "AELoCyEMRWz4ghIoRV8G5TAY/RAYChXoh0El3KQPGSNgJPpRMBqq0FfDGKhBPxZuhnH6pHUL3MqmFKiFOvT1MAEi6KMQg9vZAAWNMBF9EzQD"
      "a+EkmAwt6KfAVGjVJ7s74S7006AdpuvNVS2a1ZZidzhdbo831ZfmT+cy4KGiFqoFxbBoqIdmRUmsNtTEloKypNhRGbsDpXE4UR2nCwVyuVEh"
      "twdF8nhRJ28qCpXqQ618aShXmh/1wvrxCKBqgQyULSMTlcvMQvGyslG97EEo4KAc1DAnF0XMzUMd8/JRyvwgahksQDkLQqhoqBAlLQyjquEi"
      "FLaoGJUtLkFxS0pR39IyYEefRImZekVPJ9h55YojaUlLWtKSdo0mL6YD0lgrY30xbWA7X0zb/Xy5jDVYnG6+oocdN44Ory06PiTGFtNgd4qV"
      "dDlvx7bPtwdjLCUG0bLzPFm9wP2P3P/M/S/c/8b9Je7/FJssDj6TcX8q9n371XpCBfNFtHlPuOxsWyO+DrdniU0MRbGyrK6zfKOf17ZpwPbE"
      "8Y78mfVt2BMu9shsc6ezvIc/djkecdubXnuovq05Bi6Na2g1rc1hyoq32UtYOX1IN2WFzyasnKvkm7IiNkxYixRbZsqK2ArCalLsCFNWxFYT"
      "VlZsnCkrYmsJa5Nio6asiJ1I2BR5DDJlRWwbYe1S7HRTVsTOJKxDiu0wZUXsXMLKu2sLTFkRu4SwLin2AVNWxK4grFuKXW3KGnuThPVIsU+a"
      "siJ2PWG9UuxzpqyI3UzYVCn2JVNWxG4lrE+Kfd2UFbE7CZsmxe4yZUXsbsL6pdj3TVkRe4Cw6VLsR6asiN20trsimXckLWn/Wu6KqRImTMaH"
      "oGDfXNUuZoXaeIbkZLmqRTnCf6PnRWW7b1wdNh77+Az/Lhf/Ahf/OldXGqdPcA/t/90jVHZXPCp3hyolsKYJK++OHqe0tXMDd8exS2NO9EeL"
      "DxJIi7Nz1m3rjxb7EkiLC8rCtP5ocSCBtKheePS9/mhxMIG08Oz/bEN/tPgwgbSw/LHnXKy1NQq/8klLWanAan0hcNp38lqSgOtRrjeBlFu3"
      "+ZM3+pc+XY9yhxNIOXfw1Iv/n3JHEki5cPeE9NjUhhZ9z0btu3Y3/jOGr3rFzxlkqcQ23TXeUSNf/5iF0DcNNvKN5nuP6puHVnadS988bCoT"
      "9xB3+fbE9q9jrWyzVzyfvLn39/1aoEv/oB1nng3Hz/P/UTP80CEXJurbkdaFgU/Z13G2N3No29kATNGL5y5nFENUL158pKoS7teLK155ZjMU"
      "6sXyKavehWF6UZkxeQ+M1YuVRz1fwgy9OG3L4YswL37tm+fHJVd/A85iDZF6Y9Glv+MLXngaR4nhTXni5VJGTMs3yiM7gkZ51KICozx6ecgo"
      "Vz1eaJSr94eN8pjfi4xyTVVJUvwBYH8B05/lqg==",
      11083);
  return seed;
}

// Written by the library: digitStruct.mat of four images, one with two boxes.
const std::string& structuresSeed() {
  static const std::string seed = unpackedBase64(
      "eNrtXDtsE0EQ3TvbYEyQDEJgvnIIguPPQYAEATlEAuYfPoVFBQGTC4SPghEWVURlqFIiKkRFiagQFaKKqKipIgqEqCIqRBPs7Iy53fN9iEhuL55p"
      "Nnsej71vZ2fe7K7DGEkry9NC7/ElmdWZ6U46zZIsy1/QeTMF8vmC2Mf3X4VWg7YK7Wsdn2vTr+Xg+VKwL+tdvtjXV9eekgQ/ZyLF2yxNWUtKoe9o"
      "f70tQj8P7bgu6nWMlG4+6GDsxtDgUPlSeeTh9bLgn13/+Lle/ltI8L6dcvpv0tN/f2XE9fJ5L29HcTy94rjYNhg3Tf288t830H8Obf/WAD87AH7W"
      "HRBPj0I8PSZ+7qVz53u1WjBPo58lxHgt+zHGV2OhqNcP/fuLWnP+vHCXcQnKY8WzvE3TkqA85vCnMWld3b12p1RvBwbuVZzr0Jqx/y7gNjTsG7zV"
      "+YOUxOPkfqLm7xrEB90RKVI1T64/13VuKA0jSmhWG39nRvgey8Dz68oLvy26XVs5kcwDj4vJxjr8HhDX+nH+tvvr4bzaO/31kAdUdsXbn022szaD"
      "d9kg9NPgoGst0WEneyC/WKIePt9opTfBitjstJ+zurY0Q95t743J//qwp5med9spjYCEhISEhIRkpnWRvZz3qyvC1UVZMGAQpFQX1WQ3tK9XiHp2"
      "aWjQLjM2fG2gNFzrD5duTm/wle/xOuLR0I2y7ahbjED/9a+LNKkO0lx1UW7676X5HqglLNa5mHVOJVhAfXSqrdlOgLs+siOoi1J/v9VKf33cLyqu"
      "8tfD+GCv9tfLY120xl8P57W6VtW4GJVfXVTSr6LD4wrhIeAxQHgIeNxSGo/sbO3XaYhDFvQzbI9jJ8Q9/moseOfEenjQHo53fthIvJN4p5t35tvn"
      "K+8cUTrepWcbD1fcQxz4jrQbh4oSPNIrD+gSDroLFz7ulTDjbhxyjXxRAZ+vbvDzC7XygFyvvOwIV68YRrh6pbgjXL0ytjtcvZLbR/WKGI8eEx8V"
      "8HgSSzxmHIdc43/WJq5Ur/GrEZejy1dMyXyFAoexDA9j4bob64QWw+B+aOGaU+N+XjfagbhqgkETDJpg0ASDJhg0waAJBs0uEfecR/7A+Fxp9x8X"
      "hnlnjmwmOA481fYSC7/X5gCeina3UP4Q48WLFo+Xr2IVL+feP95SvdM0f/AbMK1c7+AdLecdLPX3vaJaR++Jpwt4fFT4/C7Z+FS8FeclePtSvDXn"
      "FowKxn5/vVHkRykRZ/keu+oyd/n7U6zy91yeR+yN0XlE0DnD5MFw+8Ik81O8zhmqUjycP+cMX2Jxv2WiO9x+cdehcPvFhcPh9ouLR8LtF9s9VO+L"
      "fvWVeKiAxw/CQ8DjJ+Eh4PE7lnj8/9+j6Uv4O9X8PVoQfxw9TvyR+KObP44fm13+iHwJq62K5a8/hvsOUv0v/z4deZW1XNSTfzeAvOr5unC86t16"
      "0Z58HyxqvkT3W/z5uN0Xjo+PnwjHxycK4fzm18lwfDx7Wm0+Hp1/GUr6F53Tq4qL2udP0eGSVdpf8h64JCUcki5cgs7lDNDLN/4XA+Z8PHNwco94"
      "3EvUG/nq5Tl//UYUPUNcNyq/Qy6KHBLPsJDLxsHv/gDAv9x7",
      20944);
  return seed;
}

bool runStructures(const std::uint8_t* bytes, std::size_t size) {
  static const TemporaryFolder folder;
  for (const char* name : {"1.png", "2.png", "4.png"}) writeBytes(folder / "train" / name, greyPng(10, 6, 7));
  writeBytes(folder / "train/digitStruct.mat", std::string(reinterpret_cast<const char*>(bytes), size));
  const auto opened = tryOpen("svhn", folder.path());
  if (!opened.ok() && opened.error().message.empty()) throw std::logic_error("an error without words");
  if (!opened.ok()) return false;
  for (const SkippedSample& problem : (*opened)->problems())
    if (problem.reason.empty()) throw std::logic_error("a problem without a reason");
  return (*opened)->size() > 0 && (*opened)->load(0).ok();
}

// A block of the seed and the place of its checksum.
struct Block {
  std::size_t begin, end, checksum;
};

std::uint32_t sumOf(std::string bytes, const Block& block) {
  const auto at = static_cast<std::ptrdiff_t>(block.checksum);
  if (block.checksum + 4 < block.end) std::fill_n(bytes.begin() + at, 4, '\0');
  const std::size_t end = block.checksum + 4 < block.end ? block.end : block.checksum;
  return hdf5Checksum(reinterpret_cast<const std::uint8_t*>(bytes.data()) + block.begin, end - block.begin);
}

std::string bytesOfSum(std::uint32_t sum) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(sum >> (8 * i));
  return bytes;
}

// Finds each block of the seed: it ends where its checksum is right.
std::vector<Block> blocksOf(const std::string& seed) {
  std::vector<Block> found{{0, 48, 44}};
  for (const char* signature : {"OHDR", "FRHP", "FHDB", "BTHD", "BTLF", "EAHD", "EAIB", "EADB", "FAHD", "FADB"})
    for (std::size_t at = seed.find(signature); at != std::string::npos; at = seed.find(signature, at + 4))
      for (std::size_t end = at + 12; end <= std::min(seed.size(), at + 4096); ++end) {
        const bool direct = std::string_view(signature) == "FHDB";
        const Block block{at, end, direct ? at + 17 : end - 4};
        if (bytesOfSum(sumOf(seed, block)) != seed.substr(block.checksum, 4)) continue;
        found.push_back(block);
        break;
      }
  return found;
}

bool runNewest(const std::uint8_t* bytes, std::size_t size) {
  static const TemporaryFolder folder;
  static const std::vector<Block> blocks = blocksOf(newestSeed());
  std::string file(reinterpret_cast<const char*>(bytes), size);
  for (const Block& block : blocks)
    if (block.end <= file.size()) file.replace(block.checksum, 4, bytesOfSum(sumOf(file, block)));
  writeBytes(folder / "x.h5", file);
  const auto arrays = readHdf5File(folder / "x.h5");
  if (!arrays.ok() && arrays.error().message.empty()) throw std::logic_error("an error without words");
  if (!arrays.ok()) return false;
  for (const NamedArray& each : *arrays) {
    if (!each.array && each.refused.empty()) throw std::logic_error("a refusal without words");
    if (!each.array || each.array->rowSize() > 1 << 16) continue;
    std::vector<double> values(static_cast<std::size_t>(each.array->rowSize()));
    for (std::int64_t row = 0; row < std::min<std::int64_t>(each.array->rows(), 40); ++row)
      (void)each.array->read(row, values);
  }
  return true;
}

}  // namespace

std::vector<Parser> hdf5Parsers() {
  return {{"newest hdf5", {newestSeed()}, runNewest}, {"structures of svhn", {structuresSeed()}, runStructures}};
}

}  // namespace fovea::test
