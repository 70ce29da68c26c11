import { builtinKinds, compileKinds } from '@orch/api';
import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch, createMergePatch } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { mustEqual, parsedJson, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { jsonOf, withOddPlaces } from '../odd-values.js';

const POD = {
  kind: 'Pod',
  metadata: { name: 'p', labels: { a: '1' }, finalizers: ['x/a', 'x/b'] },
  spec: {
    containers: [
      { name: 'a', image: 'i', env: [{ name: 'e', value: '1' }], ports: [{ containerPort: 53, protocol: 'TCP' }, { containerPort: 53, protocol: 'UDP' }] },
      { name: 'b' },
    ],
    volumes: [{ name: 'v', emptyDir: {} }],
  },
}; // prettier-ignore
const KEYS = ['a', 'b', 'name', 'metadata', 'labels', 'finalizers', 'spec', 'containers', 'env', 'ports', 'containerPort', 'volumes', '0', '__proto__', 'constructor', 'toString', '']; // prettier-ignore
const SCALARS = [null, 0, 1, 53, '', 'a', 'b', 'v', 'x/a', true];
const current = withOddPlaces(fc.constant(POD), jsonOf(KEYS, SCALARS));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The input is a JSON list of two: the current object and the patch. Neither may be changed. */
const patching = (
  name: string,
  patches: fc.Arbitrary<unknown>,
  apply: (current: unknown, patch: unknown) => void,
): FuzzTarget<string> => ({
  name,
  inputs: fc.tuple(current, patches).map((pair) => JSON.stringify(pair)),
  run(text) {
    const pair = parsedJson(text) as [unknown, unknown];
    apply(...pair);
    if (JSON.stringify(pair) !== text) throw new Error('an argument was changed');
  },
});

const pointer = fc.oneof(
  fc.constantFrom('', '/metadata/labels/a', '/metadata/finalizers/0', '/spec/containers/1', '/spec/containers/-', '/spec/containers/0/env/0/value', '/spec/containers/0/ports'), // prettier-ignore
  fc.array(fc.constantFrom(...KEYS, '-', '1', '~0', '~1', '~2'), { maxLength: 5 }).map((parts) => `/${parts.join('/')}`), // prettier-ignore
);
const operation = fc.record(
  {
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'x'),
    path: pointer,
    from: pointer,
    value: jsonOf(KEYS, SCALARS),
  },
  { requiredKeys: ['op', 'path'] },
);
const operations = fc.oneof(
  { weight: 8, arbitrary: fc.array(operation, { maxLength: 8 }) },
  // Doubles the current value repeatedly.
  fc.nat(60).map((times) => Array.from({ length: times }, (_, i) => ({ op: 'copy', from: '', path: `/${i}` }))),
  jsonOf(KEYS, SCALARS),
);

export const jsonPatch = patching('json-patch', operations, (object, patch) => {
  unlessRefused(() => applyJsonPatch(object, patch));
});

const mergePatches = fc.oneof(withOddPlaces(fc.constant(POD), jsonOf(KEYS, SCALARS)), jsonOf(KEYS, SCALARS));

export const mergePatch = patching('merge-patch', mergePatches, (object, patch) => {
  const patched = unlessRefused(() => applyMergePatch(object, patch));
  if (patched === undefined) return;
  mustEqual(sorted(applyMergePatch(patched, patch)), sorted(patched), 'applied twice');
  unlessRefused(() => createMergePatch(object, patched));
});

const { root } = compileKinds(builtinKinds, vocabularies.kubernetes).find(({ gvk }) => gvk.kind === 'Pod')!.schema;

const DIRECTIVES = ['$patch', '$retainKeys', '$setElementOrder/containers', '$setElementOrder/finalizers', '$setElementOrder/env', '$setElementOrder', '$deleteFromPrimitiveList/finalizers', '$deleteFromPrimitiveList/x']; // prettier-ignore
const strategicPieces = jsonOf([...KEYS, ...DIRECTIVES], [...SCALARS, 'delete', 'replace', 'merge']);
const STRATEGIC = {
  metadata: {
    '$deleteFromPrimitiveList/finalizers': ['x/a'],
    '$setElementOrder/finalizers': ['x/c', 'x/b'],
    finalizers: ['x/c'],
    labels: { $patch: 'replace', b: '1' },
  },
  spec: {
    '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }],
    containers: [
      { name: 'b', image: '2', env: [{ $patch: 'replace' }] },
      { $patch: 'delete', name: 'a' },
    ],
    volumes: [{ $retainKeys: ['name', 'hostPath'], name: 'v', hostPath: { path: '/' } }],
  },
};

export const strategicPatch = patching(
  'strategic-patch',
  fc.oneof(withOddPlaces(fc.constant(STRATEGIC), strategicPieces), strategicPieces),
  (object, patch) => {
    if (!isObject(object) || !isObject(patch)) return;
    const patched = unlessRefused(() => applyStrategicMergePatch(object, patch, root));
    if (patched && /"\$(patch|retainKeys|setElement|deleteFrom)/.test(JSON.stringify(patched)))
      throw new Error('a directive was left behind');
  },
);

/** Keys in one order, so that texts can be compared. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.keys(value)
    .toSorted()
    .map((key) => [key, sorted(value[key])]);
}
