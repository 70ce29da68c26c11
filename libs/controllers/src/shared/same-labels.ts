type Labels = Readonly<Record<string, string>> | undefined;

/** Whether labels are the same, in the same order. Large ones are mostly the same value in two states of an object. */
export const sameLabels = (one: Labels, other: Labels): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
