import { decodeYaml, decodeYamlDocuments, encodeYaml, FILE_YAML_LIMITS } from '@orch/apimachinery';
import { mustEqual, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { mutatedBytes } from '../mutation.js';

const CORPUS = [
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: { x/y: "z", "a b": c }\ndata:\n  a: |\n    one\n     two\n  b: >-\n    folded\n    text\n',
  '---\n- 1\n- 0x1F\n- 0o17\n- 1_000\n- ~\n- yes\n- 2001-01-01\n- .inf\n- !!binary aGk=\n- "\\u00e4\\x41"\n---\n? complex\n: value\n',
  'a: &x { b: 1 }\nc: *x\nd: { <<: *x, e: 2 }\n__proto__: { polluted: true }\n',
  '{"kind":"ConfigMap","data":{"a":"1"}}',
  '%YAML 1.2\n%TAG ! tag:x,2000:\n---\n!local [a, [b, {c: d}]] # comment\n...\n',
];
const TOKENS = [': ', '- ', '? ', '\n', '  ', '\t', '&x ', '*x', '<<: ', '!!', '!<', '|', '>', '|2-', '"', "'", '\\', '{', '}', '[', ']', ',', '#', '---\n', '...\n', '%', '__proto__: ', '~', '\u0085', '\ufeff', '\0']; // prettier-ignore

/** What is read can be written, and reads as the same again, with its keys in another order. */
export const yaml: FuzzTarget<Uint8Array> = {
  name: 'yaml',
  inputs: mutatedBytes(CORPUS.map((text) => Buffer.from(text)), TOKENS.map((text) => Buffer.from(text))), // prettier-ignore
  run(bytes) {
    unlessRefused(() => decodeYamlDocuments(bytes));
    const body = unlessRefused(() => decodeYaml(bytes));
    if (!body) return;
    const written = encodeYaml(body.value);
    // Written out it may exceed what a body may have: aliases multiply.
    const again = unlessRefused(() => decodeYaml(written, FILE_YAML_LIMITS));
    mustEqual(sorted(again?.value), sorted(body.value), `written as ${written.slice(0, 200)}`);
  },
};

/** The same value with the keys of all objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
