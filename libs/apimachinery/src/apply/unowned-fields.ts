import { LEAF, type FieldSet } from './field-set.js';
import { SELF, fieldElement } from './path-element.js';

/** System metadata, which has no owner (C-120). */
const METADATA = [
  'name',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'clusterName',
  'managedFields',
];

/** Fields removed from every owner: apiVersion and kind, `metadata` itself, and system metadata. */
export const UNOWNED_FIELDS: FieldSet = {
  [fieldElement('apiVersion')]: LEAF,
  [fieldElement('kind')]: LEAF,
  [fieldElement('metadata')]: {
    [SELF]: LEAF,
    ...Object.fromEntries(METADATA.map((name) => [fieldElement(name), LEAF])),
  },
};
