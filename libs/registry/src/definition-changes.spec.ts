import { builtinKinds, compileKinds, type ResourceDefinition } from '@orch/api';
import { FieldPath, fieldError, type ApiObject } from '@orch/apimachinery';
import { admitAll } from './admission/admission.js';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import type { CustomResource } from './store/custom-resource.js';
import type { ResourceStore } from './store/resource-store.js';

const [configMaps] = compileKinds(
  builtinKinds.filter(({ kind }) => kind === 'ConfigMap'),
  vocabularies.orch,
) as [ResourceDefinition];
const gvk = { group: 'k.example.com', version: 'v1', kind: 'Widget' };

/** A kind whose objects need `data.color` to be `color`. It is defined by the namespace `definition`. */
function widgets(color: string, revision: number, isTerminating = false): CustomResource {
  const check = (object: ApiObject) =>
    (object as unknown as { readonly data: { readonly color: string } }).data.color === color
      ? []
      : [fieldError.invalid(FieldPath.of('data').child('color'), '', `must be ${color}`)];
  const kind: ResourceDefinition = {
    ...configMaps,
    schema: configMaps.schema,
    definitions: configMaps.definitions,
    strategy: { validateCreate: check, validateUpdate: check },
    isTerminating,
    gvk,
    gvr: { group: gvk.group, version: gvk.version, resource: 'widgets' },
    stored: gvk,
    apiVersion: 'k.example.com/v1',
    isRegistered: (sent) => sent === 'k.example.com/v1',
  };
  const definedBy = { group: '', resource: 'namespaces', name: 'definition' };
  return { stored: kind, served: [kind], currentSince: revision, definedBy };
}

const bodyOf = (color: string) => ({
  value: { apiVersion: 'k.example.com/v1', kind: 'Widget', metadata: { name: 'a' }, data: { color } },
  duplicateFields: [],
});

describe('a write during which the definition of its kind changes', () => {
  let test: TestRegistry;
  /** Resolved by the first write that reaches validating admission. */
  let reached: () => void = () => undefined;
  let admitted: Promise<void> | undefined;

  beforeEach(async () => {
    admitted = undefined;
    const validate = () => {
      reached();
      return admitted;
    };
    test = await startTestRegistry({ admission: () => ({ ...admitAll, validate }) });
    const definition = { value: { metadata: { name: 'definition' } }, duplicateFields: [] };
    await test.store('namespaces').writer.create(testWrite(''), definition);
    await test.registry.serve(widgets('red', test.registry.revision));
    // As definitions: what they describe is served in the turn in which their change is visible.
    test.registry.changesOf({ group: '', resource: 'namespaces' }).subscribe(({ entry, revision }) => {
      const { labels = {} } = entry.parse().metadata;
      if (labels['gone']) test.registry.withdraw({ group: 'k.example.com', resource: 'widgets' });
      else void test.registry.serve(widgets(labels['color']!, revision, labels['terminating'] !== undefined));
    });
  });
  afterEach(() => test.close());

  const store = (): ResourceStore => test.registry.resource('k.example.com', 'v1', 'widgets')!;
  const define = (labels: Record<string, string>) =>
    test.store('namespaces').writer.changeWhole(testWrite(''), 'definition', '', (current) => ({
      ...current,
      metadata: { ...current.metadata, labels },
    }));

  /** Starts a write, and runs `during` before its validating admission ends. */
  async function interrupted<T>(write: () => Promise<T>, during: () => Promise<unknown>): Promise<T> {
    let release: () => void = () => undefined;
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    admitted = new Promise((resolve) => (release = resolve));
    const writing = write();
    writing.catch(() => undefined);
    await isReached;
    admitted = undefined;
    reached = () => undefined;
    await during();
    release();
    return writing;
  }

  /** Changes the definition while the write of a widget has been handed to the store. */
  function defineBeforeCommit(kind: 'create' | 'replace', labels: Record<string, string>): void {
    const { storage } = test;
    const original = storage[kind].bind(storage) as (...given: unknown[]) => Promise<never>;
    storage[kind] = async (...given: readonly unknown[]) => {
      if (!String(given[0]).startsWith('widgets')) return original(...given);
      storage[kind] = original;
      const defining = define(labels);
      // The change of the definition is in flight when the store gets the write.
      await new Promise(setImmediate);
      const writing = original(...given);
      writing.catch(() => undefined);
      await defining;
      return writing;
    };
  }

  const createRed = () => store().writer.create(testWrite('t1'), bodyOf('red'));
  const refused = { reason: 'Invalid', message: expect.stringContaining('must be blue') };

  it('is validated by the new definition if that is in force before the commit', async () => {
    await expect(interrupted(createRed, () => define({ color: 'blue' }))).rejects.toMatchObject(refused);
    expect(store().objectCount).toBe(0);
    await define({ color: 'red' });
    await interrupted(createRed, () => define({ color: 'red', again: '1' }));
    expect(store().objectCount).toBe(1);
    const update = () => store().writer.update(testWrite('t1'), 'a', bodyOf('red'));
    await expect(interrupted(update, () => define({ color: 'blue' }))).rejects.toMatchObject(refused);
  });

  it('is validated by the new definition if the store has that first, which the server has not seen', async () => {
    defineBeforeCommit('create', { color: 'blue' });
    await expect(createRed()).rejects.toMatchObject(refused);
    expect(store().objectCount).toBe(0);
    await define({ color: 'red' });
    await createRed();
    defineBeforeCommit('replace', { color: 'blue' });
    const body = { ...bodyOf('red'), value: { ...bodyOf('red').value, data: { color: 'red', size: '1' } } };
    await expect(store().writer.update(testWrite('t1'), 'a', body)).rejects.toMatchObject(refused);
  });

  it('is stored if the changed definition accepts it', async () => {
    defineBeforeCommit('create', { color: 'red', other: '1' });
    await createRed();
    expect(store().objectCount).toBe(1);
  });

  it('is not found if the kind is gone, and not allowed if its objects are being deleted', async () => {
    const terminating = { color: 'red', terminating: '1' };
    await expect(interrupted(createRed, () => define(terminating))).rejects.toMatchObject({
      reason: 'MethodNotAllowed',
      message: 'create not allowed while custom resource definition is terminating',
      details: { group: expect.any(String), kind: expect.any(String) },
    });
    await define({ color: 'red' });
    await expect(interrupted(createRed, () => define({ gone: '1' }))).rejects.toMatchObject({
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
    });
  });
});
