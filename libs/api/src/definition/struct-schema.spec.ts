import { vocabularies, type Answers } from '@orch/vocabulary';
import { Field, jsonFieldsOf, Struct, structOf } from './decorators.js';
import { enumOf, listOf, mapOf, type FieldOptions, type FieldType } from './field-type.js';
import { schemaDefinitionsOf, structSchemaOf } from './struct-schema.js';

@Struct('spec.v1.Atom', { structType: 'atomic' })
class Atom {
  @Field(1, 'string', { required: true }) name: string;
}

@Struct('spec.v1.Base')
class Base {
  @Field(1, 'bool') flag?: boolean;
  @Field(2, 'string') both?: string;
}

@Struct('spec.v1.Whole', { typeMeta: true, inline: [{ number: 3, type: () => Base }] })
class Whole {
  @Field(1, listOf(() => Atom), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  atoms?: Atom[];
  @Field(2, () => Atom, { required: true, pointer: true }) atom: Atom;
  @Field(4, mapOf('string'), { mapType: 'atomic' }) words?: Record<string, string>;
  @Field(5, () => Atom, { structType: 'granular' }) loose?: Atom;
  @Field(6, 'int32', { default: 3 }) both?: number;
}

@Struct('spec.v1.Later', { since: 33 })
class Later {
  @Field(1, 'string', { since: 33 }) kept?: string;
  @Field(2, 'string', { since: 30, last: 31 }) ofOlderForm?: string;
  @Field(3, 'string', { since: 33, last: 34 }) withdrawn?: string;
}

describe('fields of a struct by release', () => {
  const fields = (minor: number, vocabulary: keyof typeof vocabularies): string[] =>
    Object.keys(structSchemaOf(Later, minor, vocabularies[vocabulary].answers).properties ?? {});
  const rows: [minor: number, orch: string[], kubernetes: string[]][] = [
    [29, ['kept', 'withdrawn'], ['kept', 'withdrawn']],
    [30, ['kept', 'ofOlderForm', 'withdrawn'], ['kept', 'ofOlderForm', 'withdrawn']],
    [32, ['kept', 'withdrawn'], ['kept', 'withdrawn']],
    [35, ['kept', 'withdrawn'], ['kept']],
  ];
  for (const [minor, orch, kubernetes] of rows) {
    it(`in 1.${minor}`, () => expect([fields(minor, 'orch'), fields(minor, 'kubernetes')]).toEqual([orch, kubernetes]));
  }
});

describe('schema of a struct', () => {
  it('carries markers, defaults and required fields', () =>
    expect(structSchemaOf(Whole)).toMatchObject({
      type: 'object',
      properties: {
        kind: expect.objectContaining({ type: 'string' }) as object,
        apiVersion: expect.objectContaining({ type: 'string' }) as object,
        atoms: {
          type: 'array',
          items: { ref: 'spec.v1.Atom', mapType: 'atomic' },
          listType: 'map',
          listMapKeys: ['name'],
          patchStrategy: 'merge',
          patchMergeKey: 'name',
        },
        atom: { ref: 'spec.v1.Atom', mapType: 'atomic' },
        words: { type: 'object', additionalProperties: { type: 'string' }, mapType: 'atomic' },
        loose: { ref: 'spec.v1.Atom', mapType: 'granular' },
        both: { type: 'integer', format: 'int32', default: 3 },
        flag: { type: 'boolean' },
      },
      required: ['atom'],
    }));

  it('contains every referenced struct, by name', () =>
    expect([...schemaDefinitionsOf(Whole).keys()]).toEqual(['spec.v1.Whole', 'spec.v1.Atom']));

  it('flattens inlined structs; own fields take precedence', () =>
    expect(jsonFieldsOf(Whole).map(({ name, number }) => [name, number])).toEqual([
      ['atoms', 1],
      ['atom', 2],
      ['words', 4],
      ['loose', 5],
      ['both', 6],
      ['flag', 1],
    ]));

  it('is compiled once per class', () => expect(structSchemaOf(Whole)).toBe(structSchemaOf(Whole)));

  const types: [FieldType, object][] = [
    ['int64', { type: 'integer', format: 'int64' }],
    ['double', { type: 'number', format: 'double' }],
    ['bytes', { type: 'string', format: 'byte' }],
    ['quantity', { type: 'string', format: 'quantity' }],
    ['time', { type: 'string', format: 'date-time' }],
    ['microTime', { type: 'string', format: 'micro-time' }],
    ['duration', { type: 'string', format: 'duration' }],
    ['intOrString', { format: 'int-or-string' }],
    [enumOf('a', 'b'), { type: 'string', enum: ['a', 'b'] }],
    [mapOf(listOf('string')), { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }],
  ];
  for (const [type, want] of types) {
    it(`of type ${JSON.stringify(type)}`, () => {
      class Holder {}
      Field(1, type)(Holder.prototype, 'it');
      Struct('spec.v1.Holder')(Holder);
      expect(structSchemaOf(Holder).properties).toMatchObject({ it: want });
    });
  }

  it('has an empty default only for fields that are always written', () => {
    class Holder {}
    Field(1, 'string', { default: '' })(Holder.prototype, 'optional');
    Field(2, 'string', { default: '', pointer: true })(Holder.prototype, 'pointer');
    Field(3, 'string', { default: '', required: true })(Holder.prototype, 'required');
    Struct('spec.v1.Holder')(Holder);
    expect(structSchemaOf(Holder).properties).toEqual({
      optional: { type: 'string', emptyIsAbsent: true },
      pointer: { type: 'string', default: '' },
      required: { type: 'string', default: '' },
    });
  });

  it('rejects a class without @Struct by name', () => {
    class Bare {}
    expect(() => structOf(Bare)).toThrow('class Bare has no @Struct decorator');
  });

  const NULL = { absentIsNull: true };
  const NULL_LIST = { absentIsNull: true, emptyIsNull: true };
  const emptiness: [string, FieldType, FieldOptions, object][] = [
    ['a zero optional scalar is omitted', 'bool', {}, { emptyIsAbsent: true }],
    ['an empty optional list is omitted', { list: 'string' }, {}, { emptyIsAbsent: true }],
    ['an empty optional map is omitted', { map: 'string' }, {}, { emptyIsAbsent: true }],
    ['a pointer distinguishes zero and absent', 'bool', { pointer: true }, {}],
    ['a required scalar is always written', 'string', { required: true }, { absentIsEmpty: true }],
    ['a required list is always written, as null', { list: 'string' }, { required: true }, NULL_LIST],
    ['a required pointer is always written, as null', 'string', { required: true, pointer: true }, NULL],
    ['required bytes are always written, as null', 'bytes', { required: true }, NULL],
    ['an optional scalar whose zero value is shown', 'int32', { zeroIsShown: true }, { absentIsEmpty: true }],
    ['an optional list whose zero value is shown', { list: 'string' }, { zeroIsShown: true }, NULL_LIST],
    [
      'a list whose zero value is shown keeps an empty one',
      { list: 'string' },
      { zeroIsShown: true, keepsEmpty: true },
      NULL,
    ],
    ['an optional pointer whose zero value is shown', 'string', { zeroIsShown: true, pointer: true }, NULL],
    ['a default replaces the zero value', 'string', { required: true, default: 'a' }, {}],
    ['a time is always written, as null', 'time', {}, NULL],
    ['a time with a pointer is not', 'time', { pointer: true }, {}],
    ['a quantity is always written', 'quantity', {}, { absentIsEmpty: true }],
    ['a struct without pointer is always present', () => Atom, {}, { absentIsEmpty: true }],
    ['a struct pointer is not', () => Atom, { pointer: true }, {}],
    ['a struct removed in newer releases is not', () => Atom, { last: 30 }, {}],
  ];
  it.each(emptiness)('%s', (_name, type, options, want) => {
    class Holder {}
    Field(1, type, options)(Holder.prototype, 'it');
    Struct('spec.v1.Holder')(Holder);
    const {
      type: _type,
      format: _format,
      items: _items,
      additionalProperties: _values,
      ref: _ref,
      ...zero
    } = structSchemaOf(Holder).properties!['it']!;
    const { mapType: _mapType, default: _default, ...rules } = zero;
    expect(rules).toEqual(want);
  });

  it('a zero value that a later release omits is written in the releases before', () => {
    class Holder {}
    Field(1, 'time', { zeroOmittedSince: 34 })(Holder.prototype, 'it');
    Struct('spec.v1.Holder')(Holder);
    const isWrittenIn = (minor?: number) => structSchemaOf(Holder, minor).properties!['it']!.absentIsNull ?? false;
    expect([33, 34, undefined].map(isWrittenIn)).toEqual([true, false, false]);
  });

  it('a zero value of the specification is written where the vocabulary shows those', () => {
    class Holder {}
    Field(1, 'bool', { zeroIsShown: 'specified' })(Holder.prototype, 'it');
    Struct('spec.v1.Holder')(Holder);
    const shownWith = (answers: Answers) => structSchemaOf(Holder, undefined, answers).properties!['it'];
    expect(shownWith(vocabularies.orch.answers)).toEqual({ type: 'boolean', absentIsEmpty: true });
    expect(shownWith(vocabularies.kubernetes.answers)).toEqual({ type: 'boolean', emptyIsAbsent: true });
  });

  it('a struct of a version that newer releases removed is present in that version', () => {
    class Holder {}
    Field(1, () => Atom, { last: 24 })(Holder.prototype, 'it');
    Struct('spec.v1beta1.Holder', { last: 24 })(Holder);
    expect(structSchemaOf(Holder).properties!['it']!.absentIsEmpty).toBe(true);
  });
});
