import { FakeClock } from '@orch/apimachinery';
import { ReviewServer } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { loadWebhookConfiguration } from '@orch/webhook';
import type { AuditEvent } from './audit-event.js';
import { webhookBackend } from './webhook-backend.js';

describe('webhookBackend', () => {
  let collector: ReviewServer;
  beforeAll(async () => (collector = await ReviewServer.start()));
  afterAll(() => collector.close());

  it('aborts a call whose response does not end', async () => {
    const clock = new FakeClock(0);
    const backend = webhookBackend({
      configuration: loadWebhookConfiguration('flag', await collector.configFile(), vocabularies.orch),
      group: 'audit.orch.io',
      userAgent: 'test',
      retry: false,
      initialBackoffMs: 10_000,
      clock,
      random: () => 0,
      ended: new AbortController().signal,
    });
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
