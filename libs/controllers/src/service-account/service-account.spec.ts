import { ApiError } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { namespaces } from '../shared/namespace.js';
import { ServiceAccountReconciler } from './reconciler.js';
import { serviceAccounts } from './service-account.js';

const signal = new AbortController().signal;
const ns = { namespace: '', name: 't1' };
const account = { namespace: 't1', name: 'default' };
const going = new ApiError('Forbidden', 'it is being terminated', {
  details: { causes: [{ reason: 'NamespaceTerminating', message: '' }] },
});

function setUp(metadata: object = {}) {
  const api = new InMemoryApi();
  api.put(namespaces, { metadata: { name: 't1', ...metadata } });
  const reconciler = new ServiceAccountReconciler(
    api.lister(namespaces),
    api.lister(serviceAccounts),
    api.resource(serviceAccounts),
  );
  return { api, run: () => reconciler.reconcile(ns, signal) };
}

it('C-236 makes the account, once, and again when it is deleted', async () => {
  const { api, run } = setUp();
  await run();
  await run();
  expect(api.writes).toEqual(['create serviceaccounts t1/default']);
  api.remove(serviceAccounts, account);
  await run();
  expect(api.find(serviceAccounts, account)).toMatchObject({ apiVersion: 'v1', kind: 'ServiceAccount' });
});
it('makes none in a namespace that is going or gone', async () => {
  const terminating = setUp({ deletionTimestamp: '2024-01-01T00:00:00Z' });
  await terminating.run();
  expect(terminating.api.writes).toEqual([]);
  const gone = setUp();
  gone.api.remove(namespaces, ns);
  await gone.run();
  expect(gone.api.writes).toEqual([]);
});
it('C-163 the namespace may begin to go meanwhile', async () => {
  const { api, run } = setUp();
  api.failNext('create', serviceAccounts, going);
  await run();
});
it('any other refusal is tried again', async () => {
  const { api, run } = setUp();
  api.failNext('create', serviceAccounts, ApiError.forbidden({ group: '', resource: 'serviceaccounts' }, 'no'));
  await expect(run()).rejects.toMatchObject({ reason: 'Forbidden' });
});
