import { FieldPath } from '../field/field-path.js';
import { labelSelectorFromObject, validateLabelSelector, type LabelSelectorObject } from './label-selector-object.js';

describe('labelSelectorFromObject', () => {
  it('C-287 null and absent match nothing', () => {
    expect(labelSelectorFromObject(null).matches({ a: '1' })).toBe(false);
    expect(labelSelectorFromObject(undefined).matches({})).toBe(false);
  });
  it('C-287 empty matches all', () => {
    expect(labelSelectorFromObject({}).matches(undefined)).toBe(true);
    expect(labelSelectorFromObject({ matchLabels: {}, matchExpressions: [] }).isEmpty).toBe(true);
  });

  const both: LabelSelectorObject = {
    matchLabels: { a: '1' },
    matchExpressions: [
      { key: 'b', operator: 'In', values: ['x', 'y'] },
      { key: 'c', operator: 'NotIn', values: ['z'] },
      { key: 'd', operator: 'Exists' },
      { key: 'e', operator: 'DoesNotExist', values: [] },
    ],
  };
  const cases: [labels: Record<string, string>, want: boolean][] = [
    [{ a: '1', b: 'x', d: '' }, true],
    [{ a: '1', b: 'y', c: 'w', d: '' }, true],
    [{ a: '2', b: 'x', d: '' }, false],
    [{ a: '1', b: 'z', d: '' }, false],
    [{ a: '1', b: 'x', c: 'z', d: '' }, false],
    [{ a: '1', b: 'x' }, false],
    [{ a: '1', b: 'x', d: '', e: '' }, false],
  ];
  for (const [labels, want] of cases) {
    it(`C-287 labels and expressions must all hold: ${JSON.stringify(labels)} is ${want}`, () =>
      expect(labelSelectorFromObject(both).matches(labels)).toBe(want));
  }
  it('C-287 is written as a query parameter', () =>
    expect(labelSelectorFromObject(both).toString()).toBe('a=1,b in (x,y),c!=z,d,!e'));

  it('rejects selectors that are invalid', () => {
    for (const selector of [
      { matchExpressions: [{ key: 'a', operator: 'In' }] },
      { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] },
      { matchLabels: { 'a b': '1' } },
    ]) {
      expect(() => labelSelectorFromObject(selector)).toThrow(expect.objectContaining({ reason: 'BadRequest' }));
    }
  });
});

describe('validateLabelSelector', () => {
  const path = FieldPath.of('spec', 'selector');
  const cases: [name: string, selector: LabelSelectorObject | null, want: [reason: string, field: string][]][] = [
    ['absent', null, []],
    ['empty', {}, []],
    ['good', { matchLabels: { 'a.b/c': '' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['1'] }] }, []],
    ['bad label key', { matchLabels: { 'a b': '1' } }, [['FieldValueInvalid', 'spec.selector.matchLabels']]],
    ['bad label value', { matchLabels: { a: '-' } }, [['FieldValueInvalid', 'spec.selector.matchLabels']]],
    [
      'In without values',
      { matchExpressions: [{ key: 'a', operator: 'In' }] },
      [['FieldValueRequired', 'spec.selector.matchExpressions[0].values']],
    ],
    [
      'NotIn with no values',
      { matchExpressions: [{ key: 'a', operator: 'NotIn', values: [] }] },
      [['FieldValueRequired', 'spec.selector.matchExpressions[0].values']],
    ],
    [
      'Exists with values',
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['1'] }] },
      [['FieldValueForbidden', 'spec.selector.matchExpressions[0].values']],
    ],
    [
      'unknown operator, bad key and bad value, all at once',
      {
        matchExpressions: [
          { key: 'ok', operator: 'Exists' },
          { key: 'a b', operator: 'Gt', values: ['1', '?'] },
        ],
      },
      [
        ['FieldValueInvalid', 'spec.selector.matchExpressions[1].operator'],
        ['FieldValueInvalid', 'spec.selector.matchExpressions[1].key'],
        ['FieldValueInvalid', 'spec.selector.matchExpressions[1].values[1]'],
      ],
    ],
  ];
  for (const [name, selector, want] of cases) {
    it(`C-287 ${name}`, () =>
      expect(validateLabelSelector(selector, path).map((e) => [e.reason, e.field])).toEqual(want));
  }
});
