import { FakeClock } from '@orch/apimachinery';
import { inTurns } from '@orch/http';
import { ReviewServer } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { loadWebhookConfiguration } from '@orch/webhook';
import type { AuditEvent } from './audit-event.js';
import { webhookBackend } from './webhook-backend.js';

describe('webhookBackend', () => {
  let collector: ReviewServer;
  beforeAll(async () => (collector = await ReviewServer.start()));
  afterAll(() => collector.close());

  const newBackend = async (clock: FakeClock, ended: AbortSignal) =>
    webhookBackend({
      configuration: loadWebhookConfiguration('flag', await collector.configFile(), vocabularies.orch),
      group: 'audit.orch.io',
      userAgent: 'test',
      retry: false,
      initialBackoffMs: 10_000,
      clock,
      random: () => 0,
      ended,
    });

  it('encodes no events after the end of the server', async () => {
    const backend = await newBackend(new FakeClock(0), AbortSignal.abort());
    let encoded = 0;
    const event = {
      get auditID() {
        encoded++;
        return '1';
      },
    } as AuditEvent;
    await expect(backend.write([event])).rejects.toThrow('the server stops');
    expect(encoded).toBe(0);
    await backend.close();
  });

  it('encodes large batches in turns of the event loop, which users have as well', async () => {
    let nowMs = performance.now() + 1_000; // after the turns of the tests before
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    let turn = 0;
    const nextTurn = (): void => void (turn++, (timer = setImmediate(nextTurn)));
    let timer = setImmediate(nextTurn);
    const turns: number[] = [];
    let eventsBeforeUser = 0;
    // eslint-disable-next-line require-yield
    function* workOfUser(): Generator<undefined, void> {
      eventsBeforeUser = turns.length;
      nowMs += 10;
    }
    const event = (auditID: string): AuditEvent =>
      ({
        get auditID() {
          turns.push(turn);
          nowMs += 10;
          return auditID;
        },
        requestURI: '\u0001'.repeat(30_000),
      }) as AuditEvent;
    const backend = await newBackend(new FakeClock(0), new AbortController().signal);
    const written = backend.write([event('1'), event('2'), event('3')]);
    await inTurns(workOfUser(), { flow: { name: 'jane', exempt: false } });
    await written;
    clearImmediate(timer);
    clock.mockRestore();
    await backend.close();
    expect(new Set(turns).size).toBe(3);
    expect(eventsBeforeUser).toBeLessThan(3);
    const sent = collector.calls.at(-1)!.body as unknown as { readonly items: readonly AuditEvent[] };
    expect(sent.items.map(({ auditID }) => auditID)).toEqual(['1', '2', '3']);
  });

  it('aborts a call whose response does not end', async () => {
    const clock = new FakeClock(0);
    const backend = await newBackend(clock, new AbortController().signal);
    const begun = new Promise<void>((resolve) =>
      collector.instead.push((response) => {
        response.writeHead(200);
        response.write('{', () => resolve());
      }),
    );
    const written = backend.write([{ auditID: '1' } as AuditEvent]);
    const failure = written.catch((error: unknown) => error);
    await begun;
    clock.advance(30_000);
    expect(await failure).toMatchObject({
      message: expect.stringMatching(/no answer within 30000 ms|aborted/) as string,
    });
    await backend.close();
  });
});
