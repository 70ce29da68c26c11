import { chmodSync, statfsSync } from 'node:fs';
import { Agent, request } from 'undici';
import { loadClientConfiguration } from '@orch/client';
import { runOrch, type OrchProcess } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { Dice } from './consistency/dice.js';
import { type SmallDisk, smallDisk } from './consistency/small-disk.js';

const CM = '/api/v1/namespaces/default/configmaps';
const DISK_MEGABYTES = 64;
const VALUE_BYTES = 100_000;
const WRITERS = 8;
const CONTENDED_WRITES = 1_200;
const SIZES = [300, 1_500, 3_000, 20_000, 100_000, 400_000, 1_000_000] as const;
const SEED = 12;

/** A disk of its own. Where none can be mounted there is nothing to test, which must not pass for a success. */
async function mounted(megabytes: number): Promise<SmallDisk> {
  const disk = await smallDisk(megabytes);
  if (!disk) throw new Error('mount -t tmpfs failed: this test needs root, and may not be left out');
  return disk;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

describe('an embedded store on a full disk', () => {
  let disk: SmallDisk;
  let server: OrchProcess;
  let url: string;
  let agent: Agent;
  /** What the server acknowledged and must have, by name: the letter of the value, and how often. */
  const expected = new Map<string, string>();

  const start = async () => {
    server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${disk.path}/data`, '--watch-history=10s']);
    url = await server.ready;
    const { tls } = loadClientConfiguration({ file: `${disk.path}/data/admin.conf`, vocabulary: vocabularies.orch });
    agent = new Agent({ connections: WRITERS, connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    await agent.destroy();
    await server.stop(signal);
  };
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> => {
    const options = { method, dispatcher: agent, headers: { 'content-type': 'application/json' } };
    const answer = await request(url + path, body ? { ...options, body: JSON.stringify(body) } : options);
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const write = async (method: 'POST' | 'PUT', name: string, bytes: number): Promise<Answer> => {
    const letter = String.fromCharCode(97 + (expected.size % 26));
    const path = method === 'POST' ? CM : `${CM}/${name}`;
    const answer = await ask(method, path, { metadata: { name }, data: { value: letter.repeat(bytes) } });
    if (answer.status < 300) expected.set(name, `${letter} x ${bytes}`);
    return answer;
  };
  const create = (name: string) => write('POST', name, VALUE_BYTES);
  /** Creates until each writer was refused once. */
  const fill = async (prefix: string): Promise<Answer[]> => {
    const writer = async (number: number): Promise<Answer> => {
      for (let n = 0; ; n++) {
        const answer = await create(`${prefix}-${number}-${n}`);
        if (answer.status !== 201) return answer;
      }
    };
    return Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  };
  const remove = async (names: readonly string[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const name of names) {
      const { status } = await ask('DELETE', `${CM}/${name}`);
      statuses.push(status);
      if (status === 200) expected.delete(name);
    }
    return statuses;
  };
  /** Names and letters of what is stored: each value must be whole. */
  const stored = async (): Promise<Map<string, string>> => {
    const { status, text } = await ask('GET', CM);
    expect(status).toBe(200);
    const { items } = JSON.parse(text) as { items: { metadata: { name: string }; data: { value?: string } }[] };
    const found = new Map<string, string>();
    for (const { metadata, data } of items) {
      if (data.value === undefined) continue; // made by the server
      const [letter = ''] = data.value;
      expect(data.value === letter.repeat(data.value.length)).toBe(true);
      found.set(metadata.name, `${letter} x ${data.value.length}`);
    }
    return found;
  };
  const sorted = (map: ReadonlyMap<string, string>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const assertAllThere = async () => expect(sorted(await stored())).toEqual(sorted(expected));
  const linesOf = (text: string) =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes(text));
  /** Another program takes what is left; the server may have been faster. */
  const fillUpTo = (bytesLeft: number): void => {
    try {
      disk.fill(bytesLeft);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  };
  /** Resolves when the server's log contains the text. */
  const logged = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!server.log().includes(text)) return;
        server.child.stderr!.off('data', look);
        resolve();
      };
      server.child.stderr!.on('data', look);
      look();
    });
  const readiness = async () => (await ask('GET', '/readyz?verbose')).text;

  beforeAll(async () => {
    disk = await mounted(DISK_MEGABYTES);
    chmodSync(disk.path, 0o700);
    await start();
  });
  afterAll(async () => {
    await agent?.destroy();
    await server?.stop('SIGKILL');
    await disk?.remove();
  });

  it('answers nothing false while writers of all sizes and another program fight for the last space', async () => {
    const dice = new Dice(SEED);
    const answers = new Set<string>();
    let left = CONTENDED_WRITES;
    const writer = async (number: number): Promise<void> => {
      const mine: string[] = [];
      while (left-- > 0) {
        if (left % 50 === 0) fillUpTo(dice.between(0, 8_000_000));
        if (left % 50 === 25) await disk.free();
        const name = mine[dice.between(0, mine.length)];
        if (name !== undefined && dice.between(0, 3) === 0) {
          expect(await remove([name])).toEqual([200]);
          mine.splice(mine.indexOf(name), 1);
          continue;
        }
        const isUpdate = name !== undefined && dice.between(0, 2) === 0;
        const target = isUpdate ? name : `c-${number}-${left}`;
        const { status, text } = await write(isUpdate ? 'PUT' : 'POST', target, dice.pick(SIZES));
        answers.add(status === 503 ? `503 ${String(text.includes('nothing was written'))}` : String(status));
        if (status === 201) mine.push(target);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
    await disk.free();
    expect([...answers].sort()).toEqual(['200', '201', '503 true']);
    await assertAllThere();
    await stop('SIGKILL');
    await start();
    await assertAllThere();
    // The writers may have deleted all of theirs.
    expect((await remove([...expected.keys()])).filter((status) => status !== 200)).toEqual([]);
    // The others begin with an empty disk.
    await stop('SIGTERM');
    await disk.remove();
    disk = await mounted(DISK_MEGABYTES);
    await start();
  }, 240_000);

  it('refuses creates with the reason, loses nothing and answers every delete', async () => {
    const refused = await fill('a');
    for (const answer of refused) {
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('the disk is full');
      expect(answer.text).toContain('nothing was written');
    }
    expect(expected.size).toBeGreaterThan(400);
    expect(statfsSync(disk.path).bavail).toBe(0);
    await assertAllThere();
    expect(await readiness()).toContain('[-]disk-space failed');
    expect((await ask('GET', '/livez')).status).toBe(200);
    expect(await remove([...expected.keys()].slice(0, 100))).toEqual(Array.from({ length: 100 }, () => 200));
    await assertAllThere();
    expect(linesOf('disk full')).toHaveLength(1);
  }, 240_000);

  it('starts after kill -9 while full, serves what was acknowledged, and takes writes again when deleted history has passed', async () => {
    await stop('SIGKILL');
    await start();
    await assertAllThere();
    expect(await readiness()).toContain('[-]disk-space failed');
    expect(await remove([...expected.keys()].slice(0, 100))).toEqual(Array.from({ length: 100 }, () => 200));
    await logged('disk space available');
    expect(await readiness()).toContain('[+]disk-space ok');
    expect((await create('again')).status).toBe(201);
    await assertAllThere();
    expect(linesOf('disk full')).toHaveLength(1);
    expect(server.log()).not.toContain('lmdb');
  }, 240_000);

  it('starts on a disk that others filled meanwhile, and takes writes again once they give space back', async () => {
    await stop('SIGTERM');
    disk.fill(0);
    await start();
    await assertAllThere();
    expect(await remove([...expected.keys()].slice(0, 20))).toEqual(Array.from({ length: 20 }, () => 200));
    await disk.free();
    await fill('b');
    await assertAllThere();
    await stop('SIGTERM');
  }, 240_000);
});

it.each([0, 100_000, 500_000, 3_000_000, 6_000_000])(
  'says in one line that a first start needs space, of which there are %d bytes, and starts when it has it',
  async (bytesLeft) => {
    const disk = await mounted(16);
    try {
      disk.fill(bytesLeft);
      const server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${disk.path}/data`]);
      await expect(server.ready).rejects.toThrow();
      expect(server.child.exitCode).toBe(1);
      expect(server.log().trim().split('\n')).toEqual([
        expect.stringMatching(/^orch apiserver: .*the disk is full: free or add space$/),
      ]);
      await disk.free();
      const next = runOrch(['apiserver', '--secure-port=0', `--data-dir=${disk.path}/data`]);
      await next.ready;
      expect(await next.stop()).toBe(0);
    } finally {
      await disk.remove();
    }
  },
);
