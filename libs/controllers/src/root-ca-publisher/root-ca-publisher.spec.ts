import { ApiError } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { silentLogger, TerminalError } from '@orch/controller-kit';
import { vocabularies } from '@orch/vocabulary';
import { configMaps } from '../shared/config-map.js';
import { namespaces } from '../shared/namespace.js';
import { RootCaPublisherReconciler } from './reconciler.js';

const signal = new AbortController().signal;
const ns = { namespace: '', name: 't1' };

for (const vocabulary of Object.values(vocabularies)) {
  describe(`root certificates in the vocabulary ${vocabulary.name}`, () => {
    let api: InMemoryApi;
    let pem: string | undefined;
    const key = { namespace: 't1', name: vocabulary.rootCaConfigMap };
    const published = () => api.find(configMaps, key);
    const run = () =>
      new RootCaPublisherReconciler(
        api.lister(namespaces),
        api.lister(configMaps),
        api.resource(configMaps),
        { load: () => Promise.resolve(pem) },
        vocabulary,
        silentLogger,
      ).reconcile(ns, signal);
    beforeEach(() => {
      pem = 'PEM';
      api = new InMemoryApi();
      api.put(namespaces, { metadata: { name: 't1' } });
    });

    it('D-045 creates the ConfigMap with key ca.crt in every namespace; a second reconcile changes nothing', async () => {
      await run();
      await run();
      expect(published()).toMatchObject({ kind: 'ConfigMap', data: { 'ca.crt': 'PEM' } });
      expect(api.writes).toEqual([`create configmaps t1/${vocabulary.rootCaConfigMap}`]);
    });
    it('D-045 reverts changes of the data, and keeps other labels', async () => {
      const wrong: Record<string, string>[] = [{ 'ca.crt': 'forged' }, { 'ca.crt': 'PEM', more: 'x' }, {}];
      for (const data of wrong) {
        api.put(configMaps, { metadata: { ...key, labels: { mine: 'x' } }, data });
        await run();
        expect(published()).toMatchObject({ data: { 'ca.crt': 'PEM' }, metadata: { labels: { mine: 'x' } } });
        expect(Object.keys(published()!.data!)).toEqual(['ca.crt']);
      }
    });
    it('a renewed file is published', async () => {
      await run();
      pem = 'NEW';
      await run();
      expect(published()?.data).toEqual({ 'ca.crt': 'NEW' });
    });
    it('retries a missing file', async () => {
      pem = undefined;
      expect((await run()).requeueAfterMs).toBeGreaterThan(0);
      expect(published()).toBeUndefined();
    });
    it('does not retry an immutable ConfigMap until it changes', async () => {
      api.put(configMaps, { metadata: key, data: {} });
      api.failNext('update', configMaps, new ApiError('Invalid', 'field is immutable when `immutable` is set'));
      await expect(run()).rejects.toBeInstanceOf(TerminalError);
    });
    it('writes nothing into a terminating namespace', async () => {
      api.put(namespaces, { metadata: { name: 't1', deletionTimestamp: '2024-01-01T00:00:00Z' } });
      await run();
      expect(api.writes).toEqual([]);
    });
  });
}
