/**
 * Whether a header was sent more than once, which Node's joined headers do not show.
 * @param rawHeaders alternating names and values.
 * @param name in lower case.
 */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let seen = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const other = rawHeaders[i]!;
    if (other.length !== name.length || other.toLowerCase() !== name) continue;
    if (seen) return true;
    seen = true;
  }
  return false;
}
