import { EventEmitter } from 'node:events';
import { createLogger } from '../logger/create-logger.js';
import { silentLogger, type LogFormat, type LogLevel } from '../logger/logger.js';
import { buildDate } from './build-date.js';
import { UserFacingError } from './user-facing-error.js';
import { parseReadyLine, readyLine } from './process-lines.js';
import { productVersion } from './product-version.js';
import {
  runUntilSignal,
  REPEATED_SIGNAL_MS,
  START_MESSAGE,
  START_ON_MESSAGE_ENVIRONMENT,
  STOP_WITH_PARENT_ENVIRONMENT,
  type Running,
  type Start,
} from './run-until-signal.js';
import { UsageError } from './usage-error.js';

class FakeProcess extends EventEmitter {
  readonly statuses: number[] = [];
  private readonly waiting: (() => void)[] = [];
  constructor(readonly env: Record<string, string> = {}) {
    super();
  }
  exit(status: number): void {
    this.statuses.push(status);
    for (const wake of this.waiting.splice(0)) wake();
  }
  exited(): Promise<void> {
    return this.statuses.length > 0 ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }
}

const silent = { logger: silentLogger, command: 'orch thing' };

function run(start: Start, env?: Record<string, string>) {
  const port = new FakeProcess(env);
  runUntilSignal(start, { ...silent, port, stopLimitMs: 1000 });
  return port;
}
const running = (stop: () => Promise<void>) => () => Promise.resolve({ stop });
const never = () => new Promise<never>(() => undefined);

for (const signal of ['SIGTERM', 'SIGINT']) {
  it(`${signal} stops once and ends with status 0`, async () => {
    const stop = jest.fn(() => Promise.resolve());
    const port = run(running(stop));
    port.emit(signal);
    await port.exited();
    expect(stop).toHaveBeenCalledTimes(1);
    expect(port.statuses).toEqual([0]);
  });
}

it('keeps the process alive until a signal, also when nothing else does', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const port = run(running(() => Promise.resolve()));
  expect(timers()).toBe(before + 1);
  port.emit('SIGTERM');
  await port.exited();
  expect(timers()).toBe(before);
});

it('a second signal ends the process immediately with status 1, but not a repeat of the first', () => {
  jest.useFakeTimers();
  try {
    const port = run(running(never));
    port.emit('SIGINT');
    port.emit('SIGINT');
    jest.advanceTimersByTime(REPEATED_SIGNAL_MS - 1);
    port.emit('SIGINT');
    expect(port.statuses).toEqual([]);
    jest.advanceTimersByTime(1);
    port.emit('SIGINT');
    expect(port.statuses).toEqual([1]);
  } finally {
    jest.useRealTimers();
  }
});

it.each(['uncaughtException', 'unhandledRejection'])(
  'goes on after an %s that it survives, and logs it',
  async (event) => {
    const lines: string[] = [];
    const port = new FakeProcess();
    const logger = createLogger({ format: 'text', level: 'info', write: (line) => void lines.push(line) });
    const survives = (error: unknown) => error instanceof RangeError;
    runUntilSignal(
      running(() => Promise.resolve()),
      { logger, command: 'orch thing', port, survives },
    );
    port.emit(event, new RangeError('of a connection'));
    expect(port.statuses).toEqual([]);
    expect(lines.join('')).toContain('RangeError: of a connection');
    port.emit(event, new TypeError('of anything'));
    await port.exited();
    expect(port.statuses).toEqual([1]);
  },
);

it.each(['stdout', 'stderr'] as const)('ends with status 1 when %s is closed, which cannot be logged', async (name) => {
  const output = new EventEmitter();
  const port = Object.assign(new FakeProcess(), { [name]: output });
  runUntilSignal(
    running(() => Promise.resolve()),
    { ...silent, port, survives: () => true },
  );
  output.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  await port.exited();
  expect(port.statuses).toEqual([1]);
});

it('a stop that hangs is cut off at the limit', () => {
  jest.useFakeTimers();
  try {
    const port = run(running(never));
    port.emit('SIGTERM');
    jest.advanceTimersByTime(999);
    expect(port.statuses).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(port.statuses).toEqual([1]);
  } finally {
    jest.useRealTimers();
  }
});

it('a signal during the start stops what was started', async () => {
  const stop = jest.fn(() => Promise.resolve());
  let finishStart: (value: Running) => void = () => undefined;
  const port = run(() => new Promise((resolve) => (finishStart = resolve)));
  await Promise.resolve();
  port.emit('SIGTERM');
  finishStart({ stop });
  await port.exited();
  expect(stop).toHaveBeenCalledTimes(1);
  expect(port.statuses).toEqual([0]);
});

const failures: [string, () => Promise<Running>, number][] = [
  ['a start that fails', () => Promise.reject(new Error('no')), 1],
  ['a start that throws', () => { throw new Error('no'); }, 1],
  ['a start that refuses its flags', () => Promise.reject(new UsageError('no')), 2],
]; // prettier-ignore
for (const [name, start, status] of failures) {
  it(`${name} ends with status ${status}`, async () => {
    const port = run(start);
    await port.exited();
    expect(port.statuses).toEqual([status]);
  });
}

describe('the log of a failed start', () => {
  const loggedFor = async (error: Error, level: LogLevel, logFormat: LogFormat = 'text') => {
    let text = '';
    const write = (line: string): void => void (text += line);
    const logger = createLogger({ format: logFormat, level, write, now: () => new Date(0) });
    const port = new FakeProcess();
    runUntilSignal(() => Promise.reject(error), { logger, port, command: 'orch thing', logFormat, write });
    await port.exited();
    return text;
  };
  const userFacing = new UserFacingError('the port is taken: choose another', { cause: new Error('EADDRINUSE') });
  const line = 'orch thing: the port is taken: choose another\n';
  it('one line for a user-facing error', async () => expect(await loggedFor(userFacing, 'info')).toBe(line));
  it('one line for flags that do not fit each other', async () =>
    expect(await loggedFor(new UsageError('flag --a: needs --b'), 'info')).toBe('orch thing: flag --a: needs --b\n'));
  it('no password of an address', async () =>
    expect(await loggedFor(new UsageError('redis://u:hunter2@a'), 'info')).toBe('orch thing: redis://[redacted]@a\n'));
  it('a log entry with --log-format=json', async () =>
    expect(JSON.parse(await loggedFor(userFacing, 'info', 'json'))).toEqual({
      level: 'error',
      time: '1970-01-01T00:00:00.000Z',
      message: userFacing.message,
    }));
  it('its causes at debug level', async () => {
    const text = await loggedFor(userFacing, 'debug');
    expect(text.startsWith(line)).toBe(true);
    expect(text).toMatch(/UserFacingError: .*\n\s+at [\s\S]*caused by: Error: EADDRINUSE/);
  });
  it('the stack of any other error', async () =>
    expect(await loggedFor(new Error('oh'), 'info')).toMatch(/start failed[\s\S]* at /));
});

it('a start that obeys the signal ends with status 0', async () => {
  const start = (signal: AbortSignal) =>
    new Promise<Running>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  const port = run(start);
  await Promise.resolve();
  port.emit('SIGTERM');
  await port.exited();
  expect(port.statuses).toEqual([0]);
});

it('what cannot go on is stopped and ends with status 1', async () => {
  const stop = jest.fn(() => Promise.resolve());
  const port = run(() => Promise.resolve({ stop, failure: Promise.reject(new Error('died')) }));
  await port.exited();
  expect(stop).toHaveBeenCalledTimes(1);
  expect(port.statuses).toEqual([1]);
});

it('a stop that fails ends with status 1', async () => {
  const port = run(running(() => Promise.reject(new Error('no'))));
  port.emit('SIGTERM');
  await port.exited();
  expect(port.statuses).toEqual([1]);
});

for (const event of ['uncaughtException', 'unhandledRejection']) {
  it(`${event} ends with status 1`, () => {
    const port = run(running(never));
    port.emit(event, new Error('lost'));
    expect(port.statuses).toEqual([1]);
  });
}

it.each<[what: string, event: string, level: string, env: Record<string, string>]>([
  ['without a launcher', 'SIGTERM', 'info', {}],
  ['with a launcher, which logs the stop of all,', 'SIGTERM', 'debug', { [STOP_WITH_PARENT_ENVIRONMENT]: '1' }],
  ['whose launcher has ended', 'disconnect', 'info', { [STOP_WITH_PARENT_ENVIRONMENT]: '1' }],
])('a process %s logs its stop (%s) with its name at level %s', (_what, event, level, env) => {
  const lines: string[] = [];
  const port = new FakeProcess(env);
  const logger = createLogger({ format: 'json', level: 'debug', write: (line) => void lines.push(line) });
  runUntilSignal(running(never), { logger, command: 'orch csr-signer', port });
  port.emit(event);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level, message: 'stopping', process: 'csr-signer' }),
  ]);
  port.emit('uncaughtException', new Error('ends the wait for the stop'));
});

it('ends with its launcher only when the environment says so', async () => {
  const bound = run(
    running(() => Promise.resolve()),
    { [STOP_WITH_PARENT_ENVIRONMENT]: '1' },
  );
  bound.emit('disconnect');
  await bound.exited();
  expect(bound.statuses).toEqual([0]);
  expect(run(running(never)).listenerCount('disconnect')).toBe(0);
});

it('starts when its launcher says so, if the environment says that it waits', async () => {
  const start = jest.fn(running(() => Promise.resolve()));
  const port = run(start, { [START_ON_MESSAGE_ENVIRONMENT]: '1' });
  port.emit('message', 'other');
  await new Promise(setImmediate);
  expect(start).not.toHaveBeenCalled();
  port.emit('message', START_MESSAGE);
  await new Promise(setImmediate);
  expect(start).toHaveBeenCalledTimes(1);
  port.emit('SIGTERM');
  await port.exited();
  expect(port.statuses).toEqual([0]);
});

it('ends with status 0, without a start, on a signal while it waits for its launcher', async () => {
  const start = jest.fn(running(() => Promise.resolve()));
  const port = run(start, { [START_ON_MESSAGE_ENVIRONMENT]: '1' });
  port.emit('SIGTERM');
  await port.exited();
  expect([port.statuses, start.mock.calls]).toEqual([[0], []]);
});

it('does not count the exit of the launcher as a second signal', () => {
  const port = run(running(never), { [STOP_WITH_PARENT_ENVIRONMENT]: '1' });
  port.emit('SIGTERM');
  port.emit('disconnect');
  expect(port.statuses).toEqual([]);
  port.emit('SIGTERM');
});

it('a ready line is read back', () => {
  expect(parseReadyLine(readyLine('https://127.0.0.1:6443'))).toBe('https://127.0.0.1:6443');
  expect(parseReadyLine('already https://x')).toBeUndefined();
});

it('the build has a date, to the second', () => {
  expect(buildDate()).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(Date.parse(buildDate())).toBeGreaterThan(Date.UTC(2024, 0));
});

it('the version is that of the package', () =>
  expect(productVersion()).toBe(require('../../../../package.json').version));
