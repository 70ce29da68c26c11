import { EventEmitter } from 'node:events';
import { ApiError } from '@orch/apimachinery';
import type { RequestContext } from '@orch/http';
import type { ResourceStore } from '@orch/registry';
import { mostPerTurn } from '@orch/testing';
import { createResourceHandler, type ResourceHandlerOptions } from './resource-handler.js';

it('passes requests that waited for the objects of a kind on in several turns of the event loop', async () => {
  let kind: Pick<ResourceStore, 'ready' | 'definition'> | undefined;
  const loaded = Promise.resolve().then(() => void (kind = undefined)); // it is gone afterwards
  kind = { ready: loaded, definition: {} as ResourceStore['definition'] };
  const parts = { registry: { resources: [], resource: () => kind }, hidden: new Set(), watch: {}, virtual: {} };
  const handle = createResourceHandler(parts as unknown as ResourceHandlerOptions);
  const info = { group: 'x.io', version: 'v1', resource: 'foos', path: '/apis/x.io/v1/foos' };
  const raw = Object.assign(new EventEmitter(), { httpVersionMajor: 1, socket: { remoteAddress: '192.0.2.1' } });
  const request = (): Promise<void> =>
    Promise.resolve(handle({ info, raw, headers: {}, method: 'GET' } as unknown as RequestContext));
  const requests = Array.from({ length: 300 }, request);
  expect(await mostPerTurn(requests)).toBeLessThanOrEqual(64);
  await expect(requests[0]).rejects.toThrow(ApiError);
});
