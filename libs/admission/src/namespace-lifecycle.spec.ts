import { builtinKinds, compileKinds } from '@orch/api';
import { LoopbackClient, Registry } from '@orch/registry';
import { EmbeddedStorage } from '@orch/storage';
import { temporaryDirectory, testWrite } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admissionChain } from './admission-chain.js';
import { namespaceLifecycle } from './namespace-lifecycle.js';

const vocabulary = vocabularies.orch;

it('C-024 nothing is created in a namespace that went after admission had looked at it', async () => {
  const directory = await temporaryDirectory();
  const storage = await EmbeddedStorage.open({ directory: directory.path });
  let meanwhile = (): Promise<void> => Promise.resolve();
  const registry = await Registry.start({
    storage,
    definitions: compileKinds(builtinKinds, vocabulary),
    admission: (reader) =>
      admissionChain([
        namespaceLifecycle(reader, vocabulary),
        { name: 'Slow', handles: ({ namespace }) => namespace !== '', validate: () => meanwhile() },
      ]),
  });
  const create = (resource: string, namespace: string, name: string) =>
    registry
      .resource('', 'v1', resource)!
      .writer.create(testWrite(namespace), { value: { metadata: { name } }, duplicateFields: [] });
  try {
    await create('namespaces', '', 't1');
    await create('configmaps', 't1', 'before');
    meanwhile = async () => {
      const own = new LoopbackClient(registry);
      await own.change('namespaces', '', 't1', (namespace) => ({ ...namespace, spec: { finalizers: [] } }), 'finalize');
      await own.remove('namespaces', '', 't1');
    };
    await expect(create('configmaps', 't1', 'late')).rejects.toMatchObject({ code: 404 });
    expect(registry.has({ group: '', resource: 'configmaps' }, 't1', 'late')).toBe(false);
  } finally {
    registry.close();
    await storage.close();
    await directory.remove();
  }
});
