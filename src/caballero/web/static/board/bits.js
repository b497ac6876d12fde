// Bits in an address.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** URL-safe base64; a 1 marks the end of the bits. @param {number[]} bits */
export function lettersOf(bits) {
  const whole = [...bits, 1];
  while (whole.length % 6) whole.push(0);
  let text = "";
  for (let i = 0; i < whole.length; i += 6) {
    text += LETTERS[whole.slice(i, i + 6).reduce((sum, bit) => sum * 2 + bit, 0)];
  }
  return text;
}

/** The bits of such letters; null if they are none. @param {string} text */
export function bitsOf(text) {
  const bits = [];
  for (const letter of text) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return null;
    for (let shift = 5; shift >= 0; shift -= 1) bits.push((value >> shift) & 1);
  }
  const end = bits.lastIndexOf(1);
  return end < 0 ? null : bits.slice(0, end);
}
