import { fieldOwner, inOwnerOrder, ownerKey, sameOwnersButTimes, type FieldOwner } from './field-owner.js';
import { LEAF, pathSet } from './field-set.js';

const owner = (more: Partial<FieldOwner> = {}): FieldOwner => ({
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2024-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: pathSet('f:a'),
  ...more,
});

describe('ownerKey', () => {
  const key = ownerKey(owner());
  it('C-118 differs between versions for updaters, but not for appliers', () => {
    expect(ownerKey(owner({ apiVersion: 'v2' }))).not.toBe(key);
    const [v1, v2] = ['v1', 'v2'].map((apiVersion) => ownerKey(owner({ operation: 'Apply', apiVersion })));
    expect(v1).toBe(v2);
  });

  it('differs between managers, operations and subresources', () => {
    for (const more of [{ manager: 'n' }, { operation: 'Apply' }, { subresource: 'status' }] as const) {
      expect(ownerKey(owner(more))).not.toBe(key);
    }
  });

  it('treats an empty subresource as absent', () => expect(ownerKey(owner({ subresource: '' }))).toBe(key));
});

describe('fieldOwner', () => {
  const writer = { manager: 'm', apiVersion: 'v1', now: '2024-01-01T00:00:00Z', unreachable: LEAF };

  it('writes the subresource only where there is one', () => {
    expect(fieldOwner({ ...writer, subresource: '' }, 'Update', pathSet('f:a'))).toStrictEqual(owner());
    expect(fieldOwner({ ...writer, subresource: 'status' }, 'Apply', pathSet('f:a'))).toStrictEqual(
      owner({ operation: 'Apply', subresource: 'status' }),
    );
  });
});

describe('inOwnerOrder', () => {
  it('orders by operation, time, manager, version and subresource, absent values first', () => {
    const ordered = [
      owner({ operation: 'Apply', time: '2024-01-02T00:00:00Z', manager: 'z' }),
      owner({ time: undefined, manager: 'z' }),
      owner({ manager: 'a', apiVersion: 'v2' }),
      owner({ manager: 'b', apiVersion: 'v1', subresource: 'status' }),
      owner({ manager: 'b', apiVersion: 'v2' }),
      owner({ manager: 'b', apiVersion: 'v2', subresource: 'scale' }),
      owner({ manager: 'b', apiVersion: 'v2', subresource: 'status' }),
      owner({ time: '2024-01-02T00:00:00Z', manager: 'a' }),
    ];
    expect(inOwnerOrder(ordered.toReversed())).toEqual(ordered);
    expect(inOwnerOrder(ordered.slice(0, 2).toReversed())).toEqual(ordered.slice(0, 2));
    expect(inOwnerOrder(ordered)).toEqual(ordered);
  });
});

describe('sameOwnersButTimes', () => {
  const a = owner();
  const b = owner({ manager: 'n', fieldsV1: pathSet('f:b') });
  const later = { time: '2024-01-02T00:00:00Z' };

  const same: { name: string; one: FieldOwner[]; other: FieldOwner[] }[] = [
    { name: 'no owners', one: [], other: [] },
    {
      name: 'the same owners at other times',
      one: [a, b],
      other: [
        { ...a, ...later },
        { ...b, ...later },
      ],
    },
    { name: 'the same owners in another order', one: [a, b], other: [b, a] },
  ];
  for (const c of same) it(`C-122 is true of ${c.name}`, () => expect(sameOwnersButTimes(c.one, c.other)).toBe(true));

  const applier = owner({ operation: 'Apply' });
  const different: { name: string; one: FieldOwner[]; other: FieldOwner[] }[] = [
    { name: 'an owner more', one: [a], other: [a, b] },
    { name: 'an owner less', one: [a, b], other: [a] },
    { name: 'another owner', one: [a], other: [b] },
    { name: 'one owner of several', one: [a, b], other: [a, owner({ manager: 'o' })] },
    { name: 'other fields', one: [a], other: [{ ...a, fieldsV1: pathSet('f:c') }] },
    { name: 'another version of an applier', one: [applier], other: [{ ...applier, apiVersion: 'v2' }] },
  ];
  for (const c of different) it(`is false of ${c.name}`, () => expect(sameOwnersButTimes(c.one, c.other)).toBe(false));

  it('is true of one list', () => {
    const owners = [a, b];
    expect(sameOwnersButTimes(owners, owners)).toBe(true);
  });
});
