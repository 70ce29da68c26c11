import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@orch/apimachinery';
import { noYaml } from '@orch/server-testing';
import { ServerRequest, chainFilters } from '@orch/http';
import { fresh, type Freshness } from './fresh.js';
import { requestInfo } from './request-info.js';

const KNOWN = 100;

/** What is asked of it, and a request that is let on. */
function ask(method: string, url: string, answers: Partial<Freshness> = {}) {
  const asked: string[] = [];
  const freshness: Freshness = {
    fresh: (served) => void asked.push(`newest ${served?.resource ?? '-'}`),
    recent: (served) => void asked.push(`recent ${served?.resource ?? '-'}`),
    resource: (_group, _version, resource) => (resource === 'pods' ? { revision: KNOWN } : undefined),
    ...answers,
  };
  const raw = Object.assign(new EventEmitter(), { method, url, headers: {}, httpVersion: '2.0' });
  const reply = new EventEmitter() as unknown as ServerResponse;
  const request = new ServerRequest(raw as unknown as IncomingMessage, reply, 'id', 1_000, noYaml);
  let passed = false;
  const step = chainFilters([requestInfo(), fresh(freshness)], () => void (passed = true));
  return { asked, result: step(request), passed: () => passed };
}

const PODS = '/api/v1/namespaces/a/pods';

describe('fresh', () => {
  const rows: [string, string, string, string[]][] = [
    ['a get', 'GET', `${PODS}/x`, ['newest pods']],
    ['a list', 'GET', PODS, ['newest pods']],
    ['a list that is not to be older than a version', 'GET', `${PODS}?resourceVersion=7`, ['newest pods']],
    ['a write', 'POST', PODS, ['newest pods']],
    ['a write whose query names a version', 'DELETE', `${PODS}?resourceVersion=0`, ['newest pods']],
    ['a watch from now', 'GET', `${PODS}?watch=1`, ['newest pods']],
    ['a watch from nowhere', 'GET', `${PODS}?watch=1&resourceVersion=`, ['newest pods']],
    ['a watch from a version yet to be seen here', 'GET', `${PODS}?watch=1&resourceVersion=101`, ['newest pods']],
    ['a watch from no version at all', 'GET', `${PODS}?watch=1&resourceVersion=x`, ['newest pods']],
    ['a sub-resource', 'GET', `${PODS}/x/log?resourceVersion=0`, ['newest pods']],
    ['a path that tells of kinds', 'GET', '/apis', ['newest -']],
    ['a get of any state', 'GET', `${PODS}/x?resourceVersion=0`, ['recent pods']],
    ['a list of any state', 'GET', `${PODS}?limit=1&resourceVersion=0`, ['recent pods']],
    ['a watch from any state', 'GET', `${PODS}?watch=1&resourceVersion=0`, ['recent pods']],
    ['a watch that goes on from a version known here', 'GET', `${PODS}?watch=1&resourceVersion=100`, ['recent pods']],
    ['a question for health', 'GET', '/readyz?verbose', []],
    ['metrics', 'GET', '/metrics', []],
    ['the version', 'GET', '/version', []],
  ];
  it.each(rows)('%s', (_name, method, url, wanted) => {
    const { asked, passed } = ask(method, url);
    expect(asked).toEqual(wanted);
    expect(passed()).toBe(true);
  });

  it('lets a request on when memory has caught up, and not before', async () => {
    let release = (): void => undefined;
    const caughtUp = new Promise<void>((resolve) => (release = resolve));
    const { result, passed } = ask('GET', PODS, { fresh: () => caughtUp });
    await Promise.resolve();
    expect(passed()).toBe(false);
    release();
    await result;
    expect(passed()).toBe(true);
  });

  it('lets nothing on when the store cannot be asked', async () => {
    const away = ApiError.serviceUnavailable('away', 2);
    for (const url of [PODS, `${PODS}?resourceVersion=0`]) {
      const refuse = () => Promise.reject(away);
      const { result, passed } = ask('GET', url, { fresh: refuse, recent: refuse });
      await expect(result).rejects.toBe(away);
      expect(passed()).toBe(false);
    }
  });
});
