import type { ApiObject, ManagedFields } from '../api/object';
import { changedBy } from './changed-by';
import { ownedByOthers } from './field-managers';
import { applyMergePatch, mergePatch } from './merge-patch';
import { editsOf, rebase } from './rebase';

const object = (resourceVersion: string, spec: object): ApiObject => ({
  metadata: { name: 'a', resourceVersion },
  spec,
});

describe('merge patches', () => {
  test.each([
    [{ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 5 } }, { b: { c: 5, d: null } }],
    [{ list: [1, 2] }, { list: [1, 3] }, { list: [1, 3] }],
    [{ a: 1 }, { a: 1 }, undefined],
    [{}, { constructor: 1 }, { constructor: 1 }],
  ])('from %j to %j', (before, after, patch) => {
    expect(mergePatch(before, after)).toEqual(patch);
    expect(applyMergePatch(before, patch)).toEqual(after);
  });
});

describe('rebase', () => {
  test('keeps the edits and the changes of others, with the newest revision', () => {
    const base = object('1', { color: 'blue', size: 'small', gone: true });
    const edited = object('1', { color: 'green', size: 'small' });
    const newest = object('2', { color: 'blue', size: 'large', gone: true });
    expect(rebase(base, edited, newest)).toEqual(object('2', { color: 'green', size: 'large' }));
  });
});

describe('ownedByOthers', () => {
  test('names who set the fields that are changed', () => {
    const fieldsV1 = { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } };
    const edits = editsOf(object('1', { replicas: 1, color: 'a' }), object('1', { replicas: 2, color: 'b' }));
    expect(
      ownedByOthers(
        edits,
        [
          { manager: 'autoscaler', fieldsV1 },
          { manager: 'dashboard', fieldsV1 },
        ],
        'dashboard',
      ),
    ).toEqual([{ path: 'spec.replicas', managers: ['autoscaler'] }]);
  });
});

describe('changedBy', () => {
  const managed = (...managedFields: readonly ManagedFields[]): ApiObject => ({
    metadata: { name: 'a', managedFields },
  });

  test('names the managers whose entries are new or differ', () => {
    const [a, b] = [
      { manager: 'a', time: '1' },
      { manager: 'b', time: '1' },
    ];
    const scaled = { manager: 'a', subresource: 'scale' };
    expect(changedBy(managed(a, b), managed(a, { ...b, time: '2' }, scaled))).toBe('b, a (scale)');
    expect(changedBy(managed(a), managed(a))).toBe('');
    expect(changedBy(managed(), { metadata: { name: 'a' } })).toBe('');
  });
});

test('a key that every JavaScript object inherits is one like any other', () => {
  const parse = (text: string): ApiObject => JSON.parse(text) as ApiObject;
  const before = parse('{"metadata":{"name":"a"},"data":{"__proto__":"1","constructor":"1"}}');
  const after = parse('{"metadata":{"name":"a"},"data":{"__proto__":"2","toString":"1"}}');
  const newest = parse('{"metadata":{"name":"a"},"data":{"__proto__":"1","constructor":"1","other":"1"}}');
  expect(JSON.stringify(editsOf(before, after))).toBe('{"data":{"__proto__":"2","constructor":null,"toString":"1"}}');
  expect(JSON.stringify(rebase(before, after, newest).data)).toBe('{"__proto__":"2","other":"1","toString":"1"}');
  expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
});
