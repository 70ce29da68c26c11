import { type LogFields, silentLogger } from '@orch/process';
import { StorageError, type Storage } from '@orch/storage';
import { logRebuilds } from './log-rebuilds.js';

it('each step names its store, and the end is logged', () => {
  const lines: [level: string, fields: LogFields | undefined][] = [];
  const log = {
    ...silentLogger,
    warn: (_text: string, fields?: LogFields) => void lines.push(['warn', fields]),
    error: (_text: string, fields?: LogFields) => void lines.push(['error', fields]),
  };
  const [main, events] = [{} as Storage, {} as Storage];
  const stores = [
    { storage: main, name: 'main' },
    { storage: events, name: '/events' },
  ];
  let done = 0;
  const observer = logRebuilds(stores, log, () => done++);
  const cause = new StorageError('Lost', '');
  observer({ step: 'began', cause }, events);
  observer({ step: 'failed', error: cause, againInMs: 250 }, main);
  expect(done).toBe(0);
  observer({ step: 'done', changes: 3, tookMs: 7 }, events);
  expect(done).toBe(1);
  expect(lines).toEqual([
    ['error', { store: '/events', error: cause }],
    ['error', { store: 'main', error: cause, againInMs: 250 }],
    ['warn', { store: '/events', changes: 3, tookMs: 7 }],
  ]);
});
