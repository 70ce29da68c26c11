import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@orch/apimachinery';
import { noYaml } from '@orch/server-testing';
import { mostPerTurn } from '@orch/testing';
import { ServerRequest, chainFilters } from '@orch/http';
import { consistentRead, type ConsistentReads } from './consistent-read.js';
import { requestInfo } from './request-info.js';

const KNOWN = 100;

/** Recorded calls of ConsistentReads, and the result of a request. */
function request(method: string, url: string, answers: Partial<ConsistentReads> = {}) {
  const calls: string[] = [];
  const reads: ConsistentReads = {
    waitForConsistentRead: (served) => void calls.push(`newest ${served?.resource ?? '-'}`),
    waitForRecentRead: (served) => void calls.push(`recent ${served?.resource ?? '-'}`),
    resource: (_group, _version, resource) => (resource === 'pods' ? { revision: KNOWN } : undefined),
    ...answers,
  };
  const socket = { remoteAddress: '192.0.2.1' };
  const raw = Object.assign(new EventEmitter(), { method, url, headers: {}, httpVersion: '2.0', socket });
  const reply = new EventEmitter() as unknown as ServerResponse;
  const request = new ServerRequest(raw as unknown as IncomingMessage, reply, 'id', 1_000, noYaml);
  let passed = false;
  const step = chainFilters([requestInfo(), consistentRead(reads)], () => void (passed = true));
  return { calls, result: step(request), passed: () => passed };
}

const PODS = '/api/v1/namespaces/a/pods';

describe('consistentRead', () => {
  const rows: [string, string, string, string[]][] = [
    ['a get', 'GET', `${PODS}/x`, ['newest pods']],
    ['a list', 'GET', PODS, ['newest pods']],
    ['a list that is not to be older than a version', 'GET', `${PODS}?resourceVersion=7`, ['newest pods']],
    ['a write', 'POST', PODS, ['newest pods']],
    ['a write with a resourceVersion in its query', 'DELETE', `${PODS}?resourceVersion=0`, ['newest pods']],
    ['a watch from now', 'GET', `${PODS}?watch=1`, ['newest pods']],
    ['a watch from nowhere', 'GET', `${PODS}?watch=1&resourceVersion=`, ['newest pods']],
    ['a watch from a version yet to be seen here', 'GET', `${PODS}?watch=1&resourceVersion=101`, ['newest pods']],
    ['a watch from no version at all', 'GET', `${PODS}?watch=1&resourceVersion=x`, ['newest pods']],
    ['a sub-resource', 'GET', `${PODS}/x/log?resourceVersion=0`, ['newest pods']],
    ['a discovery path', 'GET', '/apis', ['newest -']],
    ['a get of any state', 'GET', `${PODS}/x?resourceVersion=0`, ['recent pods']],
    ['a list of any state', 'GET', `${PODS}?limit=1&resourceVersion=0`, ['recent pods']],
    ['a watch from any state', 'GET', `${PODS}?watch=1&resourceVersion=0`, ['recent pods']],
    ['a watch from a revision known to this server', 'GET', `${PODS}?watch=1&resourceVersion=100`, ['recent pods']],
    ['a health check', 'GET', '/readyz?verbose', []],
    ['metrics', 'GET', '/metrics', []],
    ['the version', 'GET', '/version', []],
  ];
  it.each(rows)('%s', (_name, method, url, wanted) => {
    const { calls, passed } = request(method, url);
    expect(calls).toEqual(wanted);
    expect(passed()).toBe(true);
  });

  it('passes a request on after the cache has caught up, and not before', async () => {
    let release = (): void => undefined;
    const caughtUp = new Promise<void>((resolve) => (release = resolve));
    const { result, passed } = request('GET', PODS, { waitForConsistentRead: () => caughtUp });
    await Promise.resolve();
    expect(passed()).toBe(false);
    release();
    await result;
    expect(passed()).toBe(true);
  });

  it('passes requests that waited for one answer of the store on in several turns of the event loop', async () => {
    const caughtUp = Promise.resolve();
    const requests = Array.from(
      { length: 300 },
      async () => request('GET', PODS, { waitForConsistentRead: () => caughtUp }).result,
    );
    expect(await mostPerTurn(requests)).toBeLessThanOrEqual(64);
  });

  it('passes no request on while the store is unavailable', async () => {
    const unavailable = ApiError.serviceUnavailable('away', 2);
    for (const url of [PODS, `${PODS}?resourceVersion=0`]) {
      const refuse = () => Promise.reject(unavailable);
      const { result, passed } = request('GET', url, { waitForConsistentRead: refuse, waitForRecentRead: refuse });
      await expect(result).rejects.toBe(unavailable);
      expect(passed()).toBe(false);
    }
  });
});
