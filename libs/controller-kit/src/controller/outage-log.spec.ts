import { ApiError, FakeClock } from '@orch/apimachinery';
import { TransportError } from '@orch/client';
import { RecordingLogger } from '../testing/recording-logger.js';
import { OutageLog } from './outage-log.js';

const gvr = (resource: string) => ({ group: '', version: 'v1', resource });
const away = new TransportError('Unreachable', 'https://x: cannot connect');

function setup() {
  const logger = new RecordingLogger();
  const clock = new FakeClock();
  const told = () => logger.lines.filter(({ level }) => level !== 'debug');
  return { clock, told, log: new OutageLog(logger, clock) };
}

describe('an outage', () => {
  it('of the server is one line for all resources and tries, and one when it is over', () => {
    const { log, clock, told } = setup();
    for (let times = 0; times < 5; times++) for (const name of ['a', 'b']) log.onFailure(away, gvr(name));
    clock.advance(12_000);
    log.onRecovery(gvr('a'));
    log.onRecovery(gvr('b'));
    expect(told()).toEqual([
      {
        level: 'warn',
        message: 'the API server is away: trying until it answers',
        fields: { error: 'https://x: cannot connect' },
      },
      { level: 'info', message: 'the API server answers again', fields: { seconds: 12 } },
    ]);
    log.onFailure(away, gvr('a'));
    expect(told()).toHaveLength(3);
  });

  it('of one resource is its own', () => {
    const { log, told } = setup();
    const forbidden = ApiError.forbidden({ group: '', resource: 'secrets' }, 'no');
    for (let times = 0; times < 3; times++) log.onFailure(forbidden, gvr('secrets'));
    log.onRecovery(gvr('pods'));
    log.onRecovery(gvr('secrets'));
    expect(told().map(({ level, fields }) => [level, fields['resource']])).toEqual([
      ['warn', 'secrets'],
      ['info', 'secrets'],
    ]);
    expect(typeof told()[0]?.fields['error']).toBe('string');
  });

  it('is not what history that ran out makes', () => {
    const { log, told } = setup();
    log.onFailure(new ApiError('Expired', 'too old'), gvr('pods'));
    log.onRecovery(gvr('pods'));
    expect(told()).toEqual([]);
  });

  it('keeps the stack of a bug', () => {
    const { log, told } = setup();
    const bug = new TypeError('x is undefined');
    log.onFailure(bug, gvr('pods'));
    expect(told()[0]?.fields['error']).toBe(bug);
  });
});
