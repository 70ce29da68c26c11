/** @jest-environment node */
import type { ApiClient } from '../api/client';
import { MultiplexedWatches } from './multiplexer';

// The package is made for browsers.
jest.mock('@preact/signals', () => ({ signal: (value: unknown) => ({ value }) }));

/** A server of which the test writes the stream. */
class Streams {
  readonly commands: unknown[] = [];
  private readonly encoder = new TextEncoder();
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  opened = 0;

  readonly client = {
    send: (path: string, { body }: { readonly body: unknown }): Promise<Response> => {
      if (path !== '/dashboard/streams') {
        this.commands.push(body);
        return Promise.resolve(new Response());
      }
      this.opened++;
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (this.controller = controller) });
      return Promise.resolve(new Response(stream));
    },
  } as unknown as ApiClient;

  async line(text: string): Promise<void> {
    this.controller?.enqueue(this.encoder.encode(`${text}\n`));
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

class Watch {
  readonly seen: unknown[] = [];
  readonly started = (): void => undefined;
  readonly event = (event: unknown): void => {
    if ((event as { readonly type?: unknown }).type === 'BAD') throw new TypeError('no table');
    this.seen.push(event);
  };
  readonly end = (code: number): void => void this.seen.push(code);
}

describe('events that are none', () => {
  let streams: Streams;
  let watches: MultiplexedWatches;
  let [good, bad]: Watch[] = [];

  beforeEach(async () => {
    Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined });
    streams = new Streams();
    watches = new MultiplexedWatches(streams.client);
    [good, bad] = [new Watch(), new Watch()];
    watches.open('/good', '', good);
    watches.open('/bad', '', bad);
    await streams.line('{"type":"open","stream":"s"}');
  });
  afterEach(() => watches.close());

  const goOn = async (): Promise<void> => {
    await streams.line('{"event":{"type":"ADDED"},"type":"event","watch":"0"}');
    expect(good?.seen).toEqual([{ type: 'ADDED' }]);
    expect(streams.opened).toBe(1);
  };

  test.each([
    ['no JSON', '{"event":{"type":},"type":"event","watch":"1"}'],
    ['more than one value', '{"event":{}},{"x":{},"type":"event","watch":"1"}'],
    ['the end of another watch before its own', '{"event":{},"type":"event","watch":"0"}{,"type":"event","watch":"1"}'],
    ['what the page cannot use', '{"event":{"type":"BAD"},"type":"event","watch":"1"}'],
    ['null', '{"event":null,"type":"event","watch":"1"}'],
  ])('end their own watch, and no other: %s', async (_name, line) => {
    await streams.line(line);
    expect(bad?.seen).toEqual([502]);
    expect(streams.commands.at(-1)).toEqual({ open: [], close: ['1'] });
    await goOn();
  });

  test('a field of an event cannot name another watch', async () => {
    await streams.line('{"event":{},"type":"end","watch":"0","code":401,"type":"event","watch":"1"}');
    expect(bad?.seen).toEqual([{}]);
    await goOn();
  });
});
