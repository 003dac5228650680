#!/usr/bin/env bash
# Makes dist/fovea-<version>-linux-x86_64.tar.xz: fovea-cli, the CUDA module, the numeric tests and the checks of a GPU
# (check.sh), with the libraries they need, CUDA's own aside. Unpacked anywhere on a machine with glibc 2.36 or newer it
# runs without root, Qt or OpenCV. --built FOLDER takes the programs from a build folder instead of building them: one
# that was configured without Qt and OpenCV.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

built=""
case "${1:-}" in
  --built) built="$(cd "${2:?--built needs a build folder}" && pwd)" ;;
  -h|--help) show_help "${BASH_SOURCE[0]}"; exit 0 ;;
  ?*) die "unknown option $1; --help says what there is." ;;
esac
[ -n "$built" ] || prepare
need_tool patchelf patchelf
need_tool xz xz-utils
programs=(fovea-cli numeric core_backends)
if [ -z "$built" ]; then
  build portable "${programs[@]}"
  built="$fovea_source/build/portable"
fi
bin="$built/bin"
version="$(sed -n 's/^project(fovea VERSION \([0-9.]*\).*/\1/p' "$fovea_source/CMakeLists.txt")"
name="fovea-$version-linux-x86_64"
stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
folder="$stage/$name"
mkdir -p "$folder/lib"

for program in "${programs[@]}"; do install -m 755 "$bin/$program" "$folder/$program"; done
modules=()
if [ -f "$bin/libfovea_cuda.so" ]; then
  install -m 755 "$bin/libfovea_cuda.so" "$folder/"
  modules+=(libfovea_cuda.so)
fi

# Everything the programs load, but for the C library, which is the machine's, and CUDA, which is the server's.
for file in "${programs[@]}" ${modules[@]+"${modules[@]}"}; do
  ldd "$folder/$file" | awk '$2 == "=>" && $3 ~ /^\// {print $3}'
done | sort -u | while read -r library; do
  case "$(basename "$library")" in
    libc.so*|libm.so*|libdl.so*|libpthread.so*|librt.so*|ld-linux*|libcuda*|libcudart*|libcudnn*|libcublas*|libnccl*|libnvrtc*) ;;
    libQt*|libopencv*) die "$(basename "$library") is needed: configure the build without Qt and OpenCV." ;;
    *) install -m 644 "$library" "$folder/lib/" ;;
  esac
done
for file in "${programs[@]}" ${modules[@]+"${modules[@]}"}; do patchelf --set-rpath '$ORIGIN:$ORIGIN/lib' "$folder/$file"; done
for library in "$folder"/lib/*; do patchelf --set-rpath '$ORIGIN' "$library"; done
strip --strip-unneeded "$folder"/fovea-cli "$folder"/numeric "$folder"/core_backends "$folder"/lib/* 2>/dev/null || true
cp "$fovea_source/LICENSE" "$folder/"
install -m 755 "$fovea_source/tests/gpu/check.sh" "$folder/"
install -m 644 "$fovea_source"/tests/gpu/*.py "$fovea_source"/tests/bench/{compare_pytorch,pytorch_networks}.py "$folder/"
cat > "$folder/README.txt" <<'TEXT'
check.sh                                  all that is to be checked and measured on a GPU, in four parts below ten minutes
fovea-cli doctor                          what this machine offers
numeric --gtest_brief=1                   every kernel against the reference, on every device that is there
core_backends --gtest_filter='CudaDeviceTest.*'     the CUDA device itself
fovea-cli bench --network lenet --train --batch 64 --device cuda:0
TEXT

mkdir -p "$fovea_source/dist"
archive="$fovea_source/dist/$name.tar.xz"
XZ_OPT=-6 tar -C "$stage" -cJf "$archive.partial" "$name"
mv "$archive.partial" "$archive"
bytes="$(stat -c %s "$archive")"
say "Made dist/$name.tar.xz, $((bytes / 1000000)) MB."
[ "$bytes" -lt 67108864 ] || die "the archive is larger than 64 MiB."
env -i PATH=/usr/bin:/bin "$folder/fovea-cli" --version
