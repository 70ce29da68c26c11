/** Names of the members of a struct that are set: a field that is always written is null where it is not set. */
export const setMembers = (value: object): string[] =>
  Object.entries(value).flatMap(([name, member]) => (member === undefined || member === null ? [] : [name]));
