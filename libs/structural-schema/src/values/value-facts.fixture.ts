import type { JsonSchema } from '../schema/json-schema.js';

/** What becomes of an object: the causes of its errors (`reason field message`), or what is stored and which fields are dropped, or the text of a refusal. */
export interface ValueFact {
  readonly errors?: readonly string[];
  readonly stored?: Readonly<Record<string, unknown>>;
  readonly unknown?: readonly string[];
  readonly message?: string;
}

/** Answers of kube-apiserver 1.33 to creates of objects of kinds with these schemas. */
export const valueFacts: readonly {
  readonly title: string;
  readonly schema: JsonSchema;
  readonly objects: readonly (readonly [body: Readonly<Record<string, unknown>>, fact: ValueFact])[];
}[] = [
  {
    title: 'types',
    schema: {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: {
          type: 'object',
          required: ['a'],
          properties: {
            a: { type: 'string' },
            i: { type: 'integer', format: 'int32' },
            n: { type: 'number' },
            b: { type: 'boolean' },
            l: { type: 'array', items: { type: 'string' } },
            o: { type: 'object', properties: { x: { type: 'string', nullable: true } } },
            m: { type: 'object', additionalProperties: { type: 'integer' } },
            any: { 'x-kubernetes-preserve-unknown-fields': true },
            po: {
              type: 'object',
              'x-kubernetes-preserve-unknown-fields': true,
              properties: { in: { type: 'object', properties: { k: { type: 'string' } } } },
            },
            ios: { 'x-kubernetes-int-or-string': true },
            e: { type: 'string', enum: ['one', 'two'] },
            en: { type: 'integer', enum: [1, 2] },
          },
        },
      },
    },
    objects: [
      [{ spec: { a: 'x' } }, { stored: { spec: { a: 'x' } } }],
      [{}, { errors: ['FieldValueRequired spec Required value'] }],
      [{ spec: {} }, { errors: ['FieldValueRequired spec.a Required value'] }],
      [
        { spec: { a: 1 } },
        {
          errors: [
            'FieldValueTypeInvalid spec.a Invalid value: "integer": spec.a in body must be of type string: "integer"',
          ],
        },
      ],
      [
        { spec: { a: 1.5 } },
        {
          errors: [
            'FieldValueTypeInvalid spec.a Invalid value: "number": spec.a in body must be of type string: "number"',
          ],
        },
      ],
      [
        { spec: { a: true } },
        {
          errors: [
            'FieldValueTypeInvalid spec.a Invalid value: "boolean": spec.a in body must be of type string: "boolean"',
          ],
        },
      ],
      [{ spec: { a: null } }, { errors: ['FieldValueRequired spec.a Required value'] }],
      [
        { spec: { a: ['x'] } },
        {
          errors: [
            'FieldValueTypeInvalid spec.a Invalid value: "array": spec.a in body must be of type string: "array"',
          ],
        },
      ],
      [
        { spec: { a: {} } },
        {
          errors: [
            'FieldValueTypeInvalid spec.a Invalid value: "object": spec.a in body must be of type string: "object"',
          ],
        },
      ],
      [
        { spec: { a: 'x', i: '1' } },
        {
          errors: [
            'FieldValueTypeInvalid spec.i Invalid value: "string": spec.i in body must be of type integer: "string"',
          ],
        },
      ],
      [{ spec: { a: 'x', i: 1 } }, { stored: { spec: { a: 'x', i: 1 } } }],
      [
        { spec: { a: 'x', i: 1.5 } },
        {
          errors: [
            'FieldValueTypeInvalid spec.i Invalid value: "number": spec.i in body must be of type integer: "number"',
          ],
        },
      ],
      [{ spec: { a: 'x', i: 99999999999 } }, { stored: { spec: { a: 'x', i: 99999999999 } } }],
      [{ spec: { a: 'x', n: 1 } }, { stored: { spec: { a: 'x', n: 1 } } }],
      [
        { spec: { a: 'x', n: 'z' } },
        {
          errors: [
            'FieldValueTypeInvalid spec.n Invalid value: "string": spec.n in body must be of type number: "string"',
          ],
        },
      ],
      [
        { spec: { a: 'x', b: 'true' } },
        {
          errors: [
            'FieldValueTypeInvalid spec.b Invalid value: "string": spec.b in body must be of type boolean: "string"',
          ],
        },
      ],
      [
        { spec: { a: 'x', l: 'q' } },
        {
          errors: [
            'FieldValueTypeInvalid spec.l Invalid value: "string": spec.l in body must be of type array: "string"',
          ],
        },
      ],
      [
        { spec: { a: 'x', l: [1, 'a', null] } },
        {
          errors: [
            'FieldValueTypeInvalid spec.l[0] Invalid value: "integer": spec.l[0] in body must be of type string: "integer"',
            'FieldValueTypeInvalid spec.l[2] Invalid value: "null": spec.l[2] in body must be of type string: "null"',
          ],
        },
      ],
      [
        { spec: { a: 'x', l: {} } },
        {
          errors: [
            'FieldValueTypeInvalid spec.l Invalid value: "object": spec.l in body must be of type array: "object"',
          ],
        },
      ],
      [
        { spec: { a: 'x', o: { x: null, y: 1 } } },
        { stored: { spec: { a: 'x', o: { x: null } } }, unknown: ['spec.o.y'] },
      ],
      [
        { spec: { a: 'x', o: [] } },
        {
          errors: [
            'FieldValueTypeInvalid spec.o Invalid value: "array": spec.o in body must be of type object: "array"',
          ],
        },
      ],
      [
        { spec: { a: 'x', m: { z: 1, y: 's', k: null } } },
        {
          errors: [
            'FieldValueTypeInvalid spec.m.y Invalid value: "string": spec.m.y in body must be of type integer: "string"',
          ],
        },
      ],
      [
        { spec: { a: 'x', any: { z: null, b: [1, { q: 1.5 }] } } },
        { stored: { spec: { a: 'x', any: { b: [1, { q: 1.5 }], z: null } } } },
      ],
      [
        { spec: { a: 'x', po: { z: { a: 1 }, in: { k: '1', l: 2 } } } },
        { stored: { spec: { a: 'x', po: { in: { k: '1' }, z: { a: 1 } } } }, unknown: ['spec.po.in.l'] },
      ],
      [{ spec: { a: 'x', ios: 1 } }, { stored: { spec: { a: 'x', ios: 1 } } }],
      [{ spec: { a: 'x', ios: '5%' } }, { stored: { spec: { a: 'x', ios: '5%' } } }],
      [
        { spec: { a: 'x', ios: 1.5 } },
        {
          errors: [
            'FieldValueTypeInvalid spec.ios Invalid value: "number": spec.ios in body must be of type integer,string: "number"',
          ],
        },
      ],
      [
        { spec: { a: 'x', ios: true } },
        {
          errors: [
            'FieldValueTypeInvalid spec.ios Invalid value: "boolean": spec.ios in body must be of type integer,string: "boolean"',
          ],
        },
      ],
      [
        { spec: { a: 'x', e: 'three' } },
        { errors: ['FieldValueNotSupported spec.e Unsupported value: "three": supported values: "one", "two"'] },
      ],
      [
        { spec: { a: 'x', en: 3 } },
        { errors: ['FieldValueNotSupported spec.en Unsupported value: 3: supported values: "1", "2"'] },
      ],
      [
        { spec: { a: 'x', zz: 1, aa: { b: 1 } }, foo: 1 },
        { stored: { spec: { a: 'x' } }, unknown: ['foo', 'spec.aa', 'spec.zz'] },
      ],
      [
        { spec: { a: 'x' }, metadata: { foo: 1, labels: { a: 'b' } } },
        { stored: { spec: { a: 'x' } }, unknown: ['metadata.foo'] },
      ],
      [
        { spec: 'x' },
        {
          errors: ['FieldValueTypeInvalid spec Invalid value: "string": spec in body must be of type object: "string"'],
        },
      ],
      [
        { spec: [] },
        { errors: ['FieldValueTypeInvalid spec Invalid value: "array": spec in body must be of type object: "array"'] },
      ],
      [{ spec: { a: 'x', Z: 1, l: [] } }, { stored: { spec: { a: 'x', l: [] } }, unknown: ['spec.Z'] }],
    ],
  },
  {
    title: 'bounds',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            s: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
            i: { type: 'integer', minimum: 1, maximum: 10 },
            x: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true },
            f: { type: 'number', minimum: 0.5, maximum: 1.5, multipleOf: 0.25 },
            mu: { type: 'integer', multipleOf: 3 },
            l: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'integer', maximum: 3 } },
            m: {
              type: 'object',
              minProperties: 1,
              maxProperties: 2,
              additionalProperties: { type: 'string', maxLength: 3 },
            },
            big: { type: 'number', maximum: 1e25, minimum: 1e-5 },
          },
        },
      },
    },
    objects: [
      [
        { spec: { s: 'a' } },
        { errors: ['FieldValueInvalid spec.s Invalid value: "a": spec.s in body should be at least 2 chars long'] },
      ],
      [{ spec: { s: 'abcde' } }, { errors: ['FieldValueTooLong spec.s Too long: may not be more than 4 bytes'] }],
      [
        { spec: { s: 'ab1' } },
        { errors: ['FieldValueInvalid spec.s Invalid value: "ab1": spec.s in body should match \'^[a-z]+$\''] },
      ],
      [
        { spec: { s: 'äöü' } },
        { errors: ['FieldValueInvalid spec.s Invalid value: "äöü": spec.s in body should match \'^[a-z]+$\''] },
      ],
      [
        { spec: { s: '日本' } },
        { errors: ['FieldValueInvalid spec.s Invalid value: "日本": spec.s in body should match \'^[a-z]+$\''] },
      ],
      [
        { spec: { i: 0 } },
        { errors: ['FieldValueInvalid spec.i Invalid value: 0: spec.i in body should be greater than or equal to 1'] },
      ],
      [
        { spec: { i: 11 } },
        { errors: ['FieldValueInvalid spec.i Invalid value: 11: spec.i in body should be less than or equal to 10'] },
      ],
      [
        { spec: { x: 1 } },
        { errors: ['FieldValueInvalid spec.x Invalid value: 1: spec.x in body should be greater than 1'] },
      ],
      [
        { spec: { x: 10 } },
        { errors: ['FieldValueInvalid spec.x Invalid value: 10: spec.x in body should be less than 10'] },
      ],
      [
        { spec: { f: 0.25 } },
        {
          errors: [
            'FieldValueInvalid spec.f Invalid value: 0.25: spec.f in body should be greater than or equal to 0.5',
          ],
        },
      ],
      [
        { spec: { f: 2 } },
        {
          errors: [
            'FieldValueInvalid spec.f Invalid value: 0: factor MultipleOf declared for spec.f must be positive: 0',
            'FieldValueInvalid spec.f Invalid value: 2: spec.f in body should be less than or equal to 1',
          ],
        },
      ],
      [
        { spec: { f: 0.6 } },
        { errors: ['FieldValueInvalid spec.f Invalid value: 0.6: spec.f in body should be a multiple of 0.25'] },
      ],
      [
        { spec: { f: 1 } },
        {
          errors: [
            'FieldValueInvalid spec.f Invalid value: 0: factor MultipleOf declared for spec.f must be positive: 0',
          ],
        },
      ],
      [
        { spec: { mu: 4 } },
        { errors: ['FieldValueInvalid spec.mu Invalid value: 4: spec.mu in body should be a multiple of 3'] },
      ],
      [{ spec: { mu: 6 } }, { stored: { spec: { mu: 6 } } }],
      [
        { spec: { l: [] } },
        { errors: ['FieldValueInvalid spec.l Invalid value: 0: spec.l in body should have at least 1 items'] },
      ],
      [{ spec: { l: [1, 2, 3] } }, { errors: ['FieldValueTooMany spec.l Too many: 3: must have at most 2 items'] }],
      [
        { spec: { l: [4, 5, 6] } },
        {
          errors: [
            'FieldValueInvalid spec.l[0] Invalid value: 4: spec.l[0] in body should be less than or equal to 3',
            'FieldValueInvalid spec.l[1] Invalid value: 5: spec.l[1] in body should be less than or equal to 3',
            'FieldValueInvalid spec.l[2] Invalid value: 6: spec.l[2] in body should be less than or equal to 3',
            'FieldValueTooMany spec.l Too many: 3: must have at most 2 items',
          ],
        },
      ],
      [
        { spec: { m: {} } },
        { errors: ['FieldValueInvalid spec.m Invalid value: 0: spec.m in body should have at least 1 properties'] },
      ],
      [
        { spec: { m: { a: 'b', b: 'c', c: 'd' } } },
        { errors: ['FieldValueTooMany spec.m Too many: 3: must have at most 2 items'] },
      ],
      [
        { spec: { m: { a: 'bcde' } } },
        { errors: ['FieldValueTooLong spec.m.a Too long: may not be more than 3 bytes'] },
      ],
      [
        { spec: { big: 1e26 } },
        {
          errors: [
            'FieldValueInvalid spec.big Invalid value: 1e+26: spec.big in body should be less than or equal to 1e+25',
          ],
        },
      ],
      [
        { spec: { big: 1e-6 } },
        {
          errors: [
            'FieldValueInvalid spec.big Invalid value: 1e-06: spec.big in body should be greater than or equal to 1e-05',
          ],
        },
      ],
      [
        { spec: { s: 'a', i: 100, l: [9] } },
        {
          errors: [
            'FieldValueInvalid spec.l[0] Invalid value: 9: spec.l[0] in body should be less than or equal to 3',
            'FieldValueInvalid spec.s Invalid value: "a": spec.s in body should be at least 2 chars long',
            'FieldValueInvalid spec.i Invalid value: 100: spec.i in body should be less than or equal to 10',
          ],
        },
      ],
    ],
  },
  {
    title: 'alternatives',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            a: { type: 'string' },
            b: { type: 'string' },
            c: { type: 'integer' },
            n: { type: 'integer', not: { enum: [3] } },
            all: { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }] },
          },
          oneOf: [{ required: ['a'] }, { required: ['b'] }],
          anyOf: [{ properties: { c: { minimum: 5 } } }, { properties: { c: { maximum: 2 } }, required: ['c'] }],
        },
      },
    },
    objects: [
      [
        { spec: {} },
        {
          errors: [
            'FieldValueInvalid <nil> Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid',
            'FieldValueRequired spec.a Required value',
          ],
        },
      ],
      [{ spec: { a: 'x' } }, { stored: { spec: { a: 'x' } } }],
      [
        { spec: { a: 'x', b: 'y' } },
        {
          errors: [
            'FieldValueInvalid <nil> Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives',
          ],
        },
      ],
      [
        { spec: { a: 'x', c: 3 } },
        {
          errors: [
            'FieldValueInvalid <nil> Invalid value: "": "spec" must validate at least one schema (anyOf)',
            'FieldValueInvalid spec.c Invalid value: 3: spec.c in body should be greater than or equal to 5',
          ],
        },
      ],
      [{ spec: { a: 'x', c: 1 } }, { stored: { spec: { a: 'x', c: 1 } } }],
      [
        { spec: { a: 'x', n: 3 } },
        { errors: ['FieldValueInvalid <nil> Invalid value: "": "spec.n" must not validate the schema (not)'] },
      ],
      [{ spec: { a: 'x', all: 'ab' } }, { stored: { spec: { a: 'x', all: 'ab' } } }],
      [
        { spec: { a: 'x', all: 'ax' } },
        {
          errors: [
            'FieldValueInvalid spec.all Invalid value: "ax": spec.all in body should match \'b$\'',
            'FieldValueInvalid <nil> Invalid value: "": "spec.all" must validate all the schemas (allOf)',
          ],
        },
      ],
      [
        { spec: { a: 'x', all: 'xx' } },
        {
          errors: [
            'FieldValueInvalid spec.all Invalid value: "xx": spec.all in body should match \'^a\'',
            'FieldValueInvalid spec.all Invalid value: "xx": spec.all in body should match \'b$\'',
            'FieldValueInvalid <nil> Invalid value: "": "spec.all" must validate all the schemas (allOf). None validated',
          ],
        },
      ],
      [
        { spec: { b: 'y', c: 4, n: 3, all: 'q' } },
        {
          errors: [
            'FieldValueInvalid <nil> Invalid value: "": "spec" must validate at least one schema (anyOf)',
            'FieldValueInvalid spec.c Invalid value: 4: spec.c in body should be greater than or equal to 5',
            'FieldValueInvalid <nil> Invalid value: "": "spec.n" must not validate the schema (not)',
            'FieldValueInvalid spec.all Invalid value: "q": spec.all in body should match \'^a\'',
            'FieldValueInvalid spec.all Invalid value: "q": spec.all in body should match \'b$\'',
            'FieldValueInvalid <nil> Invalid value: "": "spec.all" must validate all the schemas (allOf). None validated',
          ],
        },
      ],
    ],
  },
  {
    title: 'rootalt',
    schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'string' } } }, x: { type: 'string' } },
      oneOf: [{ required: ['spec'] }, { required: ['x'] }],
    },
    objects: [
      [
        {},
        {
          errors: [
            'FieldValueInvalid <nil> Invalid value: "": "" must validate one and only one schema (oneOf). Found none valid',
            'FieldValueRequired spec Required value',
          ],
        },
      ],
      [{ x: '1' }, { stored: { x: '1' } }],
      [
        { x: '1', spec: {} },
        {
          errors: [
            'FieldValueInvalid <nil> Invalid value: "": "" must validate one and only one schema (oneOf). Found 2 valid alternatives',
          ],
        },
      ],
    ],
  },
  {
    title: 'lists',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
            iset: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer' } },
            map: {
              type: 'array',
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['name'],
              items: {
                type: 'object',
                required: ['name'],
                properties: { name: { type: 'string' }, v: { type: 'integer' } },
              },
            },
            map2: {
              type: 'array',
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['name', 'port'],
              items: {
                type: 'object',
                required: ['name'],
                properties: { name: { type: 'string' }, port: { type: 'integer', default: 80 } },
              },
            },
            aset: {
              type: 'array',
              'x-kubernetes-list-type': 'set',
              items: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { k: { type: 'string' } } },
            },
          },
        },
      },
    },
    objects: [
      [{ spec: { set: ['a', 'b', 'a', 'a'] } }, { errors: ['FieldValueDuplicate spec.set[2] Duplicate value: "a"'] }],
      [{ spec: { iset: [1, 2, 1] } }, { errors: ['FieldValueDuplicate spec.iset[2] Duplicate value: 1'] }],
      [
        { spec: { map: [{ name: 'a' }, { name: 'b' }, { name: 'a', v: 1 }] } },
        { errors: ['FieldValueDuplicate spec.map[2] Duplicate value: map[string]interface {}{"name":"a"}'] },
      ],
      [
        { spec: { map2: [{ name: 'a' }, { name: 'a', port: 80 }] } },
        {
          errors: ['FieldValueDuplicate spec.map2[1] Duplicate value: map[string]interface {}{"name":"a", "port":80}'],
        },
      ],
      [
        { spec: { map2: [{ name: 'a' }, { name: 'a', port: 81 }] } },
        {
          stored: {
            spec: {
              map2: [
                { name: 'a', port: 80 },
                { name: 'a', port: 81 },
              ],
            },
          },
        },
      ],
      [
        { spec: { aset: [{ k: '1' }, { k: '1' }] } },
        { errors: ['FieldValueDuplicate spec.aset[1] Duplicate value: map[string]interface {}{"k":"1"}'] },
      ],
      [
        { spec: { map: [{ v: 1 }, { v: 2 }] } },
        {
          errors: [
            'FieldValueRequired spec.map[0].name Required value',
            'FieldValueRequired spec.map[1].name Required value',
            'FieldValueDuplicate spec.map[1] Duplicate value: map[string]interface {}{}',
          ],
        },
      ],
      [
        { spec: { map: ['x'] } },
        {
          errors: [
            'FieldValueTypeInvalid spec.map[0] Invalid value: "string": spec.map[0] in body must be of type object: "string"',
            'FieldValueInvalid spec.map[0] Invalid value: "x": must be an object for an array of list-type map',
          ],
        },
      ],
    ],
  },
  {
    title: 'defaults',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          default: { a: 'd' },
          properties: {
            a: { type: 'string' },
            b: { type: 'integer', default: 3 },
            n: { type: 'string', nullable: true, default: 'q' },
            o: { type: 'object', default: {}, properties: { x: { type: 'string', default: 'y' } } },
            l: { type: 'array', items: { type: 'object', properties: { z: { type: 'string', default: 'zz' } } } },
            m: {
              type: 'object',
              additionalProperties: { type: 'object', properties: { p: { type: 'string', default: 'P' } } },
            },
          },
        },
      },
    },
    objects: [
      [{}, { stored: { spec: { a: 'd', b: 3, n: 'q', o: { x: 'y' } } } }],
      [{ spec: {} }, { stored: { spec: { b: 3, n: 'q', o: { x: 'y' } } } }],
      [{ spec: { b: null, n: null, a: null } }, { stored: { spec: { b: 3, n: null, o: { x: 'y' } } } }],
      [
        { spec: { l: [{}, { z: '1' }], m: { k: {}, nul: null } } },
        { stored: { spec: { b: 3, l: [{ z: 'zz' }, { z: '1' }], m: { k: { p: 'P' } }, n: 'q', o: { x: 'y' } } } },
      ],
      [{ spec: null }, { stored: { spec: { a: 'd', b: 3, n: 'q', o: { x: 'y' } } } }],
    ],
  },
  {
    title: 'embedded',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            t: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
            u: {
              type: 'object',
              'x-kubernetes-embedded-resource': true,
              properties: { spec: { type: 'object', properties: { q: { type: 'string' } } } },
            },
          },
        },
      },
    },
    objects: [
      [
        { spec: { t: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', foo: 1 }, spec: { z: 1 } } } },
        {
          stored: { spec: { t: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { z: 1 } } } },
          unknown: ['spec.t.metadata.foo'],
        },
      ],
      [
        { spec: { t: {} } },
        {
          errors: [
            'FieldValueRequired spec.t.apiVersion Required value: must not be empty',
            'FieldValueRequired spec.t.kind Required value: must not be empty',
          ],
        },
      ],
      [
        {
          spec: {
            t: { apiVersion: 'a/b/c', kind: 'x.y', metadata: { name: '..', namespace: '$$', labels: { '#': '#' } } },
          },
        },
        {
          errors: [
            'FieldValueInvalid spec.t.apiVersion Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
            "FieldValueInvalid spec.t.kind Invalid value: \"x.y\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
            'FieldValueInvalid spec.t.metadata.name Invalid value: "..": may not be \'..\'',
            "FieldValueInvalid spec.t.metadata.namespace Invalid value: \"$$\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
            "FieldValueInvalid spec.t.metadata.labels Invalid value: \"#\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
            "FieldValueInvalid spec.t.metadata.labels Invalid value: \"#\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
          ],
        },
      ],
      [
        { spec: { t: { apiVersion: 1, kind: 'X' } } },
        {
          message:
            'Tembedded in version "v1" cannot be handled as a Tembedded: spec.t.apiVersion: Invalid value: 1: must be a string',
        },
      ],
      [
        { spec: { t: { apiVersion: 'v1', kind: 'X', metadata: { labels: { a: 1 } } } } },
        {
          message:
            'Tembedded in version "v1" cannot be handled as a Tembedded: spec.t.metadata: Invalid value: map[string]interface {}{"labels":map[string]interface {}{"a":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
        },
      ],
      [
        {
          spec: {
            u: { apiVersion: 'v1', kind: 'X', metadata: { name: 'q', zz: 1 }, spec: { q: '1', r: 1 }, extra: 1 },
          },
        },
        {
          stored: { spec: { u: { apiVersion: 'v1', kind: 'X', metadata: { name: 'q' }, spec: { q: '1' } } } },
          unknown: ['spec.u.extra', 'spec.u.spec.r', 'spec.u.metadata.zz'],
        },
      ],
      [
        { spec: { u: { apiVersion: '', kind: '', metadata: null } } },
        {
          errors: [
            'FieldValueInvalid spec.u.apiVersion Invalid value: "": must not be empty',
            'FieldValueInvalid spec.u.kind Invalid value: "": must not be empty',
          ],
        },
      ],
      [
        { spec: { t: { apiVersion: 'v1', kind: 'X', metadata: 'x' } } },
        {
          message:
            'Tembedded in version "v1" cannot be handled as a Tembedded: spec.t.metadata: Invalid value: "x": json: cannot unmarshal string into Go value of type v1.ObjectMeta',
        },
      ],
    ],
  },
];
