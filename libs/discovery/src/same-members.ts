/** Whether two lists have the same objects in the same order. */
export const sameMembers = (a: readonly object[], b: readonly object[]): boolean =>
  a === b || (a.length === b.length && a.every((member, at) => member === b[at]));
