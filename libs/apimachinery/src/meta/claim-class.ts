import type { ObjectMeta } from './object-meta.js';

interface Claim {
  readonly metadata?: Pick<ObjectMeta, 'annotations'>;
  readonly spec?: { readonly storageClassName?: string | null | undefined };
}

/** The storage class that a claim requests: by the annotation of older releases, else by the field. Undefined: none requested. */
export const classOfClaim = ({ metadata, spec }: Claim, annotation: string): string | undefined =>
  metadata?.annotations?.[annotation] ?? spec?.storageClassName ?? undefined;
