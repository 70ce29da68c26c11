import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { systemClock } from '@orch/apimachinery';
import { ServiceAddressTable } from '@orch/proxy';
import { vocabularies } from '@orch/vocabulary';
import type { RemoteService } from '../services/remote-service.js';
import { RemoteDocuments } from './remote-documents.js';

const serviceOf = (group: string): RemoteService => ({
  name: `v1.${group}`,
  group,
  version: 'v1',
  service: { namespace: 'ns', name: 'api', port: 443 },
  ca: undefined,
  insecure: true,
  isAvailable: true,
  groupPriority: 1,
  versionPriority: 1,
});

it('keeps the objects of group versions that did not change', async () => {
  let kind = 'Thing';
  const backend = createServer(({ url = '' }, answer) => {
    const isList = url === '/apis/a/v1' || url === '/apis/b/v1';
    const resources = [{ name: 'things', kind: url === '/apis/b/v1' ? kind : 'Thing', verbs: ['get'] }];
    answer.writeHead(isList ? 200 : 404).end(JSON.stringify({ resources }));
  }).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  const { port } = backend.address() as AddressInfo;
  const all = [serviceOf('a'), serviceOf('b')];
  const documents = new RemoteDocuments({
    services: { all },
    routing: {
      reader: { read: () => undefined, readAll: () => [], has: () => false },
      fixed: new ServiceAddressTable([
        { namespace: 'ns', name: 'api', servicePort: undefined, host: '127.0.0.1', port },
      ]),
      toEndpoints: false,
      random: Math.random,
      certificate: undefined,
    },
    ownHeaders: new Map(),
    vocabulary: vocabularies.orch,
    dial: async () => connect(port, '127.0.0.1'),
    clock: systemClock,
    ended: new AbortController().signal,
  });
  const refresh = async () => {
    for (const one of all) await documents.refresh(one.name, one, true);
    return documents.list;
  };
  const first = await refresh();
  expect(first.map(({ resources }) => resources[0]?.responseKind.kind)).toEqual(['Thing', 'Thing']);
  expect(await refresh()).toBe(first);
  kind = 'Other';
  const changed = await refresh();
  expect(changed).not.toBe(first);
  expect(changed[0]).toBe(first[0]);
  expect(changed[1]!.resources[0]?.responseKind.kind).toBe('Other');
  backend.close();
});
