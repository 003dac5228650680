# For tests that train in the terminal. Sourced by bash.

# idx NAME COUNT SEED: images of 8×8 with a bright square whose place is the class (0, 1, 2), and their labels.
big32() { printf '%02x%02x%02x%02x' $(($1 >> 24 & 255)) $(($1 >> 16 & 255)) $(($1 >> 8 & 255)) $(($1 & 255)) | sed 's/../\\x&/g'; }
idx() {
  printf "\\x00\\x00\\x08\\x03$(big32 "$2")$(big32 8)$(big32 8)" > "$1-images-idx3-ubyte"
  printf "\\x00\\x00\\x08\\x01$(big32 "$2")" > "$1-labels-idx1-ubyte"
  printf "%b" "$(awk -v n="$2" -v seed="$3" 'BEGIN { srand(seed); for (i = 0; i < n; ++i) { c = i % 3; y0 = c == 2 ? 4 : 1; x0 = c == 1 ? 4 : 1
    for (y = 0; y < 8; ++y) for (x = 0; x < 8; ++x) {
      bright = y >= y0 && y < y0 + 3 && x >= x0 && x < x0 + 3; printf "\\0%o", int(rand() * 96) + (bright ? 150 : 0) } } }')" >> "$1-images-idx3-ubyte"
  printf "%b" "$(awk -v n="$2" 'BEGIN { for (i = 0; i < n; ++i) printf "\\0%o", i % 3 }')" >> "$1-labels-idx1-ubyte"
}
