#!/usr/bin/env bash
# Installs what is missing, builds Fovea, and opens the workbench on the example project (Fashion-MNIST, LeNet).
# Without a display, or with --headless, trains the example in the terminal instead.
#   --headless       train in the terminal
#   --epochs N       epochs of the headless training (10)
#   --project DIR    folder of the example project (~/Fovea/fashion-lenet)
#   --cuda           build the CUDA module also where no NVIDIA driver is found
# The tests are not built: installer/test.sh does.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

headless=no
epochs=""
cuda=no
project="${FOVEA_PROJECT:-$HOME/Fovea/fashion-lenet}"
while [ $# -gt 0 ]; do
  case "$1" in
    --headless) headless=yes ;;
    --cuda) cuda=yes ;;
    --epochs) epochs="${2:?--epochs needs a number}"; shift ;;
    --project) project="${2:?--project needs a folder}"; shift ;;
    -h|--help) show_help "${BASH_SOURCE[0]}"; exit 0 ;;
    *) die "unknown option $1; --help lists them." ;;
  esac
  shift
done
[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || headless=yes
[ "$headless" = yes ] || [ -z "$epochs" ] || die "--epochs is for training in the terminal: add --headless."

prepare
if has_gpu; then cuda=yes; fi
targets=(programs)
if [ "$cuda" = yes ]; then targets+=(cuda); fi
build release "${targets[@]}"
bin="$fovea_source/build/release/bin"
if [ "$headless" = yes ]; then
  say "Training the example in the terminal."
  exec "$bin/fovea-cli" train --example fashion-lenet --epochs "${epochs:-10}" --project "$project"
fi
say "Opening the workbench."
exec "$bin/fovea" --example fashion-lenet --project "$project"
