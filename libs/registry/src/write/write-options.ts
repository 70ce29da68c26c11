import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionOperation } from '../admission/admission.js';
import type { DeleteRequest } from './delete-request.js';
import type { WriteRequest } from './write-request.js';

const KINDS: Readonly<Record<AdmissionOperation, string>> = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
  DELETE: 'DeleteOptions',
  CONNECT: 'ConnectOptions',
};

/** The options of a write as an object, for admission webhooks. A patch is an update here, or a create. */
export function writeOptions(
  operation: AdmissionOperation,
  { dryRun, sent = {} }: WriteRequest,
  { uid, resourceVersion, gracePeriodSeconds, propagationPolicy }: DeleteRequest,
  { groups }: Vocabulary,
): Readonly<Record<string, unknown>> {
  const common = {
    kind: KINDS[operation],
    apiVersion: `${groups.meta}/v1`,
    ...(dryRun ? { dryRun: ['All'] } : {}),
  };
  const { fieldManager, fieldValidation } = sent;
  if (operation !== 'DELETE')
    return { ...common, ...(fieldManager ? { fieldManager } : {}), ...(fieldValidation ? { fieldValidation } : {}) };
  const preconditions = { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) };
  return {
    ...common,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length === 0 ? {} : { preconditions }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
  };
}
