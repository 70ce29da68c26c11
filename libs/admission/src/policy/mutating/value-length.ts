/** Characters that any value, such as a number or a list, counts as in addition to its own: about the memory that it takes. */
const VALUE_CHARACTERS = 32;

/** Size of a JSON value in characters: those of its texts and names, and some for each value. Values after the one that exceeds `limit` are not counted. */
export function valueLength(json: unknown, limit: number): number {
  let length = 0;
  const rest: unknown[] = [json];
  while (rest.length > 0 && length <= limit) {
    const value = rest.pop();
    length += VALUE_CHARACTERS;
    if (typeof value === 'string') length += value.length;
    else if (Array.isArray(value)) for (const item of value) rest.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        length += name.length;
        rest.push(member);
      }
    }
  }
  return length;
}
