import { type LogFields, silentLogger } from '@orch/process';
import { StorageError, type Storage } from '@orch/storage';
import { logRebuilds } from './log-rebuilds.js';

it('each step says of which store it is, and the end is told', () => {
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
  const tell = logRebuilds(stores, log, () => done++);
  const cause = new StorageError('Lost', '');
  tell({ step: 'began', cause }, events);
  tell({ step: 'failed', error: cause, againInMs: 250 }, main);
  expect(done).toBe(0);
  tell({ step: 'done', changes: 3, tookMs: 7 }, events);
  expect(done).toBe(1);
  expect(lines).toEqual([
    ['error', { store: '/events', error: cause }],
    ['error', { store: 'main', error: cause, againInMs: 250 }],
    ['warn', { store: '/events', changes: 3, tookMs: 7 }],
  ]);
});
