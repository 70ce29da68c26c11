import { builtinKinds, compileKinds, type KindDeclaration, type ResourceDefinition } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import {
  Registry,
  admitAll,
  type Admission,
  type LargeChanges,
  type LargeConversion,
  type ResourceStore,
  type WriteRequest,
} from '@orch/registry';
import { EmbeddedStorage, type Storage } from '@orch/storage';
import { vocabularies, type VocabularyName } from '@orch/vocabulary';
import { temporaryDirectory } from './temporary-directory.js';

export interface TestRegistryOptions {
  readonly vocabulary?: VocabularyName;
  readonly kinds?: readonly KindDeclaration[];
  readonly admission?: (registry: Registry) => Admission;
  readonly largeChanges?: LargeChanges;
  readonly largeConversion?: LargeConversion;
  readonly clock?: Clock;
  readonly watchCacheBytes?: number;
  readonly historyWindowMs?: number;
}

/** A registry on a real embedded store in a temporary directory. */
export interface TestRegistry {
  readonly registry: Registry;
  readonly storage: Storage;
  /** The served resource of a core or named group, e.g. `store('configmaps')`, `store('leases', 'coordination')`. */
  store(resource: string): ResourceStore;
  close(): Promise<void>;
}

export async function startTestRegistry(options: TestRegistryOptions = {}): Promise<TestRegistry> {
  const directory = await temporaryDirectory();
  const storage = await EmbeddedStorage.open({
    directory: directory.path,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.historyWindowMs === undefined ? {} : { historyWindowMs: options.historyWindowMs }),
  });
  const definitions = definitionsOf(options.kinds ?? builtinKinds, options.vocabulary ?? 'orch');
  const registry = await Registry.start({
    storage,
    definitions,
    admission: options.admission ?? (() => admitAll),
    largeChanges: options.largeChanges,
    largeConversion: options.largeConversion,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.historyWindowMs === undefined ? {} : { historyWindowMs: options.historyWindowMs }),
    ...(options.watchCacheBytes === undefined ? {} : { watchCacheBytes: options.watchCacheBytes }),
  });
  return {
    registry,
    storage,
    store: (resource) => {
      const found = [...registry.resources].find((store) => store.definition.gvr.resource === resource);
      if (!found) throw new Error(`no resource ${resource}`);
      return found;
    },
    close: async () => {
      registry.close();
      await storage.close();
      await directory.remove();
    },
  };
}

const compiled = new Map<VocabularyName, readonly ResourceDefinition[]>();

/** Caches the compiled kinds for the registries of a test file. */
function definitionsOf(kinds: readonly KindDeclaration[], name: VocabularyName): readonly ResourceDefinition[] {
  if (kinds !== builtinKinds) return compileKinds(kinds, vocabularies[name]);
  const known = compiled.get(name) ?? compileKinds(kinds, vocabularies[name]);
  compiled.set(name, known);
  return known;
}

/** A write by an administrator. */
export const testWrite = (namespace: string, overrides: Partial<WriteRequest> = {}): WriteRequest => ({
  namespace,
  user: { username: 'admin', groups: ['system:masters'] },
  dryRun: false,
  fieldValidation: 'Strict',
  fieldManager: 'test',
  warn: () => undefined,
  ...overrides,
});
