import { runOrch, type OrchProcess } from '@orch/testing';
import { makeOtherRelease, type OtherRelease } from '../../support/other-release.js';
import { sendPatiently, watchPatiently, type Met } from '../../support/patient-client.js';
import { ResourceServer } from '../../support/resource-fixtures.js';

const WRITERS = 4;
const WATCHERS = 3;
/** Writes that each server must have acknowledged before the upgrade goes on. */
const SIDE_BY_SIDE = 20;
/** Name of the object that ends the watches. */
const LAST = 'last';

describe('servers that are exchanged one by one for those of another release', () => {
  let server: ResourceServer;
  let release: OtherRelease;
  const upgraded: OrchProcess[] = [];
  beforeAll(async () => {
    [server, release] = await Promise.all([ResourceServer.start({ storage: 'redis' }), makeOtherRelease()]);
  });
  afterAll(async () => {
    await Promise.all(upgraded.map((process) => process.stop()));
    await server?.stop();
    await release?.remove();
  });

  /** Ends one server as its operator does, and starts the other release in its place. */
  const exchange = async (index: number): Promise<void> => {
    const { dataDir, url, process } = server.plane.servers[index]!;
    expect(await process.stop('SIGTERM')).toBe(0);
    const args = [
      'apiserver',
      `--data-dir=${dataDir}`,
      `--secure-port=${new URL(url).port}`,
      '--storage-backend=redis',
      `--redis-url=${server.plane.redis!.url}`,
      '--disable-admission-plugins=ServiceAccount',
    ];
    const next = runOrch(args, {}, release.program);
    upgraded.push(next);
    expect(await next.ready).toBe(url);
  };
  const libraries = async (): Promise<string[]> =>
    ((await server.plane.redis!.cli('FUNCTION', 'LIST')) as string[][]).map((library) => library[1]!);

  it('lose no write and no event, and say nothing but that one should try again', async () => {
    const { configMaps } = server.paths;
    const met: Met = { interruptions: 0, faults: [] };
    const urls = server.plane.servers.map(({ url }) => url);
    const places = [server.plane.url, ...urls];
    const acknowledgedBy = new Map<string, number>(places.map((place) => [place, 0]));
    let onAcknowledged = (): void => undefined;
    let isOver = false;

    const register = (writer: number): string => `register-${writer}`;
    for (let writer = 0; writer < WRITERS; writer++) {
      await server.create(configMaps, { metadata: { name: register(writer) }, data: { n: '0' } });
    }
    const from = (await server.get(configMaps)).body.metadata.resourceVersion!;

    /** Makes an object and changes one, in turn. @returns how many of each were acknowledged. */
    const write = async (writer: number): Promise<number> => {
      let n = 0;
      while (!isOver) {
        n++;
        const shift = (writer + n) % places.length;
        const turn = [...places.slice(shift), ...places.slice(0, shift)];
        const metadata = { name: `made-${writer}-${n}` };
        const made = await sendPatiently(server, met, turn, ['POST', configMaps, { metadata }]);
        // Made by an attempt whose answer was lost.
        const isThere = made.answer.code === 409 && made.attempts > 1;
        if (made.answer.code !== 201 && !isThere) met.faults.push(`POST ${metadata.name}: ${made.answer.text}`);
        const name = register(writer);
        const changed = await sendPatiently(server, met, turn, [
          'PUT',
          `${configMaps}/${name}`,
          { metadata: { name }, data: { n: String(n) } },
        ]);
        if (changed.answer.code !== 200) met.faults.push(`PUT ${name}: ${changed.answer.text}`);
        for (const { at } of [made, changed]) acknowledgedBy.set(at, acknowledgedBy.get(at)! + 1);
        onAcknowledged();
      }
      return n;
    };
    const untilAllServe = async (): Promise<void> => {
      const before = new Map(acknowledgedBy);
      const isSo = (): boolean => urls.every((url) => acknowledgedBy.get(url)! >= before.get(url)! + SIDE_BY_SIDE);
      await new Promise<void>((resolve) => (onAcknowledged = () => isSo() && resolve()));
    };

    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    const watching = Array.from({ length: WATCHERS }, () =>
      watchPatiently(server, met, configMaps, from, (seen) => seen.at(-1)?.object.metadata.name === LAST),
    );
    await untilAllServe();
    expect(await libraries()).toHaveLength(1);
    await exchange(0);
    await untilAllServe();
    expect(await libraries()).toHaveLength(2);
    await exchange(1);
    await untilAllServe();
    isOver = true;
    const counts = await Promise.all(writing);
    await server.create(configMaps, { metadata: { name: LAST } });
    const histories = await Promise.all(watching);

    expect(met.faults).toEqual([]);
    expect(met.interruptions).toBeGreaterThan(0);
    const { items } = (await server.get(configMaps)).body;
    const names = items.map(({ metadata }) => metadata.name);
    const made = counts.flatMap((count, writer) => numbers(count).map((n) => `made-${writer}-${n}`));
    expect(names).toEqual([...made, ...counts.map((_, writer) => register(writer)), LAST].toSorted());
    counts.forEach((count, writer) => {
      const stored = items.find(({ metadata }) => metadata.name === register(writer))!;
      expect(dataOf(stored)).toEqual({ n: String(count) });
    });
    for (const events of histories) {
      const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
      expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
      const of = (type: string) => events.filter((event) => event.type === type);
      expect(
        of('ADDED')
          .map(({ object }) => object.metadata.name)
          .toSorted(),
      ).toEqual([...made, LAST].toSorted());
      const changes = of('MODIFIED').map(({ object }) => [object.metadata.name, dataOf(object).n] as const);
      counts.forEach((count, writer) => {
        const ofWriter = changes.filter(([name]) => name === register(writer)).map(([, n]) => n);
        expect(ofWriter).toEqual(numbers(count).map(String));
      });
      expect(events).toHaveLength(made.length * 2 + 1);
    }
  });
});

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
const dataOf = (object: unknown): { n: string } => (object as { data: { n: string } }).data;
