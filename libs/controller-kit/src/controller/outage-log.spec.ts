import { ApiError, FakeClock } from '@orch/apimachinery';
import { TransportError } from '@orch/client';
import { RecordingLogger } from '../testing/recording-logger.js';
import { OutageLog } from './outage-log.js';

const gvr = (resource: string) => ({ group: '', version: 'v1', resource });
const away = new TransportError('Unreachable', 'https://x: cannot connect');

function setup() {
  const logger = new RecordingLogger();
  const clock = new FakeClock();
  const logged = () => logger.lines.filter(({ level }) => level !== 'debug');
  return { clock, logged, log: new OutageLog(logger, clock) };
}

describe('an outage', () => {
  it('of the server is logged once for all resources and retries, and once at its end', () => {
    const { log, clock, logged } = setup();
    for (let times = 0; times < 5; times++) for (const name of ['a', 'b']) log.onFailure(away, gvr(name));
    clock.advance(12_000);
    log.onRecovery(gvr('a'));
    log.onRecovery(gvr('b'));
    expect(logged()).toEqual([
      {
        level: 'warn',
        message: 'API server unavailable, retrying',
        fields: { error: 'https://x: cannot connect' },
      },
      { level: 'info', message: 'API server available again', fields: { seconds: 12 } },
    ]);
    log.onFailure(away, gvr('a'));
    expect(logged()).toHaveLength(3);
  });

  it('of one resource is logged separately', () => {
    const { log, logged } = setup();
    const forbidden = ApiError.forbidden({ group: '', resource: 'secrets' }, 'no');
    for (let times = 0; times < 3; times++) log.onFailure(forbidden, gvr('secrets'));
    log.onRecovery(gvr('pods'));
    log.onRecovery(gvr('secrets'));
    expect(logged().map(({ level, fields }) => [level, fields['resource']])).toEqual([
      ['warn', 'secrets'],
      ['info', 'secrets'],
    ]);
    expect(typeof logged()[0]?.fields['error']).toBe('string');
  });

  it('does not include a compacted history', () => {
    const { log, logged } = setup();
    log.onFailure(new ApiError('Expired', 'too old'), gvr('pods'));
    log.onRecovery(gvr('pods'));
    expect(logged()).toEqual([]);
  });

  it('keeps the stack of a bug', () => {
    const { log, logged } = setup();
    const bug = new TypeError('x is undefined');
    log.onFailure(bug, gvr('pods'));
    expect(logged()[0]?.fields['error']).toBe(bug);
  });
});
