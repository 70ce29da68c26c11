import { builtinKinds } from '../kinds.js';
import * as api from '../index.js';
import { Field, jsonFieldsOf, Struct, structOf } from './decorators.js';
import {
  enumByRelease,
  enumOf,
  listOf,
  mapOf,
  openEnumOf,
  type FieldOptions,
  type FieldType,
  type StructClass,
} from './field-type.js';
import { descriptionOf, documentedSchemaOf, documentedStructsOf, structDescriptionOf } from './struct-documentation.js';

/** Every release's fields are described. */
const RELEASES = [21, 27, 33, 37];
const roots: readonly StructClass[] = [
  ...builtinKinds.flatMap(({ type, actions = {} }) => [type, ...Object.values(actions).map((action) => action.type)]),
  ...[api.DeleteOptions, api.Status, api.APIGroupList, api.APIResourceList, api.APIVersions, api.VersionInfo],
];
const structs = new Map(RELEASES.flatMap((minor) => roots.flatMap((root) => [...documentedStructsOf(root, minor)])));

/** Letters and digits only, so that `Pod IP.` is `podip`. */
const bare = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

describe('descriptions', () => {
  it('cover many structs', () => expect(structs.size).toBeGreaterThan(400));

  it.each([...structs])('%s and its fields are described', (name, type) => {
    const described: [string, string | undefined][] = [
      [name, structDescriptionOf(type)],
      ...jsonFieldsOf(type).map((field): [string, string | undefined] => [field.name, descriptionOf(type, field)]),
    ];
    const bad = described.filter(
      ([of, text = '']) => text.length < 5 || !text.endsWith('.') || bare(text) === bare(of),
    );
    expect(bad).toEqual([]);
  });
});

@Struct('spec.v1.Inner', { structType: 'atomic', description: 'An inner struct.' })
class Inner {
  @Field(1, 'string', { description: 'Its name.' }) name?: string;
}

@Struct('spec.v1.Similar', { describedAs: () => Inner })
class Similar {
  @Field(1, 'string') name?: string;
}

const documented = (type: FieldType, options: FieldOptions = {}, minor = 33) => {
  class Holder {}
  Field(1, type, options)(Holder.prototype, 'it');
  Struct('spec.v1.Holder')(Holder);
  return documentedSchemaOf(Holder, minor);
};

describe('documentation of a field', () => {
  const rows: [string, FieldType, FieldOptions, object][] = [
    ['a quantity is a named type', 'quantity', {}, { ref: 'pkg.api.resource.Quantity' }],
    ['a time is a named type', 'time', {}, { ref: 'meta.v1.Time' }],
    ['a value of several types is a named type', 'intOrString', {}, { ref: 'pkg.util.intstr.IntOrString' }],
    ['an optional scalar has no default', 'string', {}, { type: 'string' }],
    ['a required scalar has its zero value', 'string', { required: true }, { type: 'string', default: '' }],
    ['a written zero is documented', 'int32', { zeroIsShown: true }, { type: 'integer', format: 'int32', default: 0 }],
    ['a pointer has no default', 'bool', { pointer: true, required: true }, { type: 'boolean' }],
    ['a struct is empty by default', () => Inner, {}, { ref: 'spec.v1.Inner', default: {} }],
    ['a pointer to a struct is not', () => Inner, { pointer: true }, { ref: 'spec.v1.Inner' }],
    ['a default of the server is not documented', 'int32', { default: 3 }, { type: 'integer', format: 'int32' }],
    [
      'a default of the type is',
      'string',
      { default: 'a', documentedDefault: 'own' },
      { type: 'string', default: 'a' },
    ],
    [
      'a zero value by declaration',
      'int32',
      { default: 3, documentedDefault: 'zero' },
      { type: 'integer', default: 0 },
    ],
    ['an enum lists its values in order', enumOf('b', 'a'), {}, { type: 'string', enum: ['a', 'b'] }],
    ['an open enum lists none', openEnumOf('b', 'a'), {}, { type: 'string' }],
    ['bytes can have a list type', 'bytes', { documentedListType: 'atomic' }, { format: 'byte', listType: 'atomic' }],
    ['items have zero values', listOf('string'), {}, { type: 'array', items: { type: 'string', default: '' } }],
    ['values are named types', mapOf('quantity'), {}, { additionalProperties: { ref: 'pkg.api.resource.Quantity' } }],
  ];
  it.each(rows)('%s', (_name, type, options, want) => {
    const it = documented(type, options).properties!['it']!;
    expect(it).toMatchObject(want);
    expect(Object.hasOwn(it, 'default')).toBe(Object.hasOwn(want, 'default'));
    expect(Object.hasOwn(it, 'enum')).toBe(Object.hasOwn(want, 'enum'));
  });

  it('says what it means, or what its struct is', () => {
    expect(documented('string', { description: 'Own.' }).properties!['it']).toMatchObject({ description: 'Own.' });
    expect(documented(listOf(() => Inner)).properties!['it']).toMatchObject({ description: 'An inner struct.' });
    expect(documented(() => Similar).properties!['it']).toMatchObject({ description: 'An inner struct.' });
  });

  it('takes descriptions of a similar struct', () =>
    expect(documentedSchemaOf(Similar, 33)).toMatchObject({
      description: 'An inner struct.',
      properties: { name: { description: 'Its name.' } },
    }));

  it('is left out in releases without the field', () => {
    const inRelease = (options: FieldOptions) => Object.keys(documented('string', options).properties ?? {});
    expect(inRelease({ since: 33, last: 33 })).toEqual(['it']);
    expect(inRelease({ since: 34 })).toEqual([]);
    expect(inRelease({ last: 32 })).toEqual([]);
  });

  it('shows the values of its release', () => {
    const type = enumByRelease(['a', 'b', 'c'], { a: { last: 33 }, c: { since: 34 } });
    expect(documented(type, {}, 33).properties!['it']).toMatchObject({ enum: ['a', 'b'] });
    expect(documented(type, {}, 34).properties!['it']).toMatchObject({ enum: ['b', 'c'] });
  });

  it('requires fields by declaration', () => {
    expect(documented('string', { required: true }).required).toEqual(['it']);
    expect(documented('string', { documentedAsRequired: true }).required).toEqual(['it']);
    expect(documented('string', { zeroIsShown: true }).required).toBeUndefined();
  });

  it('shows the merge type of the struct on the struct only', () => {
    expect(documentedSchemaOf(Inner, 33)).toMatchObject({ mapType: 'atomic' });
    expect(documented(() => Inner).properties!['it']).not.toHaveProperty('mapType');
  });

  it('has the unions of its struct', () => {
    class Holder {}
    Struct('spec.v1.Holder', { unions: [{ discriminator: 'type', fields: { a: 'A' } }] })(Holder);
    expect(documentedSchemaOf(Holder, 33)).toMatchObject({ unions: [{ discriminator: 'type', fields: { a: 'A' } }] });
  });

  it('names each struct once', () =>
    expect([...documentedStructsOf(Inner, 33).keys()]).toEqual([structOf(Inner).name]));
});
