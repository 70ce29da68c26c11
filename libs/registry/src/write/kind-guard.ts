import type { ResourceDefinition } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { Precondition } from '@orch/storage';

/** Keeps writes of a kind that is served at run time from being stored under a definition that has changed meanwhile. */
export interface KindGuard {
  /** Whether the kind is served as it was when the write began. */
  readonly isCurrent: boolean;
  /** That the definition has not changed; undefined when it is in another store. */
  precondition(): Precondition | undefined;
}

/** The definition of the kind changed during a write: the write is to be made again, under the new one. Nothing was stored. */
export class KindChangedError extends Error {
  constructor() {
    super('the definition of the kind has changed');
  }
}

/** @throws KindChangedError */
export function assertCurrent(guard: KindGuard | undefined): void {
  if (guard && !guard.isCurrent) throw new KindChangedError();
}

/** A create of a kind whose objects are being deleted. */
export const createWhileTerminating = ({ gvr: { group, resource } }: ResourceDefinition): ApiError =>
  new ApiError('MethodNotAllowed', 'create not allowed while custom resource definition is terminating', {
    details: { group, kind: resource },
  });
