import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('StorageClass');
const term = (...values: string[]): object => ({ matchLabelExpressions: [{ key: 'zone', values }] });
const at = 'allowedTopologies[0].matchLabelExpressions';

describe('allowed topologies of a storage class', () => {
  const cases: [name: string, terms: object[], want: string[]][] = [
    ['may be several', [term('a'), term('a', 'b')], []],
    ['say something', [{}], [`${at} FieldValueDuplicate`]],
    ['differ', [term('a', 'b'), term('b', 'a')], ['allowedTopologies[1].matchLabelExpressions FieldValueDuplicate']],
    [
      'name a label once',
      [{ matchLabelExpressions: ['a', 'b'].map((value) => ({ key: 'zone', values: [value] })) }],
      [`${at}[1].key FieldValueDuplicate`],
    ],
    ['have values', [term()], [`${at}[0].values FieldValueRequired`]],
    ['have each value once', [term('a', 'a')], [`${at}[0].values[1] FieldValueDuplicate`]],
  ];
  for (const [name, allowedTopologies, want] of cases)
    it(name, () => expect(harness.create({ provisioner: 'p', allowedTopologies })).toEqual(want));
});
