import type { Toleration } from '@orch/api';
import { mergeTolerations } from './merge-tolerations.js';

const exists = (key: string | undefined, effect?: string, tolerationSeconds?: number): Toleration => ({
  ...(key === undefined ? {} : { key }),
  operator: 'Exists',
  ...(effect === undefined ? {} : { effect }),
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});
const equal = (key: string, value: string, effect?: string): Toleration => ({
  ...exists(key, effect),
  operator: 'Equal',
  value,
});

describe('mergeTolerations', () => {
  it.each<[string, Toleration[], Toleration[], Toleration[]]>([
    ['keeps different ones in order', [exists('b'), exists('a')], [exists('c')], [exists('b'), exists('a'), exists('c')]],
    ['keeps the first of equal ones', [exists('a'), exists('b')], [exists('a')], [exists('a'), exists('b')]],
    ['drops one that a later one of every effect includes', [exists('a', 'NoSchedule')], [exists('a')], [exists('a')]],
    ['drops one that an earlier one of every effect includes', [exists('a')], [exists('a', 'NoExecute')], [exists('a')]],
    ['drops all that one of every taint includes', [equal('a', 'v'), exists('b')], [exists(undefined)], [exists(undefined)]],
    ['drops a value where every value is tolerated', [equal('a', 'v', 'NoSchedule')], [exists('a', 'NoSchedule')], [exists('a', 'NoSchedule')]],
    ['keeps another value', [equal('a', 'v')], [equal('a', 'w')], [equal('a', 'v'), equal('a', 'w')]],
    ['keeps another effect', [exists('a', 'NoSchedule')], [exists('a', 'NoExecute')], [exists('a', 'NoSchedule'), exists('a', 'NoExecute')]],
    ['drops a shorter one', [exists('a', 'NoExecute', 5)], [exists('b'), exists('a', 'NoExecute', 9)], [exists('b'), exists('a', 'NoExecute', 9)]],
    ['drops a limited one', [exists('a', 'NoExecute')], [exists('a', 'NoExecute', 9)], [exists('a', 'NoExecute')]],
    ['keeps a longer one of a value', [{ ...equal('a', 'v', 'NoExecute'), tolerationSeconds: 9 }], [exists('a', 'NoExecute', 5)], [{ ...equal('a', 'v', 'NoExecute'), tolerationSeconds: 9 }, exists('a', 'NoExecute', 5)]],
    ['ignores the limit of one of every effect', [exists('a', 'NoExecute')], [exists(undefined)], [exists(undefined)]],
    ['takes a missing operator for Equal', [equal('a', 'v')], [{ key: 'a', value: 'v' }], [{ key: 'a', value: 'v' }]],
    ['keeps one with a missing operator', [{ key: 'a', value: 'v' }], [equal('a', 'v', 'NoExecute')], [{ key: 'a', value: 'v' }]],
  ])('%s', (_name, first, second, expected) => expect(mergeTolerations(first, second)).toEqual(expected)); // prettier-ignore

  it('is linear in the number of tolerations', () => {
    const many = Array.from({ length: 40_000 }, (_, i) => exists('a', 'NoExecute', i));
    expect(mergeTolerations(many, [])).toEqual([exists('a', 'NoExecute', 39_999)]);
  });
});
