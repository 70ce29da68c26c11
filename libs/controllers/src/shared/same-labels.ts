import { packedJsonOf } from '@orch/apimachinery';

interface Labelled {
  readonly labels?: Readonly<Record<string, string>>;
}

/** Whether two states of an object have the same labels, in the same order. Large ones are not parsed for it, and mostly one value. */
export function sameLabels(one: Labelled, other: Labelled): boolean {
  const [packed, otherPacked] = [packedJsonOf(one, 'labels'), packedJsonOf(other, 'labels')];
  if (packed && otherPacked) return packed === otherPacked || packed.equals(otherPacked);
  // One is far longer than the other.
  if (packed ?? otherPacked) return false;
  return one.labels === other.labels || JSON.stringify(one.labels) === JSON.stringify(other.labels);
}
