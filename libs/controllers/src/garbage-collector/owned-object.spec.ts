import { atOnce, parsePacked } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';
import { ownedObject } from './owned-object.js';

const resource = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true };
const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u', blockOwnerDeletion: true };
const ownersOf = (ownerReferences: (typeof reference)[]) => ownedObject(resource, { metadata: { name: 'o', ownerReferences } }).owners; // prettier-ignore

it('keeps references as they are', () => {
  const references = [reference, { ...reference, uid: 'x'.repeat(253), name: 'y'.repeat(253) }];
  expect(ownersOf(references)).toBe(references);
});

it('reads the references of an object with very many each time', () => {
  const many = Array.from({ length: 65 }, (_, at) => ({ ...reference, uid: `${at}` }));
  const { owners, manyOwners } = ownedObject(resource, { metadata: { name: 'o', ownerReferences: many } });
  expect(owners).toEqual([]);
  expect(manyOwners!()).toEqual(many);
  const json = Buffer.from(
    JSON.stringify({ metadata: { name: 'o', ownerReferences: [{ ...reference, uid: 'x'.repeat(70_000) }] } }),
  );
  const packed = ownedObject(resource, atOnce(parsePacked(json)) as HasMetadata);
  expect([packed.owners, packed.manyOwners!().map(({ uid }) => uid.length)]).toEqual([[], [254]]);
});

it('keeps no texts that are longer than those of any owner', () => {
  const long = 'x'.repeat(1_000_000);
  const all = [
    reference,
    ...(['uid', 'name', 'kind', 'apiVersion'] as const).map((name) => ({ ...reference, [name]: long })),
  ];
  const owners = ownersOf(all);
  expect(owners[0]).toBe(reference);
  expect(JSON.stringify(owners).length).toBeLessThan(3_000);
  // Longer than the name of any object, so they are those of none.
  expect(
    owners.slice(1).map(({ uid, name, kind, apiVersion }) => [uid, name, kind, apiVersion].map(({ length }) => length)),
  ).toEqual([
    [254, 1, 9, 2],
    [1, 254, 9, 2],
    [1, 1, 254, 2],
    [1, 1, 9, 512],
  ]);
  expect(owners[1]!.blockOwnerDeletion).toBe(true);
});
