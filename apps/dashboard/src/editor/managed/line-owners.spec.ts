import type { ManagedFields } from '../../api/object';
import { lineOwners } from './line-owners';

const text = `apiVersion: apps/v1
metadata:
  name: a
  labels:
    app: a
  finalizers:
    - x/y
    - x/z
spec:
  replicas: 3
  template:
    containers:
      - name: web
        image: nginx
        args:
          - one
          - two
      - name: side
        image: busybox
  note: |
    first
    second
status:
  ready: 1
`;

const entry = (manager: string, fieldsV1: ManagedFields['fieldsV1'] & object): ManagedFields => ({ manager, fieldsV1 });

/** Lines with their owners, as in `4 labels: kubectl`. */
function shown(managedFields: readonly ManagedFields[], yaml = text): string[] {
  const lines = yaml.split('\n');
  return lineOwners(yaml, managedFields).flatMap((owners, index) =>
    owners.length === 0 ? [] : [`${lines[index]?.trim()} <- ${owners.map(({ manager }) => manager).join(' ')}`],
  );
}

describe('lineOwners', () => {
  test('fields, also when several managers own one', () => {
    const replicas = { 'f:spec': { 'f:replicas': {} } };
    expect(
      shown([entry('kubectl', { ...replicas, 'f:status': { 'f:ready': {} } }), entry('scaler', replicas)]),
    ).toEqual(['replicas: 3 <- kubectl scaler', 'ready: 1 <- kubectl']);
  });

  test('maps that are owned themselves, and values in sets', () => {
    const fields = { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} }, 'f:finalizers': { 'v:"x/z"': {} } } };
    expect(shown([entry('kubectl', fields)])).toEqual(['labels: <- kubectl', 'app: a <- kubectl', '- x/z <- kubectl']);
  });

  test('items of a list by their keys, and lists that are one value', () => {
    const web = { '.': {}, 'f:name': {}, 'f:args': {} };
    const fields = { 'f:spec': { 'f:template': { 'f:containers': { 'k:{"name":"web"}': web } } } };
    expect(shown([entry('kubectl', fields)])).toEqual([
      '- name: web <- kubectl',
      'args: <- kubectl',
      '- one <- kubectl',
      '- two <- kubectl',
    ]);
  });

  test('all lines of a text', () => {
    expect(shown([entry('kubectl', { 'f:spec': { 'f:note': {} } })])).toEqual([
      'note: | <- kubectl',
      'first <- kubectl',
      'second <- kubectl',
    ]);
  });

  test.each([
    ['k:not json', 'f:spec'],
    ['v:', 'f:spec'],
    ['i:0', 'f:spec'],
  ])('an element %s that names nothing is skipped', (element, name) => {
    const fields = { [name]: { 'f:template': { 'f:containers': { [element]: {} } } } };
    expect(shown([entry('kubectl', fields)])).toEqual([]);
  });

  test('nothing for a text that is not YAML', () => {
    expect(lineOwners('a: [', [entry('kubectl', { 'f:a': {} })])).toEqual([]);
  });
});
