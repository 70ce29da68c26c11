import { Quantity, type ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import type { StrategyContext } from '../../../definition/strategy.js';
import { limitRangeKind } from './limit-range.kind.js';
import type { LimitRange, LimitRangeItem } from './limit-range.types.js';
import { validateLimitRange } from './limit-range.validation.js';

const range = (...limits: LimitRangeItem[]) => ({ metadata: { name: 'l' }, spec: { limits } }) as LimitRange;
const defaulted = (item: LimitRangeItem): LimitRangeItem =>
  (limitRangeKind.defaults!(range(item), vocabularies.orch) as LimitRange).spec!.limits![0]!;

describe('D-174 defaults of a limit range', () => {
  const table: [string, LimitRangeItem, Partial<LimitRangeItem>][] = [
    [
      'the maximum limits',
      { type: 'Container', max: { cpu: '2' } },
      { default: { cpu: '2' }, defaultRequest: { cpu: '2' } },
    ],
    ['a default limit is requested', { type: 'Container', default: { cpu: '1' } }, { defaultRequest: { cpu: '1' } }],
    [
      'the minimum is requested',
      { type: 'Container', min: { cpu: '1' } },
      { default: {}, defaultRequest: { cpu: '1' } },
    ],
    [
      'what is said counts',
      { type: 'Container', max: { cpu: '2' }, default: { cpu: '1' }, defaultRequest: { cpu: '500m' } },
      { default: { cpu: '1' }, defaultRequest: { cpu: '500m' } },
    ],
  ];
  for (const [name, item, want] of table) it(name, () => expect(defaulted(item)).toMatchObject(want));
  it('sets no defaults for pods', () =>
    expect(defaulted({ type: 'Pod', max: { cpu: '2' } })).toEqual({ type: 'Pod', max: { cpu: '2' } }));
});

it('each amount is read once', () => {
  const read = jest.spyOn(Quantity, 'parse');
  const amounts = { cpu: '1', memory: '1Gi' };
  const item = { type: 'Container', min: amounts, max: amounts, default: amounts, defaultRequest: amounts };
  expect(validateLimitRange(range(item), vocabularies.orch)).toEqual([]);
  expect(read).toHaveBeenCalledTimes(8);
  read.mockRestore();
});

describe('D-174 rejects', () => {
  const C = 'Container';
  const table: [string, LimitRangeItem[], string[]][] = [
    [
      'nothing odd',
      [{ type: C, min: { cpu: '1' }, defaultRequest: { cpu: '2' }, default: { cpu: '3' }, max: { cpu: '4' } }],
      [],
    ],
    ['min above max', [{ type: C, min: { cpu: '2' }, max: { cpu: '1' } }], ['spec.limits[0].min[cpu]']],
    [
      'request below min',
      [{ type: C, min: { cpu: '2' }, defaultRequest: { cpu: '1' } }],
      ['spec.limits[0].defaultRequest[cpu]'],
    ],
    [
      'request above limit',
      [{ type: C, defaultRequest: { cpu: '2' }, default: { cpu: '1' } }],
      ['spec.limits[0].defaultRequest[cpu]'],
    ],
    ['limit above max', [{ type: C, default: { cpu: '2' }, max: { cpu: '1' } }], ['spec.limits[0].default[cpu]']],
    [
      'a ratio below one',
      [{ type: C, maxLimitRequestRatio: { cpu: '500m' } }],
      ['spec.limits[0].maxLimitRequestRatio[cpu]'],
    ],
    [
      'an unsatisfiable ratio',
      [{ type: C, min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } }],
      ['spec.limits[0].maxLimitRequestRatio[cpu]'],
    ],
    [
      'a type that is none',
      [{ type: 'x' }, { type: 'a b' }, { type: 'a.io/x' }],
      ['spec.limits[0].type', 'spec.limits[1].type'],
    ],
    ['one type twice', [{ type: C }, { type: C }], ['spec.limits[1].type']],
    ['defaults of pods', [{ type: 'Pod', default: { cpu: '1' } }], ['spec.limits[0].default']],
    [
      'defaults of pods, which are not compared',
      [{ type: 'Pod', min: { cpu: '5' }, default: { cpu: '3', 'a b': '1' }, defaultRequest: { cpu: '4' } }],
      ['spec.limits[0].default', 'spec.limits[0].defaultRequest'],
    ],
    ['claims without storage', [{ type: 'PersistentVolumeClaim', max: { cpu: '1' } }], ['spec.limits[0].limits']],
    [
      'what cannot be promised twice',
      [{ type: C, default: { 'x.io/gpu': '2' }, defaultRequest: { 'x.io/gpu': '1' } }],
      ['spec.limits[0].defaultRequest[x.io/gpu]'],
    ],
  ];
  for (const [name, limits, want] of table)
    it(name, () =>
      expect(validateLimitRange(range(...limits), vocabularies.orch).map(({ field }) => String(field))).toEqual(want),
    );
});

it('a limit range without a name is named by its uid', () => {
  const strategy = limitRangeKind.strategy!(vocabularies.orch);
  const nameOf = (metadata: object) =>
    strategy.prepareForCreate!({ ...range(), metadata } as ApiObject, {} as StrategyContext).metadata.name;
  expect(nameOf({ uid: 'u' })).toBe('u');
  expect(nameOf({ uid: 'u', name: 'l' })).toBe('l');
});
