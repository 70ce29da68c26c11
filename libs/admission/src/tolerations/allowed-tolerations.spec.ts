import type { Toleration } from '@orch/api';
import { areAllowed } from './allowed-tolerations.js';

const any = { key: 'k', operator: 'Exists' };
const equal = { key: 'k', operator: 'Equal', value: 'v' };
const evicted = (tolerationSeconds?: number): Toleration => ({
  key: 'k',
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});

describe('areAllowed', () => {
  it.each<[what: string, toleration: Toleration, list: Toleration[], want: boolean]>([
    ['the same', any, [any], true],
    ['another key', { ...any, key: 'other' }, [any], false],
    ['any key', any, [{ operator: 'Exists' }], true],
    ['one effect where all are allowed', { ...any, effect: 'NoSchedule' }, [any], true],
    ['all effects where one is allowed', any, [{ ...any, effect: 'NoSchedule' }], false],
    ['a value where any is allowed', equal, [any], true],
    ['any value where one is allowed', any, [equal], false],
    ['another value', { ...equal, value: 'w' }, [equal], false],
    ['without operator, as Equal', equal, [{ key: 'k', value: 'v' }], true],
    ['without operator, the same', { key: 'k', value: 'v' }, [{ key: 'k', value: 'v' }], true],
    ['without operator, where Equal is allowed', { key: 'k', value: 'v' }, [equal], false],
    ['as long', evicted(5), [evicted(5)], true],
    ['shorter', evicted(4), [evicted(5)], true],
    ['longer', evicted(6), [evicted(5)], false],
    ['for ever', evicted(), [evicted(5)], false],
    ['longer than one of two', evicted(6), [evicted(9), evicted(5)], true],
    ['longer, where the seconds are not those of evictions', evicted(6), [{ ...any, tolerationSeconds: 5 }], true],
    ['none of an empty list', any, [], false],
  ])('%s', (_what, toleration, list, want) => expect(areAllowed([toleration], list)).toBe(want));

  it('takes linear time', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ key: `k${i}`, operator: 'Exists', effect: 'NoSchedule' }));
    expect(areAllowed(many, many.toReversed())).toBe(true);
  });
});
