/** Whether a decoded value is a map (an object of JSON), not a list or null. */
export const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
