import { isDeepStrictEqual } from 'node:util';
import { mandatoryLevels, mandatorySchemas } from '@orch/api';
import { ApiError, type ApiObject, type Clock, formatTime, sleep } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { merge } from 'rxjs';
import {
  changedDanglingCondition,
  danglingCondition,
  type LevelForm,
  type SchemaForm,
  suggestedLevels,
  suggestedSchemas,
} from '@orch/flow-control';
import { ensureEach, type EnsuredObject, ensureObjects, type LoopbackClient } from '@orch/registry';

/**
 * The first change is repaired at once, later ones at this interval: a server of another release on the same store may
 * use other suggestions, and repairs what this one repairs.
 */
const BETWEEN_REPAIRS_MS = 500;

/** Field manager of the conditions, as in kube-apiserver. */
const CONDITION_MANAGER = 'api-priority-and-fairness-config-consumer-v1';

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
  const conditions = { writes, schemas, levels, apiVersion: `${group}/v1` };
  const keep = async (): Promise<void> => {
    const now = formatTime(clock.now());
    await ensureObjects(writes, ensuredObjects(vocabulary, { schemas, levels }, now));
    await applyConditions(conditions, now);
  };
  await keep();
  let changed = false;
  let keeping = false;
  let ended = false;
  /** A schema gets its first condition without the interval: no other server resets it. */
  const addConditions = (): Promise<void> =>
    applyConditions(conditions, formatTime(clock.now()), isWithoutCondition).catch((error: unknown) =>
      log.warn('conditions of flow schemas could not be updated', { error }),
    );
  const keepAgain = async (): Promise<void> => {
    changed = true;
    if (keeping) return addConditions(); // one at a time; later changes are processed by the next run
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

interface Conditions extends Resources {
  readonly writes: LoopbackClient;
  readonly apiVersion: string;
}

const isWithoutCondition = (schema: ApiObject): boolean => danglingCondition(schema) === undefined;

/** Writes changed conditions only. @param isWanted selects schemas. Default: all. */
async function applyConditions(
  { writes, schemas, levels, apiVersion }: Conditions,
  now: string,
  isWanted: (schema: ApiObject) => boolean = () => true,
): Promise<void> {
  const known = new Set([...writes.readAll(levels)].map(({ metadata }) => metadata.name!));
  const apply = async (schema: ApiObject): Promise<void> => {
    const condition = changedDanglingCondition(schema, known, now);
    if (!condition) return;
    const { name } = schema.metadata;
    const applied = { apiVersion, kind: 'FlowSchema', metadata: { name }, status: { conditions: [condition] } };
    await writes.applyTo(schemas, applied as ApiObject, 'status', CONDITION_MANAGER).catch(unlessNotFound);
  };
  await ensureEach([...writes.readAll(schemas)].filter(isWanted), apply);
}

/** The schema was deleted meanwhile. */
function unlessNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
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
        object: resource === schemas ? withCondition(object, ownLevels, now) : object,
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

const withCondition = (schema: ApiObject, levels: ReadonlySet<string>, now: string): ApiObject =>
  ({ ...schema, status: { conditions: [changedDanglingCondition(schema, levels, now)] } }) as ApiObject;

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
