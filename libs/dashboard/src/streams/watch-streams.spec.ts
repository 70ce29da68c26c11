import type { ServerResponse } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import type { WatchAnswer } from './watch-source.js';
import { WatchStreams } from './watch-streams.js';

const EVENT = `{"type":"ADDED","object":"${'x'.repeat(100_000)}"}\n`;

/** A connection that takes bytes when it is read. */
class Page extends Writable {
  text = '';
  private readonly unread: (() => void)[] = [];
  constructor() {
    super({ highWaterMark: 1_000 });
  }
  writeHead(): this {
    return this;
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.unread.push(() => {
      this.text += chunk.toString();
      done();
    });
  }
  /** Takes what waits, and what comes because there is room. */
  async read(): Promise<void> {
    for (let idle = 0; idle < 3; idle++) {
      for (const take of this.unread.splice(0)) {
        take();
        idle = 0;
      }
      await nextTurn();
    }
  }
}

/** A stream with watches of which each has an event to send, on a page that does not read. */
async function unreadStream(count: number) {
  const bodies = new Map<string, PassThrough>();
  const open = ({ watch }: { readonly watch: string }, _: unknown, signal: AbortSignal): Promise<WatchAnswer> => {
    const body = new PassThrough();
    bodies.set(watch, body);
    signal.addEventListener('abort', () => body.destroy(new Error('aborted')), { once: true });
    return Promise.resolve({ code: 200, contentType: 'application/json', body });
  };
  const streams = new WatchStreams({ source: { open }, clock: new FakeClock(), log: silentLogger });
  const page = new Page();
  streams.open('anna', page as unknown as ServerResponse, new AbortController().signal);
  await page.read();
  const id = (JSON.parse(page.text) as { readonly stream: string }).stream;
  const send = (command: object): void => streams.command(id, 'anna', Buffer.from(JSON.stringify(command)), undefined);
  const watches = Array.from({ length: count }, (_, at) => `w${at}`);
  send({ open: watches.map((watch) => ({ watch, path: '/api/v1/pods?watch=1' })) });
  await page.read();
  for (const body of bodies.values()) body.write(EVENT);
  await nextTurn();
  return { page, bodies, send, watches };
}

const unreadBytes = (bodies: ReadonlyMap<string, PassThrough>): number =>
  [...bodies.values()].reduce((sum, body) => sum + body.readableLength, 0);

it('takes from one watch what a page that does not read has room for: the others keep it where it is counted', async () => {
  const { page, bodies, watches } = await unreadStream(8);
  expect(unreadBytes(bodies)).toBe(7 * EVENT.length);
  await page.read();
  expect(unreadBytes(bodies)).toBe(0);
  for (const watch of watches) expect(page.text).toContain(`"type":"event","watch":"${watch}"}`);
});

it('keeps nothing of watches that are closed, or whose server ends them, while they wait', async () => {
  const { page, bodies, send, watches } = await unreadStream(8);
  bodies.get('w7')!.destroy();
  send({ close: watches.slice(0, 7), open: [{ watch: 'w0', path: '/api/v1/pods?watch=1' }] });
  await nextTurn();
  bodies.get('w0')!.write('{"type":"ADDED"}\n');
  await page.read();
  const lines = page.text.trim().split('\n').map((line) => JSON.parse(line) as { readonly type: string; readonly watch?: string }); // prettier-ignore
  const last = lines.slice(lines.findIndex(({ type }) => type === 'event') + 1);
  expect(last).toHaveLength(3);
  expect(last).toEqual(
    expect.arrayContaining([
      { type: 'end', watch: 'w7', code: 503, status: null },
      { type: 'started', watch: 'w0' },
      { type: 'event', watch: 'w0', event: { type: 'ADDED' } },
    ]),
  );
});

it('an answer that breaks before there is room for its beginning ends its watch only', async () => {
  const { page, bodies, send } = await unreadStream(2);
  send({ open: [{ watch: 'late', path: '/api/v1/pods?watch=1' }] });
  await nextTurn();
  bodies.get('late')!.destroy(new Error('the server is gone'));
  await nextTurn();
  await page.read();
  expect(page.text).toContain('{"type":"end","watch":"late","code":503,"status":null}');
});

it('an answer that is not JSON ends its watch only', async () => {
  const body = new PassThrough();
  const destroyed = body.destroy.bind(body);
  body.destroy = (error?: Error) => destroyed(error ?? new Error('destroyed before its end')); // as a response of a client does
  const open = () => Promise.resolve({ code: 200, contentType: 'text/html', body });
  const streams = new WatchStreams({ source: { open }, clock: new FakeClock(), log: silentLogger });
  const page = new Page();
  streams.open('anna', page as unknown as ServerResponse, new AbortController().signal);
  await page.read();
  const { stream } = JSON.parse(page.text) as { readonly stream: string };
  const command = { open: [{ watch: 'page', path: '/api/v1/pods?watch=1' }] };
  streams.command(stream, 'anna', Buffer.from(JSON.stringify(command)), undefined);
  await page.read();
  expect(page.text).toContain('{"type":"end","watch":"page","code":502,"status":null}');
});
