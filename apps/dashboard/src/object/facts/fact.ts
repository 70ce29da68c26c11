import type { Tone } from '../../ui/tone';

/** One line of a summary. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly tone?: Tone;
  /** The object that the value names, when there is one; without a namespace: in that of the object. */
  readonly link?: { readonly resource: string; readonly namespace?: string; readonly name: string };
  /** A list of the objects that the value is about; without a namespace: in that of the object. */
  readonly list?: {
    readonly resource: string;
    readonly namespace?: string;
    readonly labels?: string;
    readonly fields?: string;
  };
}

/** Facts with something to say. */
export function stated(facts: readonly (Fact | undefined)[]): Fact[] {
  return facts.filter((fact): fact is Fact => fact !== undefined && fact.value !== '');
}
