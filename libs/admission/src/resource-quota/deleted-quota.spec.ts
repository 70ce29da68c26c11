import { builtinKinds, compileKinds } from '@orch/api';
import { systemClock } from '@orch/apimachinery';
import { LoopbackClient, Registry } from '@orch/registry';
import { EmbeddedStorage } from '@orch/storage';
import { temporaryDirectory, testWrite } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { admissionChain } from '../admission-chain.js';
import { resourceQuota } from './resource-quota.js';

const vocabulary = vocabularies.orch;

it('C-240 a quota that is deleted while a create waits for the charge does not limit it', async () => {
  const directory = await temporaryDirectory();
  const storage = await EmbeddedStorage.open({ directory: directory.path });
  const registry = await Registry.start({
    storage,
    definitions: compileKinds(builtinKinds, vocabulary),
    admission: (reader) => {
      const writes = new LoopbackClient(reader);
      const change: LoopbackClient['change'] = async (...args) => {
        await writes.remove('resourcequotas', 't1', 'q');
        return writes.change(...args);
      };
      return admissionChain([resourceQuota({ reader, vocabulary, clock: systemClock, own: { change } })]);
    },
  });
  const create = (resource: string, value: object) =>
    registry.resource('', 'v1', resource)!.writer.create(testWrite('t1'), { value, duplicateFields: [] });
  try {
    await create('resourcequotas', { metadata: { name: 'q' }, spec: { hard: { configmaps: '4' } } });
    await create('configmaps', { metadata: { name: 'a' } });
    expect(registry.read({ group: '', resource: 'resourcequotas' }, 't1', 'q')).toBeUndefined();
    expect(registry.read({ group: '', resource: 'configmaps' }, 't1', 'a')).toBeDefined();
  } finally {
    registry.close();
    await storage.close();
    await directory.remove();
  }
});
