# Shared by the scripts beside it: finds the source folder, installs what is missing, configures and builds.
# Every step says what it does and does nothing when there is nothing to do.
set -euo pipefail
fovea_source="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf '\033[1m==>\033[0m %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# show_help SCRIPT: the remarks at its beginning.
show_help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "root rights are needed for: $*. Install the packages named in installer/packages.txt, then start this script again."
  fi
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# What the packages bring along: "152 packages, 303 MB to download, 1,012 MB on the disk"; nothing where apt does not say.
package_sizes() {
  LC_ALL=C apt-get install --no-install-recommends --assume-no "$@" 2>/dev/null | awk '
    / newly installed,/ { for (i = 1; i < NF; ++i) if ($(i + 1) == "newly") packages = $i }
    /^Need to get / { sub(/^Need to get /, ""); sub(/ of archives.*/, ""); sub(/\/.*B/, ""); download = $0 }
    /^After this operation, / { sub(/^After this operation, /, ""); sub(/ of additional.*/, ""); disk = $0 }
    END { if (packages && disk) print packages " packages, " (download ? download : "nothing") " to download, " disk " on the disk" }'
}

install_packages() {
  command -v dpkg-query >/dev/null || { say "This is not a Debian system: the packages of installer/packages.txt are taken for granted."; return 0; }
  local missing=() package
  while read -r package _; do
    case "$package" in ''|'#'*) continue ;; esac
    is_installed "$package" || missing+=("$package")
  done < "$fovea_source/installer/packages.txt"
  if [ "${#missing[@]}" = 0 ]; then say "All Debian packages are there."; return 0; fi
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
  local sizes
  sizes="$(package_sizes "${missing[@]}" || true)"
  if [ -n "$sizes" ]; then say "With what they need: $sizes."; fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

# Whether packages can be installed.
has_apt() { command -v apt-get >/dev/null; }

# need_tool COMMAND PACKAGE: installs the Debian package of a tool that is not there; its lists may be old, or none.
need_tool() {
  command -v "$1" >/dev/null && return 0
  has_apt || die "the tool $1 is needed. Install it, then start this script again."
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$2"
}

# The CUDA module needs the headers of cudnn-frontend, which come in a Python wheel. Only where there is a CUDA compiler.
fetch_cudnn_frontend() {
  local folder="$fovea_source/.cache/cudnn-frontend"
  command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ] || return 0
  [ -f "$folder/include/cudnn_frontend.h" ] && return 0
  say "Fetching the headers of cudnn-frontend for the CUDA module."
  local python=python3
  if has_apt && ! "$python" -m pip --version >/dev/null 2>&1; then
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends python3-pip || true
    python=/usr/bin/python3
  fi
  local download
  download="$(mktemp -d)"
  if "$python" -m pip download -q --no-deps --only-binary=:all: -d "$download" 'nvidia-cudnn-frontend>=1.10' \
      && mkdir -p "$folder" \
      && "$python" -c 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.extractall(sys.argv[2], [n for n in z.namelist() if n.startswith("include/")])' \
           "$download"/*.whl "$folder"; then
    say "cudnn-frontend is there."
  else
    say "cudnn-frontend could not be fetched: building without the CUDA module."
  fi
  rm -rf "$download"
}

prepare() {
  install_packages
  fetch_cudnn_frontend
}

# build PRESET [TARGET…]: configures and builds build/PRESET, all of it where no target is named.
build() {
  say "Building ($1)."
  local log targets=("${@:2}")
  log="$(mktemp)"
  (cd "$fovea_source" && cmake --preset "$1") > "$log" 2>&1 || { cat "$log"; rm -f "$log"; die "configuring failed."; }
  grep -E '^--   (desktop|image|CUDA)' "$log" || true
  rm -f "$log"
  cmake --build "$fovea_source/build/$1" --parallel "$(nproc)" ${targets[@]+--target "${targets[@]}"}
}

# Whether an NVIDIA driver is there.
has_gpu() { [ -e /proc/driver/nvidia/version ] || [ -e /dev/nvidiactl ] || [ -e /dev/dxg ]; }
