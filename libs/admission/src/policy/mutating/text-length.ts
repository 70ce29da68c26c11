/** Characters of all texts and names in a JSON value, at least; counts no further than one more than `limit`. */
export function textLength(json: unknown, limit: number): number {
  let length = 0;
  const rest: unknown[] = [json];
  while (rest.length > 0 && length <= limit) {
    const value = rest.pop();
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
