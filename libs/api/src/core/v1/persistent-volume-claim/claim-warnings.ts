import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { isWhole } from '../pod/resource-names.js';
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.js';
import type { PersistentVolumeClaim } from './persistent-volume-claim.types.js';
import { warningText } from '../../../validation/warning-text.js';

const SPEC = FieldPath.of('spec');

/** An annotation in place of a field, and fractions of bytes. */
export const claimWarnings = ({ metadata, spec }: PersistentVolumeClaim, { annotations }: Vocabulary): string[] => [
  ...storageClassWarnings(metadata.annotations, annotations),
  ...(spec ? claimSpecWarnings(SPEC, spec) : []),
];

/** The annotation of the storage class, of claims and volumes. */
export const storageClassWarnings = (
  sent: Readonly<Record<string, string>> | undefined,
  { claimStorageClass }: Pick<Vocabulary['annotations'], 'claimStorageClass'>,
): string[] =>
  sent && Object.hasOwn(sent, claimStorageClass)
    ? [`metadata.annotations[${claimStorageClass}]: deprecated since v1.8; use "storageClassName" attribute instead`]
    : [];

export const claimSpecWarnings = (path: FieldPath, { resources = {} }: PersistentVolumeClaimSpec): string[] =>
  (['requests', 'limits'] as const).flatMap((list) => {
    const amount = resources[list]?.['storage'];
    const at = path.child('resources').child(list).key('storage');
    return amount === undefined || isWhole(amount) ? [] : [fractionWarning(at, amount)];
  });

export const fractionWarning = (path: FieldPath, amount: string): string =>
  warningText(path, `fractional byte value "${amount}" is invalid, must be an integer`);
