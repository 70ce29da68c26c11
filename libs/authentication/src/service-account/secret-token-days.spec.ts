import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ApiObject, FakeClock, jsonPart } from '@orch/apimachinery';
import { SecretTokenDays } from './secret-token-days.js';

const LABEL = 'x/last-used';
const DAY_MS = 24 * 3_600_000;

describe('days of use of token Secrets', () => {
  let stored: ApiObject;
  let clock: FakeClock;
  let writes: string[];
  let fault: Error | undefined;
  let warnings: object[];
  let days: SecretTokenDays;

  beforeEach(() => {
    stored = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', labels: { a: 'b' } } };
    clock = new FakeClock(Date.parse('2026-02-28T23:00:00Z'));
    writes = [];
    fault = undefined;
    warnings = [];
    days = new SecretTokenDays(LABEL, {
      reader: {
        identityOf: () => undefined,
        partOf: (_resource, _namespace, _name, path) => jsonPart(Buffer.from(JSON.stringify(stored)), path),
      },
      writes: {
        change: async (resource, namespace, name, compute) => {
          writes.push(`${resource} ${namespace}/${name}`);
          if (fault) throw fault;
          stored = await compute(stored);
        },
      },
      clock,
      log: { warn: (_text, fields) => void warnings.push(fields!) },
    });
  });

  const use = async (): Promise<void> => {
    days.used('t1', 's');
    await nextTurn();
  };

  it('are in a label, next to other labels', async () => {
    await use();
    expect(stored.metadata.labels).toEqual({ a: 'b', [LABEL]: '2026-02-28' });
    expect(writes).toEqual(['secrets t1/s']);
  });

  it('are written once a day', async () => {
    days.used('t1', 's');
    await use();
    await use();
    expect(writes).toHaveLength(1);
    clock.advance(DAY_MS);
    await use();
    expect(stored.metadata.labels?.[LABEL]).toBe('2026-03-01');
    expect(writes).toHaveLength(2);
  });

  it('may be those of another server whose clock is ahead', async () => {
    stored = { ...stored, metadata: { labels: { [LABEL]: '2026-03-01' } } };
    await use();
    expect(writes).toEqual([]);
  });

  it('are not written by two servers', async () => {
    let meanwhile: ApiObject | undefined;
    const other = { ...stored, metadata: { labels: { [LABEL]: '2026-02-28' } } };
    const here = new SecretTokenDays(LABEL, {
      reader: {
        identityOf: () => undefined,
        partOf: (_resource, _namespace, _name, { length }) => (length === 0 ? Buffer.from('{}') : undefined),
      },
      writes: { change: async (_resource, _namespace, _name, compute) => void (meanwhile = await compute(other)) },
      clock,
      log: { warn: () => undefined },
    });
    here.used('t1', 's');
    await nextTurn();
    expect(meanwhile).toBe(other);
  });

  it('are not written to Secrets of more than 64 KiB', async () => {
    stored = { ...stored, data: { large: 'a'.repeat(65_536) } };
    await use();
    expect(writes).toEqual([]);
  });

  it('that cannot be written are logged, and tried again the next day', async () => {
    fault = new Error('read only');
    await use();
    await use();
    expect(writes).toHaveLength(1);
    expect(warnings).toEqual([{ namespace: 't1', secret: 's', error: fault }]);
    fault = undefined;
    clock.advance(DAY_MS);
    await use();
    expect(stored.metadata.labels?.[LABEL]).toBe('2026-03-01');
  });
});
