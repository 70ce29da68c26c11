import type { PersistentVolumeClaim } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';

/** The storage class that a claim requests: the annotation of older releases before the field. Undefined: none requested. */
export const classOfClaim = (
  { metadata, spec }: PersistentVolumeClaim,
  { annotations }: Vocabulary,
): string | undefined => metadata.annotations?.[annotations.claimStorageClass] ?? spec?.storageClassName ?? undefined;
