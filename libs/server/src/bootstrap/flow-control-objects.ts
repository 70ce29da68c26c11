import { isDeepStrictEqual } from 'node:util';
import { mandatoryLevels, mandatorySchemas } from '@orch/api';
import { type ApiObject, type Clock, formatTime, sleep } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { merge } from 'rxjs';
import {
  withDanglingCondition,
  type LevelForm,
  type SchemaForm,
  suggestedLevels,
  suggestedSchemas,
} from '@orch/flow-control';
import { type EnsuredObject, ensureObjects, type LoopbackClient } from '@orch/registry';

/**
 * The first change is repaired at once, later ones at this interval: a server of another release on the same store may
 * use other suggestions, and repairs what this one repairs.
 */
const BETWEEN_REPAIRS_MS = 500;

/**
 * Maintains the bootstrap flow schemas and priority levels (D-226), and sets in the status of every schema whether its
 * level exists: now, and whenever one of them changes. Mandatory ones are always reset; the others belong to the
 * operator once the annotation is `false`. Ends with the registry.
 * @returns a function that does it at once; it rejects on failure.
 */
export async function keepFlowControlObjects(
  writes: LoopbackClient,
  vocabulary: Vocabulary,
  clock: Clock,
  log: Logger,
): Promise<() => Promise<void>> {
  const group = vocabulary.groups.flowcontrol;
  const schemas = `flowschemas.${group}`;
  const levels = `prioritylevelconfigurations.${group}`;
  const keep = async (): Promise<void> => {
    const now = formatTime(clock.now());
    await ensureObjects(writes, ensuredObjects(vocabulary, { schemas, levels }, now));
    await updateDanglingConditions(writes, { schemas, levels }, now);
  };
  await keep();
  let changed = false;
  let keeping = false;
  let ended = false;
  const keepAgain = async (): Promise<void> => {
    changed = true;
    if (keeping) return; // one at a time; later changes are processed by the next run
    keeping = true;
    while (changed && !ended) {
      changed = false;
      await keep().catch((error: unknown) => log.warn('flow control objects could not be updated', { error }));
      if (changed) await sleep(clock, BETWEEN_REPAIRS_MS);
    }
    keeping = false;
  };
  merge(writes.changesOf(schemas), writes.changesOf(levels)).subscribe({
    next: () => void keepAgain(),
    complete: () => (ended = true),
  });
  return keep;
}

/** Names of the two resources, as `LoopbackClient` has them. */
interface Resources {
  readonly schemas: string;
  readonly levels: string;
}

/** Writes changed conditions only. */
async function updateDanglingConditions(
  writes: LoopbackClient,
  { schemas, levels }: Resources,
  now: string,
): Promise<void> {
  const known = new Set([...writes.readAll(levels)].map(({ metadata }) => metadata.name!));
  const withStatus = (schema: ApiObject): ApiObject => withDanglingCondition(schema, known, now);
  await Promise.all(
    [...writes.readAll(schemas)]
      .filter((schema) => withStatus(schema) !== schema)
      .map((schema) => writes.change(schemas, '', schema.metadata.name!, withStatus, 'status')),
  );
}

function ensuredObjects(vocabulary: Vocabulary, { schemas, levels }: Resources, now: string): EnsuredObject[] {
  const apiVersion = `${vocabulary.groups.flowcontrol}/v1`;
  const annotation = vocabulary.annotations.flowControlAutoUpdate;
  const ownLevels = new Set([...mandatoryLevels, ...suggestedLevels].map(({ metadata }) => metadata.name!));
  const ensured =
    (resource: string, kind: string, mandatory: boolean) =>
    ({ metadata: { name }, spec }: SchemaForm | LevelForm): EnsuredObject => {
      const object = { apiVersion, kind, metadata: { name: name!, annotations: { [annotation]: 'true' } }, spec };
      return {
        resource,
        namespace: '',
        // Set at creation: a second write of each would double the cost of the first start.
        object: resource === schemas ? withDanglingCondition(object, ownLevels, now) : object,
        repair: (current) =>
          (mandatory || isServerManaged(current, annotation)) && !isSameSpec(current['spec'], spec)
            ? { ...current, spec }
            : current,
      };
    };
  return [
    ...mandatoryLevels.map(ensured(levels, 'PriorityLevelConfiguration', true)),
    ...mandatorySchemas.map(ensured(schemas, 'FlowSchema', true)),
    ...suggestedLevels.map(ensured(levels, 'PriorityLevelConfiguration', false)),
    ...suggestedSchemas(vocabulary).map(ensured(schemas, 'FlowSchema', false)),
  ];
}

/** The spec was never changed by a user, or the annotation allows the server to update it. */
function isServerManaged({ metadata }: ApiObject, annotation: string): boolean {
  const value = metadata.annotations?.[annotation];
  return value === undefined ? (metadata.generation ?? 1) === 1 : value === 'true';
}

/** The lendable share of an exempt level belongs to the operator. */
function isSameSpec(current: unknown, spec: SchemaForm['spec'] | LevelForm['spec']): boolean {
  if (spec && 'type' in spec && spec.type === 'Exempt') return (current as { type?: string }).type === 'Exempt';
  return isDeepStrictEqual(current, spec);
}
