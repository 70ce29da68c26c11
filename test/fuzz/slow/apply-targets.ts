import { builtinKinds, compileKinds } from '@orch/api';
import type { FieldOwner, FieldSet, KindVersions } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { compareObjects } from '../../../libs/apimachinery/src/apply/compare-objects.js';
import { fieldSetOf } from '../../../libs/apimachinery/src/apply/field-set-of.js';
import { mergeConfiguration } from '../../../libs/apimachinery/src/apply/merge-configuration.js';
import { pruneConfiguration } from '../../../libs/apimachinery/src/apply/prune-configuration.js';
import { parsedJson, unlessRefused } from '../fuzz-target.js';
import type { SlowTarget } from './slow-target.js';

const { schema } = compileKinds(builtinKinds, vocabularies.kubernetes).find(({ gvk }) => gvk.kind === 'Pod')!;
const { root } = schema;
const versions: KindVersions = { schema: () => root, convert: (object) => object };
/** Some 10,000 fields. Larger configurations take time that grows with them, which is the write's. Unit: characters. */
const CONFIGURATION = 64 * 1_024;

const listOf = (count: number, item: (i: number) => unknown): unknown[] => Array.from({ length: count }, (_, i) => item(i)); // prettier-ignore
const mapOf = (count: number, key: (i: number) => string): object => Object.fromEntries(listOf(count, (i) => [key(i), 'v']) as [string, string][]); // prettier-ignore
const containers = (count: number): unknown[] => listOf(count, (i) => ({ name: `c${i}`, image: 'i' }));
const env = (count: number, name: (i: number) => string): unknown => ({ name: 'c0', env: listOf(count, (i) => ({ name: name(i), value: 'v' })) }); // prettier-ignore

/** The live object: keyed lists, sets, maps and atomic lists with thousands of fields. */
const LIVE = schema.decode(
  {
    metadata: { name: 'p', labels: mapOf(2_000, (i) => `l${i}`), finalizers: listOf(1_000, (i) => `x/${i}`) },
    spec: {
      containers: [env(1_000, (i) => `E${i}`), ...containers(1_000).slice(1)],
      tolerations: listOf(500, (i) => ({ key: `k${i}` })),
    },
  },
  { unknownFields: [], duplicateFields: [] },
);
const owner = (fieldsV1: FieldSet): FieldOwner => ({ manager: 'm', operation: 'Apply', apiVersion: 'v1', time: '2026-11-21T06:00:00Z', fieldsType: 'FieldsV1', fieldsV1 }); // prettier-ignore
const LAST = owner(fieldSetOf(LIVE, root));

const SEEDS = [
  {},
  LIVE,
  { metadata: { labels: mapOf(5_000, (i) => `n${5_000 - i}`) } },
  { metadata: { finalizers: listOf(5_000, (i) => `y/${5_000 - i}`) } },
  { spec: { containers: containers(3_000).toReversed() } },
  { spec: { containers: [...containers(2_000), ...containers(2_000)] } },
  { spec: { containers: [env(5_000, (i) => `E${5_000 - i}`)] } },
  { spec: { containers: listOf(3_000, () => ({ name: 'c0' })) } },
  { spec: { volumes: listOf(2_000, (i) => ({ name: `v${i}`, projected: { sources: [{ secret: { name: 's' } }] } })) } },
  { spec: { containers: [{ name: 'c0', ports: listOf(3_000, (i) => ({ containerPort: 3_000 - i, protocol: 'TCP' })) }] } },
].map((config) => JSON.stringify(config)); // prettier-ignore
const TOKENS = ['{"name":"c#"},', '{"name":"c0","image":"x"},', '{"name":"E#","value":"w"},', '{"containerPort":#},', '"l#":"w",', '"n#":"",', '"x/#",', '"metadata":{', '"labels":{', '"finalizers":[', '"spec":{', '"containers":[', '"env":[', '{}', 'null', '{', '}', '[', ']', ',']; // prettier-ignore

/** A step of server-side apply of a configuration that was read. */
const applying = (name: string, steps: (config: unknown) => Iterable<unknown>): SlowTarget => ({
  name,
  seeds: SEEDS,
  tokens: TOKENS,
  maxLength: CONFIGURATION,
  *run(input) {
    const sent = parsedJson(input);
    const config = unlessRefused(() => schema.decode(sent, { unknownFields: [], duplicateFields: [] }));
    yield; // reading it is the turn of another target
    if (config !== undefined) yield* steps(config);
  },
});

/** Merge, comparison and pruning of server-side apply, of configurations with thousands of fields. */
export const APPLY_TARGETS: readonly SlowTarget[] = [
  applying('slow-apply-merge', (config) => [mergeConfiguration(LIVE, config, root)]),
  applying('slow-apply-compare', (config) => [compareObjects(LIVE, config, root)]),
  applying('slow-apply-prune', function* (config) {
    const object = mergeConfiguration(LIVE, config, root);
    const owners = [owner(fieldSetOf(config, root))];
    yield;
    yield pruneConfiguration({ object, apiVersion: 'v1', owners, versions }, LAST);
  }),
];
