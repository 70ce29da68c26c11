import type { StructuralSchema } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { EMULATED_MINORS } from '../features/releases.js';
import { builtinKinds } from '../kinds.js';
import { compileKinds } from './compile-kinds.js';
import { isIntroducedLater } from './lifecycle.js';

/** Alpha fields that upstream withdrew, and fields that it had stopped to write long before. */
const WITHDRAWN: readonly string[] = [
  'core.v1.PersistentVolumeClaimStatus.resizeStatus',
  'core.v1.PodResourceClaim.source',
  'core.v1.PodSpec.workloadRef',
  'core.v1.ServiceSpec.topologyKeys',
  'meta.v1.ObjectMeta.clusterName',
  'networking.v1.NetworkPolicy.status',
  'networking.v1alpha1.ParentReference.uid',
  'resource.v1alpha3.DeviceTaintSelector.deviceClassName',
  'resource.v1alpha3.DeviceTaintSelector.selectors',
];

/** Schemas of a release by name of struct, of all versions that it has. */
function schemasIn(minor: number): ReadonlyMap<string, StructuralSchema> {
  const found = new Map<string, StructuralSchema>();
  for (const { declaration, definitions } of compileKinds(builtinKinds, vocabularies.kubernetes, minor)) {
    if (isIntroducedLater(declaration.lifecycle, minor)) continue;
    for (const [name, schema] of definitions) found.set(name, schema);
  }
  return found;
}

interface Step {
  readonly name: string;
  readonly before: StructuralSchema;
  readonly after: StructuralSchema;
}

/** Structs that a release and the next one have. */
function stepsTo(next: number): Step[] {
  const later = schemasIn(next);
  return [...schemasIn(next - 1)].flatMap(([name, before]) => {
    const after = later.get(name);
    return after ? [{ name, before, after }] : [];
  });
}

describe('schema of a version from release to release', () => {
  for (const next of EMULATED_MINORS.slice(1)) {
    it(`B-371 1.${next} loses no field and no enum value`, () => {
      const lost = stepsTo(next).flatMap(({ name, before, after }) =>
        Object.entries(before.properties ?? {}).flatMap(([field, schema]) => {
          const path = `${name}.${field}`;
          const now = after.properties?.[field];
          if (!now) return WITHDRAWN.includes(path) ? [] : [path];
          const values = new Set(now.enum);
          return (schema.enum ?? []).filter((value) => !values.has(value)).map((value) => `${path}=${String(value)}`);
        }),
      );
      expect(lost).toEqual([]);
    });

    it(`B-372 1.${next} changes no type, default or merge rule of a field`, () => {
      const changed = stepsTo(next).flatMap(({ name, before, after }) =>
        Object.entries(before.properties ?? {}).flatMap(([field, schema]) => {
          const now = after.properties?.[field];
          return now && JSON.stringify(significant(now)) !== JSON.stringify(significant(schema))
            ? [`${name}.${field}`]
            : [];
        }),
      );
      expect(changed).toEqual([]);
    });
  }
});

/** What a client depends on: all but the enum values, which may be added to, and how zero values are written. */
function significant(schema: StructuralSchema): object {
  const { enum: _values, emptyIsAbsent: _empty, absentIsEmpty: _absent, absentIsNull: _null, ...rest } = schema;
  return rest;
}
