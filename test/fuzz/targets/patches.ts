import { builtinKinds, compileKinds } from '@orch/api';
import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch, createMergePatch } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { mustEqual, parsedJson, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { mutatedTexts } from '../mutation.js';

const POD = `{"kind":"Pod","metadata":{"name":"p","labels":{"a":"1"},"finalizers":["x/a","x/b"]},"spec":{"containers":[{"name":"a","image":"i","env":[{"name":"e","value":"1"}],"ports":[{"containerPort":53,"protocol":"TCP"},{"containerPort":53,"protocol":"UDP"}]},{"name":"b"}],"volumes":[{"name":"v","emptyDir":{}}]}}`;
const JSON_TOKENS = ['{', '}', '[', ']', ':', ',', '"', '\\', 'null', '1', '"a"', '"b"', '"name":"a"', '"__proto__":', '"constructor":', '{"a":', '"metadata":', '"spec":', '"containers":']; // prettier-ignore

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The input is a JSON list of two: what stands, and the patch. Both must be as before afterwards. */
const patching = (
  name: string,
  patches: readonly string[],
  tokens: readonly string[],
  apply: (standing: unknown, patch: unknown) => void,
): FuzzTarget<string> => ({
  name,
  inputs: mutatedTexts(patches.map((patch) => `[${POD},${patch}]`), [...JSON_TOKENS, ...tokens]), // prettier-ignore
  run(text) {
    const pair = parsedJson(text);
    if (!Array.isArray(pair)) return;
    const before = JSON.stringify(pair);
    apply(pair[0], pair[1]);
    if (JSON.stringify(pair) !== before) throw new Error('an argument was changed');
  },
});

export const jsonPatch = patching(
  'json-patch',
  [
    '[{"op":"add","path":"/metadata/labels/b~1c~0","value":[1]},{"op":"move","from":"/spec/containers/0","path":"/spec/containers/-"},{"op":"copy","from":"","path":"/x"}]',
    '[{"op":"test","path":"/metadata/name","value":"p"},{"op":"replace","path":"/spec/containers/0/env/0/value","value":null},{"op":"remove","path":"/spec"}]',
  ],
  ['"op":"add",', '"op":"remove",', '"op":"copy",', '"op":"move",', '"path":"', '"from":"', '/-', '/0', '/spec', '~1', '~2', '{"op":"copy","from":"","path":"/a"},'], // prettier-ignore
  (standing, patch) => void unlessRefused(() => applyJsonPatch(standing, patch)),
);

export const mergePatch = patching(
  'merge-patch',
  ['{"metadata":{"labels":{"a":null,"b":"2"},"finalizers":[]},"spec":null}', '{"kind":{"a":{"b":null}}}'],
  [],
  (standing, patch) => {
    const patched = unlessRefused(() => applyMergePatch(standing, patch));
    if (patched === undefined) return;
    mustEqual(sorted(applyMergePatch(patched, patch)), sorted(patched), 'applied twice');
    unlessRefused(() => createMergePatch(standing, patched));
  },
);

const { root } = compileKinds(builtinKinds, vocabularies.kubernetes).find(({ gvk }) => gvk.kind === 'Pod')!.schema;

export const strategicPatch = patching(
  'strategic-patch',
  [
    '{"metadata":{"$deleteFromPrimitiveList/finalizers":["x/a"],"$setElementOrder/finalizers":["x/c","x/b"],"finalizers":["x/c"]},"spec":{"$setElementOrder/containers":[{"name":"b"},{"name":"a"}],"containers":[{"name":"b","image":"2"},{"$patch":"delete","name":"a"}],"volumes":[{"$retainKeys":["name","hostPath"],"name":"v","hostPath":{"path":"/"}}]}}',
    '{"metadata":{"labels":{"$patch":"replace","b":"1"}},"spec":{"containers":[{"$patch":"replace"},{"name":"c","env":[{"name":"e","$patch":"merge"}]}]}}',
  ],
  ['"$patch":"delete"', '"$patch":"replace"', '"$patch":"merge"', '"$patch":', '"$retainKeys":', '"$setElementOrder/', '"$deleteFromPrimitiveList/', '{"$patch":"replace"},', '[["a"]]'], // prettier-ignore
  (standing, patch) => {
    if (!isObject(standing) || !isObject(patch)) return;
    const patched = unlessRefused(() => applyStrategicMergePatch(standing, patch, root));
    if (patched && JSON.stringify(patched).includes('"$patch"') && !JSON.stringify(standing).includes('"$patch"'))
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
