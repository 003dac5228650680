// Why: Parquet files are written by Arrow alone, which most machines lack; the tests hold small ones that it wrote.
#pragma once
#include <string>

#include "base64_support.h"

namespace fovea::test {

// Twelve rows in groups of five, with a column of each type that becomes text:
//   whole i16 i²−5 · big u64 2⁶²+i, none in row 3 · real f64 i/10, none in row 4 · small f32 i/3 · half f16 i/4 ·
//   yes i mod 3 = 0 · day from 2024-02-27 · when from 1969-12-31T23:59:58.5 in quarters of a second ·
//   price decimal i + 0.05 · town, a dictionary of Ulm and Köln, none in row 7 · list · label dog, cat, dog, …
inline std::string valuesParquet() {
  return unpackedBase64(
      "eNqdV11MU2cY/toeSikMAXuOPdpsvemJzmpBYEOGtqe/IC1Ct4oQt6WU2mIOFEtHdReGeLUly7KbJZsXC7tb0CxeGWeyZcvMkiWamP0kXpps"
      "MTHBxSVm2Q8Ze7+fcwqHcyrsS9/znu/7nvf/acVROd3FI76H7/HzTnix83YPQsgK4rT8s76+vrZOFwcnzSCASfLJLWDbHkRXyMK0lWmOaTPD"
      "XcwQXfkYry+CVH8f7OnG68egaXrY6OrKyvGrKy8GEVoKwjsGe3mvMbgH9aF+NAA3rXyrAaTJNFI0hVAMJA6SABlMkUac4c8YgJc9j0jHOh+v"
      "Ev31l0+IHn3/KdEP3viT6Hp1NYDMgNxFyNIF8iHP4bqSoFAHNA2uMsosRg1/e0OZAw8dfAd21bbZlcWGvd+ywMfPu2qBsIOGFSsGuWzqACw6"
      "bdVpm05zOt3ANIRJ82mDwrDhdKmAVS5bMdyZNsUFzxdA/CCvgCRRnRGwTEJ2phuZdjDdVOOksQN6/4Bx8Jdg4SxeDxk3HwXv3sFr1ZybmczP"
      "QRwhk+FDwM8QvIbMuXkMHUdBFFoKmXKzwzTSEHDxBMgwSBIkVY+b8wH6fVZH/sE9Okzvp7RF1883qyM046blL3h/HeQbYIIP5N3/xU3bPout"
      "6dncVDll1+lGnXbodJNOO7fDTTNSsh2YeHiPH9e50ZazvAnPCnXu5/0GABY91FzjnTGQ3j9hPPs9aBoyk8kAr85hTy7eZeRJXpJVNm29NPU7"
      "Auw5mapTSihMf7DvdexWG2rsCQb5GPTY9tjBbWYHB79cVrg7zZ/28w7dvxhO/HTY1JE263RLbdT7+f0Gmemmyolru3qR276QK+Zns7wb8Vaf"
      "1d1QLZaUvM+bvLa7rR174+DQNjVT8HngKNSBj5xwxJXzWQXxDmyyMJtVFNxzjoeLYlY5q6yRRLDpxfwC9Wybzl70tSQV1SlXLebnfK7kex0e"
      "P028FUoGd/PlmVze58S98Z/BT3zXgi0qpeqcDyVxSb2wVWYWKryVtycH8AGnHlD3jXklP5ufq1DTBiU7lVeYreAWB8Q7EvLwVtFnRyIrmkeC"
      "U5gUJiXHkIfHbbSigQN2USJfIozmKBp3g2DLQlma2oy1OhjWSbGkTRr4J4sJ2sHyIJ3U8vjOapJIK3OOW03QcSEuLdtM0IilDZMg4B6hR3po"
      "BmYdwcPS8rjC1W8ImSRBX7bAR3rK1c+bTlhz/0eDCbxF7EX2NpHOncArQkV6r1G6Zz9A+W3FZm3YUJDErZn1EUaQh0oHcOMSfrXAR7rduCGu"
      "5HSKcfzTq8WmqRLekNgXhAvSZ001E+F5LaLwkVNwSg5QqB6vlp3bJBZt499m8C3covi1ZhO8Mbv+bdkJu+4/twN2fdK6A3b90Lozdl3btSN2"
      "fd62I3bdbpfead/KLq+48eu6HXatte+YXQ92G7PrJmbXshO0Cb04ISyEpfsuXaWcIb04IS2kpSu8CVhHLopeNUPrqUUz+UowgeuoxQn9Qr+0"
      "tMcEvZlaHKHWLTPwZmrRPH7bU78jKrVokdfd9bPWiEWdXxZN4HpicYRYS3ul2+JWYrWJW/MyJpZDuCRckm7u3UgrjiO0cpjQihNGhBHpxr4N"
      "tGrR4gnXGgUOSAMaiR53i5xOnxzvp38NuFcbA3gdLERkWR6T6RqW5aocLshxWS7IkQI5C4dlOYZfIqOArxJoCj+K8hC+iZA9YLsxbLgK8EgM"
      "exzH+0gB9tEFjC/hR5T4JP4WR7vBH46eIU4T5EpNBQLj18SF4sTsKWI/Pfoy5Pva0UCgD7tIxQmoqvkjpsSI7qcSytvT5CJSCCwGAjFsT+IN"
      "Gccjh0rn5HgnPVDxclxNegL3BfoziPsE+ww1IrdxgoqSphU0f3Kt3unE0e4p2tMhBonVtCyf0uLFyOEw7nfvuYOs3kE6hJo/ujKkCblZ5dzk"
      "GA0dZX4ptKBZdWr1l8zrH5wuTY73kH1qMUDxhWgf7h+GRMJa0I31kalOJuK9crwcoPnK8olRZj82MVbrYi2ejO8GFSVXjU5gKr6q4VMENGg4"
      "n2JxKjGh7mNs6J3YnhxdIFcTuvxI6NyRLrDFAaLjGn44yvKNRWN6PtVIdXFyPL5AW0bmn2CXEXlEs48Y2+OvSngmO56TNXvW+jGWZJzwYQKb"
      "ppjxmFZyUTbiE6ln+khxcSqRYXyq4iEPMiiBb0jiGHJ757Pl82/lK4dy8/OHsuVyqepdzJcXZkpz3iMvHe483CXegb+cn/lBp+B/IaNyuus/"
      "FhAdpQ==",
      4960);
}

// Six rows in groups of four, as Hugging Face's library writes them: image {bytes, path}, of 3×2 grey pictures of the
// value 10 + i, none in row 4; label 0, 1, 0, … of the classes cat, dog and emu.
inline std::string picturesParquet() {
  return unpackedBase64(
      "eNqlVc9vG1UQfnY3xoQUcdmVt4qEZSlWkNxguyRpqkTqW/98rUniTRz/KAjWy3q9sGsbr13XqSqk3rhU5dK/gAPi0AuXcuDCAW6IAyqIE61o"
      "euSKODHzdhM7SVup6tPzzvd25puZb54Tb1M1JRLxbwF2QgwDDImheUJIED7hYAGeX25vFs7OnpsFeJYVsyrYMxgQhgd58PbaT2DeZFm6e+NP"
      "/a/Hj5ukSci/ZOP+j781MYLlNrP3lY9vv3Sqg4MWpAq8RTIPv/jqm1dK9eiRhqkWCbv77Xerr5TqyRMDU10mW/9cdqXpVDC7XXH3GUOcgWdy"
      "qdcxEaQOQfoQXEAAnJJYOk0OEH8dgRNniP86ADshChMqtn8mTF5a3NOnJorrkWvf//7DxglxUTH6rCIoYdmXkBATx0JQgnBKgijIHyyTSMjV"
      "24ajiQJZDkZmLEczDcDi3AKcmuOB4XpY6GmD9gIpzXMmOm2tadhEmpMT8nqczItz8kKIyIteCo8qEiks3ZmBHQ+zeRGnFCTr0gNBDskrMFbI"
      "dYrJC3HivrQfvzczxVs8ThM4zW+EM/pSP343NGG8E5LjPFz6LySF42Ew5EXNCtIvAdjx269NVb0TwLJBPsXnditIeSkf/3Va5exx2sluBUmV"
      "1Pi91090K2C3B0FJgCbAEjkReaM9NE2rY7Y03YiMbsasTqsbuxS9GWsZ2mDYN1x+4O1w9NFg3EMUY/zVrUQ0xotyZ0dzOOFaTNcGMXB90jXR"
      "GM4w9iHYI3LG1ly3xHm3YJHIHFXVreol7+sS+UN4F9eqqVBKy9RbVyl9jyomzVNq0ozJ3ynKMf8Ibe7IX6L++TAL9zO0CrcYlOF+LESLOqJV"
      "5tjDhnPR2rIQN+x6TU3pzt4++7RrGuMrvWY132nssBVWdK3aBXVZL1Qgllo71VS7ka5YrZ2RyZwb7bqz5/qcYb2asvUxcPKuVU/nk8zCGPV6"
      "Y8xclrliN2sVq4Y8ey1p1BQbeeyzTbde29zfLeStRnVktWqptVbZU6UV9zqNNPSZbrTr6YonJTfRq2/D/FBumZV90VOjBJUIC16PeM5Q+j4m"
      "UUZ+KK4K93TxKpCSVfnQzaN58VCeCS/FJyjefPDt1SxS64d8ReVB9Ql/qt9CPqnxY5ZhfI4nM/G+i/69lSekXM67tNHkfif1LaOm2vqEMuXf"
      "2CCRaE/rfz40Buf1Xu+81u93R9HrRt+1up1oemUpuZSS1+HfkLfJz/AXsw0/n/8Dkhebkg==",
      1859);
}

// Four rows, packed by Snappy: image as before; objects, lists of records.
inline std::string objectsParquet() {
  return unpackedBase64(
      "eNptVL1v00AUfzZOuFYtAomzYhQJL40KlCYt6RcqopfYTdyEEqLSNh0QtnHdoOajSWhaBpAYkFj4+AcYEWJggKVCTAxMjIgBIQQVMLCAmJgQ"
      "d+c0bqCn5N27d+/3e7/3bDlH8kMY8BcJb4kDGFE3iINhAHgm/syLdEdiito7udlUb/eRbur2GmktT/d99C8iamDr6MRruh0wNDK38d7+tL1t"
      "gQXwG848ffXWYhmGPqs9TVy+lYIXGYh/+7ZM74WDkHx388FjoQTGRxr9/Nlk0X4w7j95PvYrA+jrV0fIpKfg/I+purybhqqcw9kOucfHPbEB"
      "amOD1bIrdMHQoa74MPNZ8BRzaP5DEV8awKqPvCdMsvvAY7oYhxqEgCD9PBvY3wMwRX1AvQgO9qI/KiyrQIGLONJRe+Awrw2BIJIE6BIuIcCS"
      "8nIEQsG6veKUTCzBiBgKFEum61Af9/TRk7XZcOqeL1XNxkofZBkZTdxfsa46dqOORRzMTrKYFJJWi/UGFvm1s+qUnHLDY5Usq7KxVybu7vNz"
      "qSB6QrbZcNxKbRNkpISVbATCuEfpC4LS74nzRGFRRvLdgLwtRpARxqxlESblLUkJKqOsUYD/kLwFDrwu1yLfxV24/k5YN4et7DTJ5e7I5M10"
      "RCilKr8W5dtC5MM+n/TYKIKQsg58qS1miTOn92Rut8413pCzkW1pF10EgTIP4KmU33TJKILkRwFQwqEeks+fXzjtPcnQJynK1jhJEEIuEG9l"
      "CGmShEumCXFJ0uWxBE04x5wkIQYP+DvxXG28fc7OnWCkhOjnpnmwyazOU1mVBC+VZsYanllbWpiN2c1kJboejcZzY9EoS78QK+wwt6QlmZkn"
      "bTznMxfzqxY/agWG13PRFt7g0RkfT9okqdmVK6n5snVqZsSLukTjpWzvni+unMy1+ZoX26I9voSfxZsqFkoTcX7UNQqaiLPR8rwNHrX9eZH/"
      "9NN50/oFtrck0Xm08Fre9UR2zNsbglefSUtUrYXp8hKLZlj9aGEHn8jzpMJe9e3UdMzkR81g+Tonc5mONHsPeHNtkK7r/z5Pv37Rob3YPoTf"
      "Q0itmrW1a07jpF2tnjRrtUpTXXdq9WKlrA6PDsYGhxT2pWj/oCQB5Oh3/C+7z1Ku",
      1484);
}

// Four rows: audio, bytes that begin as a WAV file; label 0, 1, 0, 1.
inline std::string soundsParquet() {
  return unpackedBase64(
      "eNqlUk1PwkAQ3TbY9MDByzbdpIdeaGICKPgZA4cpthGFCE2w8VigFghILSBXf5A/xLuJR3+HR2eXAsZw82Xbna/3ZpLZFnglSuibhCdPVTQV"
      "qhiEEBk/VdrHv1d33VL5+MSHe+dxMjf/E0P9Bm3saERSbIw/Ps2wyinRlVlvEE4CmiE0m5P1vWDRH04xye1x0A3HRFOZwfIWMWiW5RTC0hqK"
      "Ce1TwmOpdQO7EyqTivYqMYVZRMUOnJJJKUJKUBItsb6kLeNgXa69y5pqqXgRZuhZ8Lw7/3I1nf4tHXKcA0cbVrgFWIIdgQsQQS0SMdsGaHKj"
      "BlAXge0NK9Nub/zmCEUv0HBqTkriDmzQ4ZWzB/9m3BV+BFdCpJeWcrhrUofncZ5rPpeY017XOI4QtZe79Ad934u7W8qvfLVKdDMOkudFOC/0"
      "4rgQJMl0ab6EyWw4fTLLZ8WjYonlcet88R+42xY+vx/vVIXz",
      643);
}

}  // namespace fovea::test
