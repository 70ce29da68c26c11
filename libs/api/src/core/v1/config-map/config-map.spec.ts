import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('ConfigMap');
const half = 'a'.repeat(524_288);

describe('ConfigMap', () => {
  const creates: [string, string, object, string[]][] = [
    ['A-241', 'binaryData keys are file names', { binaryData: { 'a b': '' } }, ['binaryData[a b] FieldValueInvalid']],
    [
      'A-243',
      'data and binaryData share no key',
      { data: { a: '' }, binaryData: { a: '' } },
      ['data[a] FieldValueInvalid'],
    ],
    ['A-246', 'data keys are file names', { data: { 'a/b': '' } }, ['data[a/b] FieldValueInvalid']],
    ['C-142', 'a key may not begin with two dots', { data: { '..a': '' } }, ['data[..a] FieldValueInvalid']],
    ['C-142', 'a key may not be a dot', { data: { '.': '' } }, ['data[.] FieldValueInvalid']],
    ['C-142', 'a key may begin with one dot', { data: { '.a': '' } }, []],
    [
      'C-142',
      'a key has at most 253 characters',
      { data: { ['k'.repeat(254)]: '' } },
      [`data[${'k'.repeat(254)}] FieldValueInvalid`],
    ],
    ['C-143', 'values of 1 MiB together pass', { data: { a: half, b: half } }, []],
    [
      'C-143',
      'one byte more is too long',
      { data: { a: half, b: half }, binaryData: { c: 'AA==' } },
      ['[] FieldValueTooLong'],
    ],
    [
      'A-240',
      'binaryData is counted in bytes, not in base64',
      { binaryData: { a: Buffer.alloc(1_048_576).toString('base64') } },
      [],
    ],
  ];
  for (const [id, name, body, want] of creates) it(`${id} ${name}`, () => expect(harness.create(body)).toEqual(want));

  const updates: [string, string, object, object, string[]][] = [
    [
      'A-248',
      'immutable data stays',
      { immutable: true, data: { a: '1' } },
      { immutable: true, data: { a: '2' } },
      ['data FieldValueForbidden'],
    ],
    [
      'A-249',
      'metadata of an immutable map may change',
      { immutable: true, data: { a: '1' } },
      { metadata: { name: 'x', labels: { a: 'b' } }, immutable: true, data: { a: '1' } },
      [],
    ],
    [
      'A-250',
      'not immutable: data may change',
      { immutable: false, data: { a: '1' } },
      { immutable: false, data: { a: '2' } },
      [],
    ],
    [
      'C-144',
      'immutable is not taken back',
      { immutable: true },
      { immutable: false },
      ['immutable FieldValueForbidden'],
    ],
    [
      'C-144',
      'immutable binaryData stays',
      { immutable: true, binaryData: { a: '' } },
      { immutable: true },
      ['binaryData FieldValueForbidden'],
    ],
  ];
  for (const [id, name, old, body, want] of updates)
    it(`${id} ${name}`, () => expect(harness.update(old, body)).toEqual(want));

  it('A-251 immutable stays absent', () => expect(harness.made({})).not.toHaveProperty('immutable'));

  it('C-071 columns: Name, Data, Age', () => {
    const map = harness.made({
      metadata: { name: 'x', creationTimestamp: '2024-01-01T00:00:00Z' },
      data: { a: '' },
      binaryData: { b: '' },
    });
    const cells = harness.definition.declaration.columns!.map((c) => [
      c.name,
      c.value(map, Date.UTC(2024, 0, 1, 0, 5)),
    ]);
    expect(cells).toEqual([
      ['Name', 'x'],
      ['Data', 2],
      ['Age', '5m'],
    ]);
  });
});
