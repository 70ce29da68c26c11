import { validateLabelValue, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { NodeSelectorTerm } from './node-selector.js';
import { warningText } from '../../validation/warning-text.js';

type Labels = Pick<Vocabulary['labels'], 'deprecatedOfNodes'>;

/** Why a label of nodes should not be selected by; undefined for every other label. */
export function deprecatedNodeLabel(label: string, { deprecatedOfNodes }: Labels): string | undefined {
  const deprecated = deprecatedOfNodes.get(label);
  return deprecated && `deprecated since ${deprecated[0]}; use "${deprecated[1]}" instead`;
}

/** One text for each deprecated label of a map. */
export const mapLabelWarnings = (
  selector: Readonly<Record<string, string>> | undefined,
  labels: Labels,
  text: (label: string, why: string) => string,
): string[] => (selector ? Object.keys(selector) : []).flatMap((label) => withReason(label, labels, text));

/** Deprecated labels among the keys of requirements, and values that no label can have where `checkValues`. */
export const requirementWarnings = (
  path: FieldPath,
  requirements: NodeSelectorTerm['matchExpressions'],
  labels: Labels,
  checkValues = false,
): string[] =>
  (requirements ?? []).flatMap(({ key, values }, index) => [
    ...withReason(key, labels, (label, why) => warningText(path.index(index).child('key'), `${label} is ${why}`)),
    ...(checkValues ? valueWarnings(path.index(index).child('values'), values) : []),
  ]);

function withReason(label: string, labels: Labels, text: (label: string, why: string) => string): string[] {
  const why = deprecatedNodeLabel(label, labels);
  return why === undefined ? [] : [text(label, why)];
}

const valueWarnings = (path: FieldPath, values: readonly string[] = []): string[] =>
  values.flatMap((value, index) =>
    validateLabelValue(value).map((fault) => warningText(path.index(index), `${value} is invalid, ${fault}`)),
  );
