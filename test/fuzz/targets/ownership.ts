import { builtinKinds, compileKinds } from '@orch/api';
import {
  applyConfiguration,
  lastAppliedFields,
  NO_FIELDS,
  ownersAfterUpdate,
  readConfiguration,
  readOwners,
  sameOwnersButTimes,
  type FieldOwner,
  type FieldWriter,
  type KindVersions,
} from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { mustEqual, parsedJson, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { jsonOf, withOddPlaces } from '../odd-values.js';

const { schema } = compileKinds(builtinKinds, vocabularies.kubernetes).find(({ gvk }) => gvk.kind === 'Pod')!;
const versions: KindVersions = {
  schema: (apiVersion) => (apiVersion === 'v1' ? schema.root : undefined),
  convert: (object) => object,
};
const writer: FieldWriter = { manager: 'm', apiVersion: 'v1', subresource: '', now: '2026-11-21T06:00:00Z', unreachable: NO_FIELDS }; // prettier-ignore

const POD = {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'p', labels: { a: '1' }, finalizers: ['x/a'], ownerReferences: [{ uid: 'u', name: 'o' }] },
  spec: {
    containers: [
      { name: 'a', image: 'i', ports: [{ containerPort: 53, protocol: 'TCP' }], args: ['1'] },
      { name: 'b', env: [{ name: 'e', valueFrom: { fieldRef: { fieldPath: 'x' } } }] },
    ],
    nodeSelector: { a: 'b' },
    tolerations: [{ key: 'k' }],
  },
};
const OWNERS = [
  {
    manager: 'x',
    operation: 'Apply',
    apiVersion: 'v1',
    time: '2026-11-21T06:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:metadata': { 'f:labels': { 'f:a': {} }, 'f:finalizers': { '.': {}, 'v:"x/a"': {} } },
      'f:spec': {
        'f:containers': {
          'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:image': {}, 'f:ports': { 'k:{"containerPort":53,"protocol":"TCP"}': {} } },
        },
      },
    },
  },
  { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } },
]; // prettier-ignore
const KEYS = ['a', 'name', 'metadata', 'labels', 'finalizers', 'spec', 'containers', 'env', 'ports', 'containerPort', 'protocol', 'tolerations', 'nodeSelector', '__proto__', 'constructor', '']; // prettier-ignore
const SCALARS = [null, 0, 1, 53, '', 'a', 'b', 'x/a', 'TCP', true];
const ELEMENTS = ['.', 'f:a', 'f:', 'f:spec', 'f:metadata', 'f:containers', 'f:__proto__', 'v:"x/a"', 'v:', 'v:{', 'v:1', 'k:{"name":"a"}', 'k:{"name":null}', 'k:{}', 'k:', 'k:[]', 'i:0', 'x:1', '__proto__', 'manager', 'operation', 'fieldsV1']; // prettier-ignore

const pods = withOddPlaces(fc.constant(POD), jsonOf(KEYS, SCALARS));
const owners = withOddPlaces(fc.constant(OWNERS), jsonOf(ELEMENTS, [...SCALARS, {}, 'Update', 'Apply', 'v1', 'v2']));

/** The input is a JSON list: the live object, the applied configuration, the field owners. */
export const ownership: FuzzTarget<string> = {
  name: 'ownership',
  inputs: fc.tuple(pods, pods, owners).map((parts) => JSON.stringify(parts)),
  run(text) {
    const [current, config, sentOwners] = parsedJson(text) as [unknown, unknown, unknown];
    const known = readOwners(sentOwners) ?? [];
    mustEqual(readOwners(known) ?? [], known, 'owners read once and twice');
    const live = unlessRefused(() => stored(current));
    if (live === undefined) return;
    lastAppliedFields(JSON.stringify(config), live, schema.root);
    ownersAfterUpdate({ before: {}, after: live, owners: known, writer, versions });
    applyTwice(live, config, known);
  },
};

const stored = (object: unknown) => schema.decode(object, { unknownFields: [], duplicateFields: [] });

function applyTwice(live: unknown, sent: unknown, known: readonly FieldOwner[]): void {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return;
  const config = unlessRefused(() => readConfiguration(sent as Record<string, unknown>, schema, 'p'));
  if (config === undefined) return;
  const before = JSON.stringify([live, config, known]);
  const apply = (onto: unknown, withOwners: readonly FieldOwner[], force: boolean) =>
    applyConfiguration({
      live: onto,
      empty: {},
      config,
      owners: withOwners,
      applier: writer,
      versions,
      stored,
      force,
      conflictsNameVersionOf: 'updates',
    });
  unlessRefused(() => apply(live, known, false));
  const once = unlessRefused(() => apply(live, known, true));
  if (JSON.stringify([live, config, known]) !== before) throw new Error('an argument was changed');
  if (!once) return;
  const twice = apply(once.object, once.owners, false);
  mustEqual(twice.object, once.object, 'applied twice');
  if (!sameOwnersButTimes(twice.owners, once.owners)) throw new Error('applied twice, it has other owners');
}
