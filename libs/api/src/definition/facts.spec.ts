import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinKinds } from '../kinds.js';
import * as api from '../index.js';
import { jsonFieldsOf, structOf, type FieldFacts } from './decorators.js';
import type { FieldType, StructClass } from './field-type.js';
import { structIn } from './struct-schema.js';

/** Every struct reachable from a declared kind or an exported class. */
function declaredStructs(): Map<string, StructClass> {
  const found = new Map<string, StructClass>();
  const visit = (type: StructClass): void => {
    const { name, options } = structOf(type);
    if (found.has(name)) return;
    found.set(name, type);
    for (const part of options.inline ?? []) visit(part.type());
    for (const field of jsonFieldsOf(type)) {
      const inner = structIn(field.type);
      if (inner) visit(inner);
    }
  };
  for (const { type } of builtinKinds) visit(type);
  for (const exported of Object.values(api) as unknown[]) {
    if (
      typeof exported === 'function' &&
      Function.prototype.toString.call(exported).startsWith('class ') &&
      exported !== api.KindObject &&
      exported !== api.ReleaseGates &&
      exported !== api.LongWrites &&
      !(exported.prototype instanceof Error)
    ) {
      visit(exported as StructClass);
    }
  }
  return found;
}

const structs = declaredStructs();
const fieldOf = (struct: string, name: string): FieldFacts => {
  const facts = structs.has(struct) ? structOf(structs.get(struct)!) : undefined;
  const field = facts?.fields.find((f) => f.name === name);
  if (!field) throw new Error(`${struct} declares no ${name}`);
  return field;
};

describe('facts of fields', () => {
  const rows: [string, string, number, object][] = [
    ['core.v1.ConfigMap', 'immutable', 4, { pointer: true }],
    ['core.v1.ConfigMap', 'binaryData', 3, {}],
    ['core.v1.Secret', 'stringData', 4, {}],
    [
      'core.v1.NamespaceStatus',
      'conditions',
      2,
      { listType: 'map', listMapKeys: ['type'], patchStrategy: 'merge', patchMergeKey: 'type' },
    ],
    [
      'core.v1.PodSpec',
      'volumes',
      1,
      { listType: 'map', listMapKeys: ['name'], patchStrategy: 'merge,retainKeys', patchMergeKey: 'name' },
    ],
    ['core.v1.PodSpec', 'tolerations', 22, { listType: 'atomic' }],
    ['core.v1.PodSpec', 'nodeSelector', 7, { mapType: 'atomic' }],
    [
      'core.v1.Container',
      'ports',
      6,
      {
        listType: 'map',
        listMapKeys: ['containerPort', 'protocol'],
        patchStrategy: 'merge',
        patchMergeKey: 'containerPort',
      },
    ],
    ['core.v1.PersistentVolumeSpec', 'claimRef', 4, { pointer: true, structType: 'granular' }],
    [
      'core.v1.PersistentVolumeClaimStatus',
      'resizeStatus',
      6,
      { pointer: true, featureGate: 'RecoverVolumeExpansionFailure', since: 23, last: 27 },
    ],
    ['meta.v1.ObjectMeta', 'finalizers', 14, { listType: 'set', patchStrategy: 'merge' }],
    ['meta.v1.ObjectMeta', 'managedFields', 17, { listType: 'atomic' }],
    ['coordination.v1.LeaseSpec', 'renewTime', 4, { pointer: true }],
    ['certificates.v1.CertificateSigningRequestStatus', 'conditions', 1, { listType: 'map', listMapKeys: ['type'] }],
    ['storage.v1.CSIDriverSpec', 'tokenRequests', 6, { listType: 'atomic' }],
    [
      'storage.v1.CSINodeSpec',
      'drivers',
      1,
      { required: true, listType: 'map', listMapKeys: ['name'], patchStrategy: 'merge', patchMergeKey: 'name' },
    ],
  ];
  for (const [struct, name, number, options] of rows) {
    it(`${struct}.${name}`, () => {
      const field = fieldOf(struct, name);
      expect(field.number).toBe(number);
      const { description: _text, droppedBy: _by, ...facts } = field.options;
      expect(facts).toEqual(options);
    });
  }

  it('flattens an inlined struct in JSON and keeps its wire number', () => {
    const volume = structs.get('core.v1.Volume')!;
    expect(structOf(volume).fields.map((f) => f.name)).toEqual(['name']);
    expect(jsonFieldsOf(volume).map((f) => f.name)).toContain('configMap');
    expect(structOf(volume).options.inline?.map((part) => [part.number, structOf(part.type()).name])).toEqual([
      [2, 'core.v1.VolumeSource'],
    ]);
  });
});

interface Fact {
  type: string;
  number?: number;
  optional?: boolean;
  pointer?: boolean;
  default?: string | number | boolean;
  [marker: string]: unknown;
}
interface Facts {
  about: { releases: string[] };
  structs: Record<
    string,
    { fields: Record<string, Fact>; structType?: string; typeMeta?: boolean; since?: number; last?: number }
  >;
}

/** Facts of every built-in struct, from a file outside the project. */
const folder = process.env['ORCH_WIRE_FIXTURES'] ?? '';
const factsFile =
  folder === ''
    ? undefined
    : [join(folder, 'fields.json'), join(folder, '..', 'fields.json')].find((file) => existsSync(file));
const compare = factsFile === undefined ? describe.skip : describe;

compare(
  `declared fields against the file of facts${factsFile === undefined ? ' (skipped: no fields.json in ORCH_WIRE_FIXTURES)' : ''}`,
  () => {
    const facts: Facts =
      factsFile === undefined
        ? { about: { releases: [] }, structs: {} }
        : (JSON.parse(readFileSync(factsFile, 'utf8')) as Facts);
    const MARKERS = [
      'listType',
      'listMapKeys',
      'mapType',
      'structType',
      'patchStrategy',
      'patchMergeKey',
      'featureGate',
      'since',
      'last',
    ];

    // Releases and groups of the file. The version of a server has no wire form.
    const newest = Math.max(...facts.about.releases.map((release) => Number(release.split('.')[1])));
    const groups = new Set(Object.keys(facts.structs).map((name) => name.split('.', 1)[0]));
    const isCovered = ([name, type]: [string, StructClass]): boolean =>
      factsFile === undefined ||
      (groups.has(name.split('.', 1)[0]) && !name.startsWith('pkg.') && (structOf(type).options.since ?? 0) <= newest);
    for (const [name, type] of [...structs].filter(isCovered)) {
      it(name, () => {
        const expected = facts.structs[name]!;
        const { fields, options } = structOf(type);
        expect(fields.map((f) => f.name).sort()).toEqual(
          Object.keys(expected.fields)
            .filter((n) => !n.startsWith('(inline'))
            .sort(),
        );
        expect((options.inline ?? []).map((part) => [part.number, structOf(part.type()).name])).toEqual(
          Object.entries(expected.fields)
            .filter(([n]) => n.startsWith('(inline'))
            .map(([, fact]) => [fact.number, fact.type]),
        );
        expect([options.typeMeta, options.structType, options.since, options.last]).toEqual([
          expected.typeMeta,
          expected.structType,
          expected.since,
          expected.last,
        ]);
        for (const field of fields)
          expect(shown(field, expected.fields[field.name]!)).toEqual(wanted(field.name, expected.fields[field.name]!));
      });
    }

    function shown({ name, number, type, options }: FieldFacts, fact: Fact): object {
      return {
        name,
        number,
        type: typeText(type),
        required: options.required ?? false,
        // Of a list it only says that an empty one differs from an absent one.
        pointer: typeof type === 'object' && 'list' in type ? (fact.pointer ?? false) : (options.pointer ?? false),
        markers: Object.fromEntries(MARKERS.map((marker) => [marker, options[marker as keyof typeof options]])),
        // Defaults by convention are not in the file; those in the file must be equal.
        default: fact.default === undefined ? undefined : String(options.default),
      };
    }

    function wanted(name: string, fact: Fact): object {
      const constant = /^ref\((.*)\)$/.exec(String(fact.default))?.[1];
      return {
        name,
        number: fact.number,
        type: fact.type.replaceAll(/enum:[\w.]+/g, 'string').replaceAll('microtime', 'microTime'),
        required: !fact.optional,
        pointer: fact.pointer ?? false,
        markers: Object.fromEntries(MARKERS.map((marker) => [marker, fact[marker]])),
        default: fact.default === undefined ? undefined : constant ? CONSTANTS[constant] : String(fact.default),
      };
    }
  },
);

/** Defaults that the file gives as the name of a constant. */
const CONSTANTS: Readonly<Record<string, string>> = {
  AzureDataDiskCachingReadWrite: 'ReadWrite',
  AzureSharedBlobDisk: 'Shared',
};

function typeText(type: FieldType): string {
  if (typeof type === 'string') return type;
  if (typeof type === 'function') return structOf(type()).name;
  if ('enum' in type) return 'string';
  return 'list' in type ? `list<${typeText(type.list)}>` : `map<${typeText(type.map)}>`;
}
