import { labelSelectorFromObject, type LabelSelectorObject } from './label-selector-object.js';

/** The part of an object that selectors read. */
interface Selectable {
  readonly metadata: { readonly name?: string; readonly labels?: Readonly<Record<string, string>> };
}

/**
 * Parts of all objects that match at least one of the selectors: in the order of the selectors, then by name; equal parts once.
 * @throws ApiError BadRequest for a selector that would not pass `validateLabelSelector`.
 */
export function gathered<O extends Selectable, Part>(
  selectors: readonly LabelSelectorObject[],
  objects: readonly O[],
  partsOf: (object: O) => readonly Part[],
): Part[] {
  const sorted = [...objects].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const parts = new Map<string, Part>();
  for (const selector of selectors.map(labelSelectorFromObject)) {
    for (const object of sorted) {
      if (!selector.matches(object.metadata.labels)) continue;
      for (const part of partsOf(object)) parts.set(JSON.stringify(part), part);
    }
  }
  return [...parts.values()];
}

const nameOf = ({ metadata }: Selectable): string => metadata.name ?? '';
