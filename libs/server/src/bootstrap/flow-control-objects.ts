import { isDeepStrictEqual } from 'node:util';
import { mandatoryLevels, mandatorySchemas } from '@orch/api';
import { type ApiObject, type Clock, formatTime } from '@orch/apimachinery';
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
 * The first change is answered at once, further ones not sooner than so: a server of another release on the same store may want other
 * suggestions, and mends what this one mends.
 */
const BETWEEN_REPAIRS_MS = 500;

/**
 * Keeps the schemas and levels that a server has from its first start (D-226), and says in the status of every schema whether its
 * level is there: now, and whenever one of them changes. Mandatory ones say what the server says; the others are the operator's
 * once the annotation says `false`. Ends with the registry.
 * @returns does it at once, however they changed; it rejects when that fails.
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
    await tellDangling(writes, { schemas, levels }, now);
  };
  await keep();
  let changed = false;
  let keeping = false;
  let ended = false;
  const keepAgain = async (): Promise<void> => {
    changed = true;
    if (keeping) return; // one at a time; what changed meanwhile is looked at afterwards
    keeping = true;
    while (changed && !ended) {
      changed = false;
      await keep().catch((error: unknown) => log.warn('flow control objects are not as they should be', { error }));
      if (changed) await new Promise<void>((resolve) => clock.setTimer(resolve, BETWEEN_REPAIRS_MS));
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

/** Writes only what changes: an object that says it already is left alone. */
async function tellDangling(writes: LoopbackClient, { schemas, levels }: Resources, now: string): Promise<void> {
  const known = new Set([...writes.readAll(levels)].map(({ metadata }) => metadata.name!));
  const tell = (schema: ApiObject): ApiObject => withDanglingCondition(schema, known, now);
  await Promise.all(
    [...writes.readAll(schemas)]
      .filter((schema) => tell(schema) !== schema)
      .map((schema) => writes.change(schemas, '', schema.metadata.name!, tell, 'status')),
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
        // Said at once: a second write of each would cost the first start as much again.
        object: resource === schemas ? withDanglingCondition(object, ownLevels, now) : object,
        repair: (standing) =>
          (mandatory || isOurs(standing, annotation)) && !saysTheSame(standing['spec'], spec)
            ? { ...standing, spec }
            : standing,
      };
    };
  return [
    ...mandatoryLevels.map(ensured(levels, 'PriorityLevelConfiguration', true)),
    ...mandatorySchemas.map(ensured(schemas, 'FlowSchema', true)),
    ...suggestedLevels.map(ensured(levels, 'PriorityLevelConfiguration', false)),
    ...suggestedSchemas(vocabulary).map(ensured(schemas, 'FlowSchema', false)),
  ];
}

/** Nobody touched its spec, or the annotation says that it is the server's all the same. */
function isOurs({ metadata }: ApiObject, annotation: string): boolean {
  const said = metadata.annotations?.[annotation];
  return said === undefined ? (metadata.generation ?? 1) === 1 : said === 'true';
}

/** How much an exempt level lends is the operator's. */
function saysTheSame(standing: unknown, spec: SchemaForm['spec'] | LevelForm['spec']): boolean {
  if (spec && 'type' in spec && spec.type === 'Exempt') return (standing as { type?: string }).type === 'Exempt';
  return isDeepStrictEqual(standing, spec);
}
