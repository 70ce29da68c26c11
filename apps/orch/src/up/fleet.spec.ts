import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, UserFacingError, ShownError, silentLogger } from '@orch/process';
import { startChild, type Child } from './child.js';
import { Fleet } from './fleet.js';

/** Replaces every program: prints its second argument, logs start and end, ends on SIGTERM or when the channel closes. */
const SCRIPT = `
const [name, says, ends] = process.argv.slice(2);
const fs = require('node:fs');
const note = (text) => fs.appendFileSync(process.env.FLEET_JOURNAL, name + ' ' + text + '\\n');
note('started');
if (ends === 'dies') process.exit(3);
if (ends === 'refuses') process.exit(2);
if (ends === 'cannot') process.exit(1);
process.on('SIGTERM', () => { if (ends !== 'hangs') { note('stopped'); process.exit(0); } });
process.on('disconnect', () => { note('orphaned'); process.exit(0); });
const say = () => { if (says !== '-') console.log('noise\\n' + says); };
const waits = process.env.ORCH_START_ON_MESSAGE === '1';
if (waits) process.once('message', (message) => { note(message); say(); });
console.log(waits ? 'loaded' : 'runs');
if (!waits) say();
setInterval(() => undefined, 1000);
`;

const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
const script = join(folder, 'orch.cjs');
const journal = join(folder, 'journal');
const lines = () => readFileSync(journal, 'utf8').trim().split('\n');
beforeAll(() => {
  writeFileSync(script, SCRIPT);
  process.env['FLEET_JOURNAL'] = journal;
});
beforeEach(() => writeFileSync(journal, ''));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param delays of the restarts of each controller, in milliseconds; after them it is given up. */
function newFleet(...delays: number[]) {
  const children: Child[] = [];
  const waiting: (() => void)[] = [];
  const fleet = new Fleet(
    (member) => {
      const child = startChild(script, member);
      children.push(child);
      for (const resolve of waiting.splice(0)) resolve();
      return child;
    },
    silentLogger,
    { restarts: () => ({ next: () => delays.shift() }) },
  );
  /** Resolves at the next start of a process. */
  const nextStart = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { fleet, children, nextStart };
}
const server = { name: 'apiserver', args: ['ready https://127.0.0.1:1'] };
const controller = (name: string, ...args: string[]) => ({ name, args });
const never = new AbortController().signal;

it('is ready when the server is ready and every controller synced; stops controllers before the server', async () => {
  const { fleet, children } = newFleet();
  const plan = { server, controllers: [controller('a', 'synced'), controller('b', 'synced')] };
  expect(await fleet.start(plan, never)).toBe('https://127.0.0.1:1');
  expect(lines()[0]).toBe('apiserver started');
  await fleet.stop();
  expect(lines().slice(3, 5).sort()).toEqual(['a stopped', 'b stopped']);
  expect(lines()[5]).toBe('apiserver stopped');
  expect(await Promise.all(children.map((child) => child.ended))).toEqual([
    { status: 0 },
    { status: 0 },
    { status: 0 },
  ]);
});

it('no controller starts before the server is ready, and all end when the start is aborted', async () => {
  const { fleet, children } = newFleet();
  const abort = new AbortController();
  const starting = fleet.start(
    { server: { name: 'apiserver', args: ['working'] }, controllers: [controller('a', 'synced')] },
    abort.signal,
  );
  await children[0]?.line((line) => (line === 'working' ? true : undefined));
  abort.abort();
  await expect(starting).rejects.toThrow('stopped while starting');
  expect(lines()).toEqual(['apiserver started', 'apiserver stopped']);
});

it('a controller that starts on a message is loaded with the server, and starts when that is ready, and after each restart', async () => {
  const isLoaded = (line: string) => (line === 'loaded' ? true : undefined);
  const early = { ...controller('a', 'synced'), startsOnMessage: true };
  const abort = new AbortController();
  const first = newFleet();
  const aborted = first.fleet.start(
    { server: { name: 'apiserver', args: ['working'] }, controllers: [early] },
    abort.signal,
  );
  await first.children[1]?.line(isLoaded);
  expect(lines()).not.toContain('a start');
  abort.abort();
  await expect(aborted).rejects.toThrow('stopped while starting');

  const { fleet, children, nextStart } = newFleet(0);
  await fleet.start({ server, controllers: [early] }, never);
  const restarted = nextStart();
  children[1]?.signal('SIGKILL');
  await restarted;
  await children[2]?.line((line) => (line === 'synced' ? true : undefined));
  expect(lines().filter((line) => line === 'a start')).toHaveLength(2);
  await fleet.stop();
});

it('a child that dies while it starts ends the start, and the others with it', async () => {
  const { fleet } = newFleet();
  const plan = { server, controllers: [controller('a', '-', 'dies')] };
  await expect(fleet.start(plan, never)).rejects.toThrow(new UserFacingError('a ended with status 3'));
  expect(lines()).toContain('apiserver stopped');
});

it('a child that refuses its flags makes the start a wrong use', async () => {
  const { fleet } = newFleet();
  const starting = fleet.start({ server: { name: 'apiserver', args: ['-', 'refuses'] }, controllers: [] }, never);
  await expect(starting).rejects.toEqual(new ShownError('apiserver ended with status 2', 2));
  expect(((await starting.catch((error: unknown) => error)) as ShownError).status).toBe(2);
  await expect(starting).rejects.toThrow('apiserver ended with status 2');
});

it('a start that takes long says what it waits for', async () => {
  const abort = new AbortController();
  const logged: string[] = [];
  const write = (line: string): void => {
    logged.push(line);
    abort.abort();
  };
  const logger = createLogger({ level: 'warn', write });
  const fleet = new Fleet((member) => startChild(script, member), logger, { patienceMs: 50 });
  const plan = { server: { name: 'apiserver', args: ['nothing of use'] }, controllers: [] };
  await expect(fleet.start(plan, abort.signal)).rejects.toThrow('stopped while starting');
  expect(logged[0]).toMatch(/ WARN  still starting waitingFor=apiserver waitedSeconds=0$/m);
});

it('a child that ends its own start with status 1 has said why: nothing is said again', async () => {
  const { fleet } = newFleet();
  const starting = fleet.start({ server: { name: 'apiserver', args: ['-', 'cannot'] }, controllers: [] }, never);
  await expect(starting).rejects.toMatchObject({ name: 'ShownError', status: 1 });
});

it('controllers that die later are started again, and the server never notices', async () => {
  const { fleet, children, nextStart } = newFleet(0, 0);
  await fleet.start({ server, controllers: [controller('a', 'synced'), controller('b', 'synced')] }, never);
  for (const victim of [1, 3]) {
    const started = nextStart();
    children[victim]?.signal('SIGKILL');
    await started;
    await children.at(-1)?.line((line) => (line === 'synced' ? true : undefined));
  }
  expect(children.map(({ name }) => name)).toEqual(['apiserver', 'a', 'b', 'a', 'a']);
  await fleet.stop();
  expect(lines().filter((line) => line.startsWith('apiserver'))).toEqual(['apiserver started', 'apiserver stopped']);
  expect(await children.at(-1)?.ended).toEqual({ status: 0 });
});

it('controllers that die too often are a failure of the fleet', async () => {
  const { fleet, children } = newFleet();
  await fleet.start({ server, controllers: [controller('a', 'synced')] }, never);
  children[1]?.signal('SIGKILL');
  await expect(fleet.failure).rejects.toThrow('a ended with SIGKILL');
  await fleet.stop();
  expect(lines().filter((line) => line.endsWith('started'))).toHaveLength(2);
  expect(lines().at(-1)).toBe('apiserver stopped');
});

it('nothing is started again once the fleet stops', async () => {
  const hour = 3_600_000;
  const { fleet, children } = newFleet(hour);
  await fleet.start({ server, controllers: [controller('a', 'synced')] }, never);
  children[1]?.signal('SIGKILL');
  await children[1]?.ended;
  await fleet.stop();
  expect(children).toHaveLength(2);
});

it('a server that dies is a failure of the fleet', async () => {
  const { fleet, children } = newFleet(0, 0, 0);
  await fleet.start({ server, controllers: [controller('a', 'synced')] }, never);
  children[0]?.signal('SIGKILL');
  await expect(fleet.failure).rejects.toThrow('apiserver ended with SIGKILL');
  await fleet.stop();
  expect(lines().at(-1)).toBe('a stopped');
});

it('a child that does not obey is killed within the time a stop has', async () => {
  const { fleet, children } = newFleet();
  await fleet.start({ server, controllers: [controller('a', 'synced', 'hangs')] }, never);
  await fleet.stop();
  expect(await children[1]?.ended).toEqual({ signal: 'SIGKILL' });
  expect(await children[0]?.ended).toEqual({ status: 0 });
});
