// Addresses for others, which say their version and whether they are whole.

/**
 * An address with its version behind the sides of its board, and two characters that show whether
 * it is whole.
 * @param {string} text - a view, a board, and what follows
 */
export function sealed(text) {
  const sum = [...text].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 1291, 0);
  const check = sum.toString(36).padStart(2, "0");
  return text.replace(/^\w+\/(\d+x\d+|(hex|tri)\d+(x\d+)?)(?=[./]|$)/, `$&.v1${check}`);
}

/**
 * The address without its version; if torn, or of another version, it stays as it is, and no
 * view reads it.
 * @param {string} text
 */
export function unsealed(text) {
  const plain = text.replace(/^(\w+\/\w+)\.v1\w\w(?=[./]|$)/, "$1");
  return sealed(plain) === text ? plain : text;
}
