import type { ObjectMeta } from './object-meta.js';
import { validateObjectMeta, validateObjectMetaUpdate } from './validate-metadata.js';

const rules = { nameRule: 'dns-subdomain', namespaced: true } as const;
const good: ObjectMeta = { name: 'a', namespace: 't1' };
const owner = { apiVersion: 'v1', kind: 'A', name: 'o', uid: 'u' };
const brief = (errors: { reason: string; field: string; detail: string }[]) =>
  errors.map((e) => `${e.field} ${e.reason}`);

describe('validateObjectMeta', () => {
  const cases: { id: string; name: string; meta: ObjectMeta; want: string[] }[] = [
    { id: 'C-013', name: 'a full one', meta: good, want: [] },
    { id: 'C-013', name: 'a bad name', meta: { ...good, name: 'A_b' }, want: ['metadata.name FieldValueInvalid'] },
    { id: 'C-016', name: 'no name at all', meta: { namespace: 't1' }, want: ['metadata.name FieldValueRequired'] },
    { id: 'C-017', name: 'a base', meta: { namespace: 't1', generateName: 'p-' }, want: [] },
    {
      id: 'C-017',
      name: 'a bad base',
      meta: { ...good, generateName: 'P-' },
      want: ['metadata.generateName FieldValueInvalid'],
    },
    { id: 'C-014', name: 'no namespace', meta: { name: 'a' }, want: ['metadata.namespace FieldValueRequired'] },
    {
      id: 'C-014',
      name: 'a bad namespace',
      meta: { name: 'a', namespace: 'a.b' },
      want: ['metadata.namespace FieldValueInvalid'],
    },
    {
      id: 'C-136',
      name: 'a bad label key',
      meta: { ...good, labels: { '-a': 'b' } },
      want: ['metadata.labels FieldValueInvalid'],
    },
    {
      id: 'C-137',
      name: 'a bad label value',
      meta: { ...good, labels: { a: 'a b' } },
      want: ['metadata.labels FieldValueInvalid'],
    },
    {
      id: 'C-138',
      name: 'a bad annotation key',
      meta: { ...good, annotations: { '-a': 'b c' } },
      want: ['metadata.annotations FieldValueInvalid'],
    },
    {
      id: 'C-138',
      name: 'full annotations',
      meta: { ...good, annotations: { a: 'é'.repeat(131_071), b: '' } },
      want: [],
    },
    {
      id: 'C-138',
      name: 'too large annotations',
      meta: { ...good, annotations: { a: 'é'.repeat(131_071), bc: '' } },
      want: ['metadata.annotations FieldValueTooLong'],
    },
    {
      id: 'C-102',
      name: 'a bad finalizer',
      meta: { ...good, finalizers: ['x'] },
      want: ['metadata.finalizers[0] FieldValueInvalid'],
    },
    { id: 'C-102', name: 'good finalizers', meta: { ...good, finalizers: ['x.io/a', 'orphan'] }, want: [] },
    {
      id: 'C-139',
      name: 'an owner',
      meta: { ...good, ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }, owner] },
      want: [],
    },
    {
      id: 'C-139',
      name: 'an owner without uid',
      meta: { ...good, ownerReferences: [{ ...owner, uid: '' }] },
      want: ['metadata.ownerReferences.uid FieldValueInvalid'],
    },
    {
      id: 'C-139',
      name: 'an owner with nothing',
      meta: { ...good, ownerReferences: [owner, {} as typeof owner] },
      want: ['apiVersion', 'kind', 'name', 'uid'].map((f) => `metadata.ownerReferences.${f} FieldValueInvalid`),
    },
    {
      id: 'C-139',
      name: 'two controllers',
      meta: {
        ...good,
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, uid: 'v', controller: true },
        ],
      },
      want: ['metadata.ownerReferences FieldValueInvalid'],
    },
  ];
  for (const c of cases)
    it(`${c.id} ${c.name}`, () => expect(brief(validateObjectMeta(c.meta, rules))).toEqual(c.want));

  it('C-139 names the first controller and each other one', () => {
    const controllers = ['a', 'b', 'c'].map((name) => ({ ...owner, kind: 'K', name, controller: true }));
    expect(
      validateObjectMeta({ ...good, ownerReferences: controllers }, rules).map(({ detail }) => detail.split('for ')[1]),
    ).toEqual(['K/a and K/b', 'K/a and K/c']);
  });

  it('C-016 requires a name or generateName', () => {
    expect(validateObjectMeta({ namespace: 't1' }, rules)[0]!.detail).toBe(
      'Required value: name or generateName is required',
    );
  });

  it('C-026 rejects a namespace on a cluster-scoped object', () => {
    expect(brief(validateObjectMeta(good, { ...rules, namespaced: false }))).toEqual([
      'metadata.namespace FieldValueForbidden',
    ]);
    expect(validateObjectMeta({ name: 'a' }, { ...rules, namespaced: false })).toEqual([]);
  });

  it('stops after 100 errors of one field', () => {
    const many = Array.from({ length: 200 }, (_, i) => `-${i}`);
    const map = Object.fromEntries(many.map((key) => [key, 'b']));
    for (const meta of [{ labels: map }, { annotations: map }, { finalizers: many }]) {
      expect(validateObjectMeta({ ...good, ...meta }, rules)).toHaveLength(100);
    }
  });

  it('C-139 names the owner whose entry is wrong where the rules say so', () => {
    const ownerReferences = [owner, { ...owner, uid: '' }];
    expect(brief(validateObjectMeta({ ...good, ownerReferences }, { ...rules, namesOwners: true }))).toEqual([
      'metadata.ownerReferences[1].uid FieldValueInvalid',
    ]);
  });
});

describe('validateObjectMetaUpdate', () => {
  const old: ObjectMeta = {
    ...good,
    uid: 'u',
    creationTimestamp: '2024-01-01T00:00:00Z',
    generation: 2,
    finalizers: ['x.io/a', 'x.io/b'],
  };
  const dying: ObjectMeta = { ...old, deletionTimestamp: '2024-01-02T00:00:00Z', deletionGracePeriodSeconds: 0 };
  const cases = [
    { id: 'C-135', name: 'no change', next: old, old, want: [] },
    { id: 'C-135', name: 'another name', next: { ...old, name: 'b' }, old, want: ['metadata.name FieldValueInvalid'] },
    {
      id: 'C-135',
      name: 'another namespace',
      next: { ...old, namespace: 'b' },
      old,
      want: ['metadata.namespace FieldValueInvalid'],
    },
    { id: 'C-135', name: 'another uid', next: { ...old, uid: 'b' }, old, want: ['metadata.uid FieldValueInvalid'] },
    {
      id: 'C-135',
      name: 'another creation',
      next: { ...old, creationTimestamp: '2024-01-01T00:00:01Z' },
      old,
      want: ['metadata.creationTimestamp FieldValueInvalid'],
    },
    {
      id: 'C-135',
      name: 'a deletion',
      next: dying,
      old,
      want: ['metadata.deletionTimestamp FieldValueInvalid', 'metadata.deletionGracePeriodSeconds FieldValueInvalid'],
    },
    {
      id: 'C-134',
      name: 'an earlier generation',
      next: { ...old, generation: 1 },
      old,
      want: ['metadata.generation FieldValueInvalid'],
    },
    { id: 'C-098', name: 'a finalizer on a living object', next: { ...old, finalizers: ['x.io/c'] }, old, want: [] },
    {
      id: 'C-098',
      name: 'fewer finalizers on a terminating object',
      next: { ...dying, finalizers: ['x.io/b'] },
      old: dying,
      want: [],
    },
    {
      id: 'C-098',
      name: 'a new finalizer on a terminating object',
      next: { ...dying, finalizers: ['x.io/a', 'x.io/c'] },
      old: dying,
      want: ['metadata.finalizers FieldValueForbidden'],
    },
    {
      id: 'C-136',
      name: 'a bad label',
      next: { ...old, labels: { '-a': '' } },
      old,
      want: ['metadata.labels FieldValueInvalid'],
    },
  ];
  for (const c of cases)
    it(`${c.id} ${c.name}`, () => expect(brief(validateObjectMetaUpdate(c.next, c.old))).toEqual(c.want));
});
