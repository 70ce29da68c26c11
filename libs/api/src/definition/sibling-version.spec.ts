import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { ReleaseGates } from '../features/feature-gates.js';
import { builtinKinds } from '../kinds.js';
import { structArbitrary } from '../testing/struct-arbitrary.js';
import { compileKinds } from './compile-kinds.js';
import { structOf } from './decorators.js';
import type { KindDeclaration } from './kind-declaration.js';
import { siblingVersion } from './sibling-version.js';

/** Conversions that use names of the vocabulary have separate specs. */
const conversionOf = ({ conversion }: KindDeclaration) => (typeof conversion === 'object' ? conversion : undefined);
const siblings = builtinKinds.filter((d) => conversionOf(d)?.storedAs.group === d.group);
const storedOf = (declaration: KindDeclaration): KindDeclaration =>
  builtinKinds.find(
    (d) =>
      d.kind === conversionOf(declaration)!.storedAs.kind &&
      d.group === conversionOf(declaration)!.storedAs.group &&
      d.version === conversionOf(declaration)!.storedAs.version,
  )!;

describe('versions that share storage', () => {
  for (const declaration of siblings) {
    const { group, version, kind } = declaration;
    const conversion = conversionOf(declaration);
    const stored = storedOf(declaration);

    it(`B-373 ${group}/${version} ${kind} round-trips through the stored version`, () =>
      fc.assert(
        fc.property(structArbitrary(declaration.type), (object) => {
          const { toStored, fromStored } = conversion!;
          expect(fromStored(toStored(object as ApiObject))).toEqual(object);
        }),
        { numRuns: 30 },
      ));

    it(`B-373 ${group}/${version} ${kind} converts all fields of ${stored.version}`, () =>
      fc.assert(
        fc.property(structArbitrary(stored.type), (object) => {
          const { toStored, fromStored } = conversion!;
          expect(toStored(fromStored(object as ApiObject))).toEqual(object);
        }),
        { numRuns: 30 },
      ));

    it(`${group}/${version} ${kind} has its own names and the scope of ${stored.version}`, () => {
      expect(structOf(declaration.type).name).toBe(`${group}.${version}.${kind}`);
      expect([declaration.resource, declaration.namespaced]).toEqual([stored.resource, stored.namespaced]);
    });
  }
});

describe('a version with renamed fields', () => {
  class Form {}
  const renamed = (from: string, to: string) => (object: ApiObject) => {
    const { [from]: value, ...rest } = object;
    return { ...rest, ...(value === undefined ? {} : { [to]: value }) } as ApiObject;
  };
  const seen: unknown[] = [];
  const base: KindDeclaration = {
    ...builtinKinds[0]!,
    columns: [{ name: 'New', type: 'string', value: (o) => String(o['newName']) }],
    defaults: (o) => ({ ...o, newName: o['newName'] ?? 'filled' }),
    strategy: () => ({
      prepareForCreate: (o) => ({ ...o, newName: `${String(o['newName'])}!` }),
      prepareForUpdate: (o, old) => ({ ...o, newName: `${String(old['newName'])}>${String(o['newName'])}` }),
      prepareForDelete: (o) => ({ ...o, newName: 'going' }),
      validateCreate: (o) => (seen.push(o['newName']), []),
      validateUpdate: (o, old) => (seen.push(o['newName'], old['newName']), []),
      warnings: (o) => [String(o['newName'])],
    }),
    subresources: {
      status: () => ({
        prepareForUpdate: (o, old) => ({ ...o, newName: `${String(old['newName'])}/${String(o['newName'])}` }),
        validateUpdate: (o) => (seen.push(o['newName']), []),
      }),
    },
  };
  const older = siblingVersion(base, {
    version: 'v1beta1',
    structs: () => Form,
    convert: { toStored: renamed('oldName', 'newName'), fromStored: renamed('newName', 'oldName') },
  });
  const context = {
    vocabulary: vocabularies.orch,
    user: { username: 'u', groups: [] },
    now: '',
    features: new ReleaseGates(),
  };
  const object = (oldName: string): ApiObject => ({ metadata: {}, oldName });
  const rules = older.strategy!(vocabularies.orch);
  const status = older.subresources!['status']!(vocabularies.orch);

  it('uses the rules, columns and defaults of the stored version', () => {
    expect(older.columns![0]!.value(object('a'), 0)).toBe('a');
    expect(older.defaults!({ metadata: {} }, vocabularies.orch)).toEqual(object('filled'));
    expect(rules.prepareForCreate!(object('a'), context)).toEqual(object('a!'));
    expect(rules.prepareForUpdate!(object('a'), object('b'), context)).toEqual(object('b>a'));
    expect(rules.prepareForDelete!(object('a'), context)).toEqual(object('going'));
    expect(rules.warnings!(object('w'), context)).toEqual(['w']);
    expect(status.prepareForUpdate(object('a'), object('b'), context)).toEqual(object('b/a'));
    rules.validateCreate!(object('c'), context);
    rules.validateUpdate!(object('n'), object('o'), context);
    status.validateUpdate!(object('s'), object('o'), context);
    expect(seen).toEqual(['c', 'n', 'o', 's']);
  });
});

it('converts an object once for all columns of its row', () => {
  const toStored = jest.fn((object: ApiObject) => object);
  const columns = ['A', 'B', 'C'].map((name) => ({ name, type: 'string' as const, value: () => name }));
  const convert = { toStored, fromStored: (object: ApiObject) => object };
  const older = siblingVersion({ ...builtinKinds[0]!, columns }, { version: 'v1beta1', convert });
  for (const object of [{}, {}]) {
    expect(older.columns!.map(({ value }) => value(object as ApiObject, 0))).toEqual(['A', 'B', 'C']);
  }
  expect(toStored).toHaveBeenCalledTimes(2);
});

it('versions of a kind share storage', () => {
  for (const definition of compileKinds(builtinKinds, vocabularies.orch)) {
    const { conversion, stored } = definition;
    if (!conversion) continue;
    const targets = builtinKinds.filter(
      (d) =>
        vocabularies.orch.groups[d.group] === stored.group && d.version === stored.version && d.kind === stored.kind,
    );
    expect(targets.map((d) => d.conversion)).toEqual([undefined]);
  }
});
