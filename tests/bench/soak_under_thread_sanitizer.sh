#!/usr/bin/env bash
# Trains, pauses, edits, watches and stops in random order under the thread sanitizer, the worker and the window at the
# same time, and says how many reports there were. Takes as many seconds (an hour unless told) besides two builds.
#
#   soak_under_thread_sanitizer.sh [SECONDS]
#
# The sanitizer does not see the locks of a library that is built without it, and reports whatever they protect. Qt's
# core library, which holds Qt's locks, queues and pools, is therefore built with it from the source of Debian's package
# (about 300 files); apt must know where sources are ("deb-src"). The rest of Qt is Debian's.
set -euo pipefail
source="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
seconds="${1:-3600}"
build="$source/build/tsan"
qt="$source/build/qt-tsan"
libraries="lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"

if ! [ -e "$qt/build/$libraries/libQt6Core.so.6" ]; then
  mkdir -p "$qt"
  (cd "$qt" && apt-get source qt6-base)
  folder="$(find "$qt" -maxdepth 1 -type d -name 'qt6-base-*')"
  off=(-DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF)
  for part in gui widgets sql network xml testlib dbus concurrent; do off+=("-DFEATURE_$part=OFF"); done
  # The features and folders of Debian's own build, so that the library can stand in for Debian's.
  cmake -S "$folder" -B "$qt/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1" -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O1 -g1" \
    -DFEATURE_sanitizer=ON -DFEATURE_sanitize_thread=ON "${off[@]}" \
    -DCMAKE_INSTALL_PREFIX=/usr -DINSTALL_LIBDIR="$libraries" -DINSTALL_ARCHDATADIR="$libraries/qt6" \
    -DINSTALL_DATADIR=share/qt6 -DINSTALL_SYSCONFDIR=/etc/xdg -DINSTALL_PLUGINSDIR="$libraries/qt6/plugins" \
    -DINSTALL_TRANSLATIONSDIR=share/qt6/translations -DFEATURE_mimetype_database=OFF -DFEATURE_glib=ON -DFEATURE_icu=ON \
    -DFEATURE_system_pcre2=ON -DFEATURE_system_doubleconversion=ON -DFEATURE_system_zlib=ON -DFEATURE_zstd=ON \
    -DFEATURE_system_libb2=ON -DFEATURE_rpath=OFF -DFEATURE_relocatable=OFF -DBUILD_WITH_PCH=OFF
  ninja -C "$qt/build" Core
fi
(cd "$source" && cmake --preset tsan -DFOVEA_UNITY=ON -DFOVEA_QT=ON)
ninja -C "$build" core_worker app_soak_test

# GNU's OpenMP is not built with the sanitizer either: one thread of it.
export OMP_NUM_THREADS=1 TSAN_OPTIONS="suppressions=$source/tests/thread_sanitizer.supp" FOVEA_SOAK_SECONDS="$seconds"
"$build/bin/core_worker" --gtest_filter='SoakTest.*' >"$build/soak_worker.txt" 2>&1 &
worker=$!
QT_QPA_PLATFORM=offscreen QTEST_FUNCTION_TIMEOUT=$((1000 * seconds + 600000)) \
  LD_LIBRARY_PATH="$qt/build/$libraries" QT_PLUGIN_PATH="/usr/$libraries/qt6/plugins" \
  "$build/bin/app_soak_test" >"$build/soak_window.txt" 2>&1 &
window=$!
failed=0
wait "$worker" || failed=1
wait "$window" || failed=1
for name in worker window; do
  printf '%s: %s reports\n' "$name" "$(grep -c 'WARNING: ThreadSanitizer' "$build/soak_$name.txt" || true)"
  grep -E 'runs begun' "$build/soak_$name.txt" || true
done
exit "$failed"
