import { ApiError, FakeClock, systemClock } from '@orch/apimachinery';
import { FakeApiServer, sendStatus, type SeenRequest } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import { firstValueFrom, Observable } from 'rxjs';
import { Client } from '../client.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { HasMetadata } from '../object/object-key.js';
import { builtinResources } from '../resource/builtin-resources.js';
import type { WatchEvent } from '../resource/watch-event.js';
import { Recording } from '../testing/recording.js';
import { reflect } from './reflect.js';
import type { ReflectorEvent } from './reflector-event.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

interface ConfigMap extends HasMetadata {
  readonly data?: Readonly<Record<string, string>>;
}

const isWatch = (request: SeenRequest): boolean => request.query.has('watch');

/** `REPLACE a,b` or `ADDED a`, for reading. */
const text = (event: ReflectorEvent<ConfigMap>): string => {
  if (event.type === 'BOOKMARK') return 'BOOKMARK';
  if (event.type === 'REPLACE') return `REPLACE ${event.objects.map((o) => o.metadata.name).join(',')}`;
  return `${event.type} ${event.object.metadata.name}=${event.object.data?.['v'] ?? ''}`;
};

describe('reflect', () => {
  let server: FakeApiServer;
  let client: Client;
  let recording: Recording<ReflectorEvent<ConfigMap>>;
  let failures: unknown[];
  let recoveries: number;
  let token: () => Promise<string>;

  beforeEach(async () => {
    server = await FakeApiServer.start();
    server.put(`${MAPS}/a`, { data: { v: '1' } });
    failures = [];
    recoveries = 0;
    token = () => Promise.resolve('t');
    client = new Client({
      configuration: {
        server: server.url,
        tls: {},
        credentials: { type: 'tokenSource', current: () => token() },
        namespace: 'default',
      },
      vocabulary: vocabularies.orch,
    });
    const events$ = reflect(client.resource<ConfigMap>(builtinResources.configMaps), {
      clock: systemClock,
      random: () => 0,
      backoff: { firstMs: 1, maxMs: 4 },
      pageItems: 2,
      onFailure: (failure) => failures.push(failure),
      onRecovery: () => recoveries++,
    });
    recording = new Recording(events$);
    await server.until('a watch', () => server.openWatches === 1);
  });

  afterEach(async () => {
    recording.end();
    await client.close();
    await server.stop();
  });

  const received = (): string[] => recording.values.map(text);
  const until = (last: string): Promise<void> => recording.until(last, (events) => text(events.at(-1)!) === last);
  const lists = (): number => server.requests.filter((r) => !isWatch(r) && !r.query.has('continue')).length;

  it('A-052 watches from the revision of the list', async () => {
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    server.put(`${MAPS}/b`, { data: { v: '2' } });
    server.remove(`${MAPS}/a`);
    await until('DELETED a=1');
    expect(received()).toEqual(['REPLACE a', 'ADDED b=1', 'MODIFIED b=2', 'DELETED a=1']);
    expect(server.requests.find(isWatch)!.query.get('resourceVersion')).toBe('101');
  });

  it('list items carry kind and apiVersion', () => {
    expect(recording.values[0]).toMatchObject({ objects: [{ kind: 'ConfigMap', apiVersion: 'v1' }] });
  });

  for (const insideEvent of [false, true]) {
    it(`A-058 a drop ${insideEvent ? 'inside' : 'between'} events loses and repeats nothing`, async () => {
      server.put(`${MAPS}/b`, { data: { v: '1' } });
      await until('ADDED b=1');
      server.drop(insideEvent);
      server.put(`${MAPS}/b`, { data: { v: '2' } });
      server.put(`${MAPS}/b`, { data: { v: '3' } });
      await until('MODIFIED b=3');
      expect(received()).toEqual(['REPLACE a', 'ADDED b=1', 'MODIFIED b=2', 'MODIFIED b=3']);
      expect(lists()).toBe(1);
    });
  }

  it('A-058 emits an event once that the server sends again after a reconnect', async () => {
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    await until('ADDED b=1');
    server.sendRaw(`${JSON.stringify({ type: 'ADDED', object: server.store.list()[1] })}\n`);
    server.put(`${MAPS}/b`, { data: { v: '2' } });
    await until('MODIFIED b=2');
    expect(received()).toEqual(['REPLACE a', 'ADDED b=1', 'MODIFIED b=2']);
  });

  it('A-064 resumes after a bookmark', async () => {
    server.bookmark();
    await until('BOOKMARK');
    server.store.compact();
    server.endWatches();
    await server.until('a second watch', () => server.requests.filter(isWatch).length === 2);
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    await until('ADDED b=1');
    expect(received()).toEqual(['REPLACE a', 'BOOKMARK', 'ADDED b=1']);
    expect(failures).toEqual([]);
    expect(recoveries).toBe(0);
  });

  it('B-182 resumes after the last event where no bookmark came', async () => {
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    await until('ADDED b=1');
    const last = server.store.list().find(({ metadata }) => metadata.name === 'b')!.metadata.resourceVersion;
    server.endWatches();
    await server.until('a second watch', () => server.requests.filter(isWatch).length === 2);
    const asked = server.requests.filter(isWatch).map(({ query }) => query);
    expect(asked.map((query) => query.get('allowWatchBookmarks'))).toEqual(['true', 'true']);
    expect(asked[1]!.get('resourceVersion')).toBe(last);
    server.put(`${MAPS}/b`, { data: { v: '2' } });
    await until('MODIFIED b=2');
    expect(received()).toEqual(['REPLACE a', 'ADDED b=1', 'MODIFIED b=2']);
    expect([lists(), failures, recoveries]).toEqual([1, [], 0]);
  });

  it('B-317 relists after a 410 answer', async () => {
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    await until('ADDED b=1');
    // The watch is gone when these happen, and so is their history.
    server.drop();
    server.remove(`${MAPS}/b`);
    server.put(`${MAPS}/c`, { data: { v: '1' } });
    server.store.compact();
    await until('REPLACE a,c');
    server.put(`${MAPS}/c`, { data: { v: '2' } });
    await until('MODIFIED c=2');
    expect(received()).toEqual(['REPLACE a', 'ADDED b=1', 'REPLACE a,c', 'MODIFIED c=2']);
  });

  it('A-061 relists after an ERROR event of code 410', async () => {
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    await until('ADDED b=1');
    server.sendRaw(`${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', reason: 'Expired', code: 410 } })}\n`);
    await until('REPLACE a,b');
    expect(failures).toEqual([expect.objectContaining({ reason: 'Expired' })]);
  });

  it('relists when the server does not know the revision yet', async () => {
    server.fail({ when: isWatch, answer: (response) => sendStatus(response, 504, 'Timeout') });
    server.endWatches();
    await recording.until('a second list', (events) => events.length === 2);
    expect(received()).toEqual(['REPLACE a', 'REPLACE a']);
  });

  it('resumes after 429 and 503 without a relist', async () => {
    server.fail(
      { when: isWatch, answer: (response) => sendStatus(response, 429, 'TooManyRequests') },
      { when: isWatch, answer: (response) => sendStatus(response, 503, 'ServiceUnavailable') },
    );
    server.endWatches();
    await server.until('both refusals', () => server.requests.filter(isWatch).length === 4);
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    await until('ADDED b=1');
    expect(failures).toHaveLength(2);
    expect(recoveries).toBe(1);
    expect(lists()).toBe(1);
  });

  it('asks again after five minutes when the server answers 429 with a Retry-After of years', async () => {
    const clock = new FakeClock();
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    let asked = 0;
    const never = new Observable<never>();
    const source = {
      list: () => Promise.reject(asked++ === 0 ? ApiError.tooManyRequests('later', 1e9) : new Error('once more')),
      watch: () => never,
    };
    const lasting = reflect<ConfigMap>(source, { clock, random: () => 0 }).subscribe();
    await settle();
    clock.advance(299_999);
    await settle();
    expect(asked).toBe(1);
    clock.advance(1);
    await settle();
    expect(asked).toBe(2);
    lasting.unsubscribe();
  });

  it('lists ever more slowly while each watch sends one event and then 410', async () => {
    const clock = new FakeClock();
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    let version = 0;
    let lists = 0;
    const metadata = () => ({ name: 'a', resourceVersion: String(++version) });
    const source = {
      list: () => {
        lists++;
        return Promise.resolve({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: metadata(), items: [] });
      },
      watch: () =>
        new Observable<WatchEvent<ConfigMap>>((subscriber) => {
          subscriber.next({ type: 'ADDED', object: { metadata: metadata() } });
          subscriber.error(ApiError.expired('too old'));
        }),
    };
    const backoff = { firstMs: 100, maxMs: 30_000 };
    const expiring = reflect<ConfigMap>(source, { clock, random: () => 1, backoff }).subscribe();
    for (let ms = 0; ms < 60_000; ms += 100) {
      await settle();
      clock.advance(100);
    }
    // 100 ms, 200 ms, 400 ms and so on; without growth there were 600.
    expect(lists).toBe(10);
    expiring.unsubscribe();
  });

  it('opens no watch for a subscriber that leaves when it has the list', async () => {
    let watches = 0;
    const list = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
    const source = {
      list: () => Promise.resolve(list),
      watch: () => new Observable<WatchEvent<ConfigMap>>(() => void watches++),
    };
    const first = await firstValueFrom(reflect<ConfigMap>(source, { clock: new FakeClock(), random: () => 0 }));
    await new Promise((resolve) => setImmediate(resolve));
    expect([first.type, watches]).toEqual(['REPLACE', 0]);
  });

  it('resumes after a request without credentials, without a relist', async () => {
    token = () => {
      token = () => Promise.resolve('t');
      return Promise.reject(new ConfigurationError('PluginFailed', 'the plugin failed'));
    };
    server.endWatches();
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    await until('ADDED b=1');
    expect(failures).toEqual([expect.objectContaining({ code: 'PluginFailed' })]);
    expect(lists()).toBe(1);
  });

  it('resumes after a restart of the server', async () => {
    await server.stop();
    server.put(`${MAPS}/b`, { data: { v: '1' } });
    await server.listen();
    await until('ADDED b=1');
    expect(received()).toEqual(['REPLACE a', 'ADDED b=1']);
  });

  it('relists after garbage in the stream', async () => {
    server.sendRaw('<html>\n');
    await recording.until('a second list', (events) => events.length === 2);
    expect(failures).toEqual([expect.objectContaining({ code: 'Protocol' })]);
  });

  it('asks for pages, and for the whole list when they expire in mid-way', async () => {
    for (const name of ['b', 'c', 'd']) server.put(`${MAPS}/${name}`, {});
    await until('ADDED d=');
    server.fail({ when: (r) => r.query.has('continue'), answer: (response) => sendStatus(response, 410, 'Expired') });
    server.sendRaw('garbage\n');
    await until('REPLACE a,b,c,d');
    const listQueries = server.requests.filter((r) => !isWatch(r)).map((r) => r.query);
    expect(listQueries.at(-1)!.has('limit')).toBe(false);
    expect(listQueries.at(-2)!.has('continue')).toBe(true);
  });

  it('closes its connection without subscribers', async () => {
    recording.end();
    await server.until('no watch', () => server.openWatches === 0);
  });
});
