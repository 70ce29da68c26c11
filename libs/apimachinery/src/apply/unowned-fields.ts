import { LEAF, type FieldSet } from './field-set.js';
import { SELF, fieldElement } from './path-element.js';

/** Metadata with a meaning of its own to the server: nobody owns it (C-120). */
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

/** What is taken out of the fields of every writer: type, the fact that there is metadata, and what the server keeps in it. */
export const UNOWNED_FIELDS: FieldSet = {
  [fieldElement('apiVersion')]: LEAF,
  [fieldElement('kind')]: LEAF,
  [fieldElement('metadata')]: {
    [SELF]: LEAF,
    ...Object.fromEntries(METADATA.map((name) => [fieldElement(name), LEAF])),
  },
};
