import type { ResourceDefinition } from '@orch/api';
import { atomicParts, configurationFaults, faultText, mergeConfiguration, type ApiObject } from '@orch/apimachinery';
import { Failed } from '../../expressions/admission-expression.js';
import { changedOptions, decodedObject } from '../../mutation/decoded-object.js';
import { jsonPatchOutcome } from '../../mutation/json-patch-outcome.js';

/**
 * Merges an apply configuration into an object, in steps. Owners of fields are not regarded.
 * @param isDecoded see `decodedObject`.
 * @returns a `Failed` when the configuration does not fit the kind, or would replace an atomic part as a whole.
 * @throws ApiError InternalError when the result is not an object of the kind.
 */
export function* withConfiguration(
  definition: ResourceDefinition,
  object: ApiObject,
  configuration: unknown,
  isDecoded: boolean,
): Generator<undefined, ApiObject | Failed> {
  const { apiVersion, kind } = object;
  const sent = { ...(configuration as object), apiVersion, kind };
  const { root } = definition.schema;
  const faults = configurationFaults(sent, root);
  if (faults.length > 0)
    return new Failed(`error applying patch: failed to convert patch object to typed object: ${faultText(faults)}`);
  const atomic = atomicParts(sent, root);
  if (atomic.length > 0)
    return new Failed(
      `error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`,
    );
  yield;
  const merged = mergeConfiguration(object, sent, root);
  yield;
  return decodedObject(definition, object, merged, 'dropped', isDecoded);
}

/**
 * Applies a JSON patch to an object. One whose `test` does not hold changes nothing.
 * @param isDecoded see `decodedObject`.
 * @returns a `Failed` when the patch cannot be applied.
 * @throws ApiError InternalError when the result is not an object of the kind.
 */
export function withJsonPatch(
  definition: ResourceDefinition,
  object: ApiObject,
  patch: unknown,
  isDecoded: boolean,
): ApiObject | Failed {
  const outcome = jsonPatchOutcome(object, patch);
  if ('document' in outcome) return decodedObject(definition, object, outcome.document, 'refused', isDecoded);
  return outcome.isTest ? object : new Failed(`JSON Patch: ${outcome.failure}`);
}

/**
 * Applies a JSON patch to the options of a connection, which have no schema that a configuration could be merged by.
 * @returns a `Failed` when the patch cannot be applied, and for a configuration.
 * @throws ApiError InternalError when the result is not such options.
 */
export function withChangedOptions(type: string, options: ApiObject, patch: unknown): ApiObject | Failed {
  const { apiVersion, kind } = options;
  if (type !== 'JSONPatch')
    return new Failed(
      `error applying patch: failed to convert patch object to typed object: no corresponding type for /${apiVersion}, Kind=${kind}`,
    );
  const outcome = jsonPatchOutcome(options, patch);
  if ('document' in outcome) return changedOptions(options, outcome.document, 'refused');
  return outcome.isTest ? options : new Failed(`JSON Patch: ${outcome.failure}`);
}
