import { FieldPath } from '@orch/apimachinery';
import { metadataFixture } from '../values/metadata.fixture.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { checkSchema } from './check-schema.js';

/** Answers of kube-apiserver 1.33 to definitions with these schemas: `field: text`, with fields below the schema. */
const FACTS: readonly (readonly [title: string, schema: JsonSchema, errors: readonly string[]])[] = [
  ['empty', {}, ['.type: Required value: must not be empty at the root']],
  ['root type', { type: 'string' }, ['.type: Invalid value: "string": must be object at the root']],
  [
    'root additional',
    { type: 'object', additionalProperties: { type: 'string' } },
    ['.additionalProperties: Forbidden: must not be used at the root'],
  ],
  [
    'root additional true',
    { type: 'object', additionalProperties: true },
    ['.additionalProperties: Forbidden: must not be used at the root'],
  ],
  [
    'field without type',
    { type: 'object', properties: { a: {}, b: { description: 'x' } } },
    [
      '.properties[a].type: Required value: must not be empty for specified object fields',
      '.properties[b].type: Required value: must not be empty for specified object fields',
    ],
  ],
  [
    'item without type',
    { type: 'object', properties: { a: { type: 'array', items: {} } } },
    ['.properties[a].items.type: Required value: must not be empty for specified array items'],
  ],
  [
    'array without items',
    { type: 'object', properties: { a: { type: 'array' } } },
    ['.properties[a].items: Required value: must be specified'],
  ],
  [
    'items array',
    { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } },
    ['.properties[a].items: Forbidden: items must be a schema object and not an array'],
  ],
  [
    'unknown type',
    { type: 'object', properties: { a: { type: 'text' }, b: { type: 'null' } } },
    [
      '.properties[a].type: Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"',
      '.properties[b].type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
      '.properties[b].type: Forbidden: type cannot be set to null, use nullable as an alternative',
    ],
  ],
  [
    'unsupported',
    {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          id: 'x',
          patternProperties: { '^x': { type: 'string' } },
          definitions: { d: { type: 'string' } },
          dependencies: { q: ['a'] },
          $ref: '#/x',
          additionalItems: true,
        },
      },
    },
    [
      '.properties[a].id: Forbidden: id is not supported',
      '.properties[a].additionalItems: Forbidden: additionalItems is not supported',
      '.properties[a].patternProperties: Forbidden: patternProperties is not supported',
      '.properties[a].definitions: Forbidden: definitions is not supported',
      '.properties[a].dependencies: Forbidden: dependencies is not supported',
      '.properties[a].$ref: Forbidden: $ref is not supported',
    ],
  ],
  [
    'dollar schema',
    { type: 'object', $schema: 'http://x' },
    [': Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
  ],
  [
    'uniqueItems',
    { type: 'object', properties: { a: { type: 'array', uniqueItems: true, items: { type: 'string' } } } },
    [
      '.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  ],
  [
    'props and additional',
    {
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: { type: 'string' } },
        c: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
        d: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: true },
      },
    },
    [
      '.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
      '.properties[c].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
  ],
  [
    'preserve false',
    { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } } },
    ['.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined'],
  ],
  [
    'A-155: map type',
    {
      type: 'object',
      properties: {
        a: { type: 'string', 'x-kubernetes-map-type': 'atomic' },
        b: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-map-type': 'foo' },
      },
    },
    [
      '.properties[a].type: Invalid value: "string": must be object if x-kubernetes-map-type is specified',
      '.properties[b].type: Required value: must be object if x-kubernetes-map-type is specified',
      '.properties[b].x-kubernetes-map-type: Unsupported value: "foo": supported values: "atomic", "granular"',
    ],
  ],
  [
    'A-155: list type',
    {
      type: 'object',
      properties: {
        a: { type: 'string', 'x-kubernetes-list-type': 'set' },
        b: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-list-type': 'foo' },
      },
    },
    [
      '.properties[a].type: Invalid value: "string": must be array if x-kubernetes-list-type is specified',
      '.properties[b].type: Required value: must be array if x-kubernetes-list-type is specified',
      '.properties[b].x-kubernetes-list-type: Unsupported value: "foo": supported values: "atomic", "set", "map"',
    ],
  ],
  [
    'A-155: set of objects',
    {
      type: 'object',
      properties: {
        a: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } },
        b: {
          type: 'array',
          'x-kubernetes-list-type': 'set',
          items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        },
        c: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', nullable: true } },
      },
    },
    [
      '.properties[a].items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set',
      '.properties[b].items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
      '.properties[c].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set',
    ],
  ],
  [
    'A-155: map lists',
    {
      type: 'object',
      properties: {
        a: { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'string' } },
        b: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['x', 'y', 'y', 'z'],
          items: {
            type: 'object',
            nullable: true,
            properties: { y: { type: 'object' }, z: { type: 'string', nullable: true } },
          },
        },
        c: {
          type: 'array',
          'x-kubernetes-list-map-keys': ['x'],
          items: { type: 'object', properties: { x: { type: 'string' } } },
        },
        d: {
          type: 'array',
          'x-kubernetes-list-type': 'set',
          'x-kubernetes-list-map-keys': ['x'],
          items: { type: 'string' },
        },
        e: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['x'] },
      },
    },
    [
      '.properties[e].items: Required value: must be specified',
      '.properties[e].items: Required value: must have a schema if x-kubernetes-list-type is map',
      '.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
      '.properties[a].items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
      '.properties[b].x-kubernetes-list-map-keys: Invalid value: []string{"x", "y", "y", "z"}: entries must all be names of item properties',
      '.properties[b].items.properties[y].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
      '.properties[b].items.properties[y].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
      '.properties[b].x-kubernetes-list-map-keys: Invalid value: []string{"x", "y", "y", "z"}: must not contain duplicate entries',
      '.properties[b].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map',
      '.properties[b].items.properties[y].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      '.properties[b].items.properties[y].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      '.properties[b].items.properties[z].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      '.properties[b].items.properties[z].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
      '.properties[c].x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
      '.properties[d].x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
    ],
  ],
  [
    'int or string',
    {
      type: 'object',
      properties: {
        a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
        b: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-embedded-resource': true, type: 'object' },
        c: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        d: {
          'x-kubernetes-int-or-string': true,
          allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'x' }],
        },
        e: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
    },
    [
      '.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      '.properties[b].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      '.properties[b].x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      '.properties[e].anyOf[0].type: Forbidden: must be empty to be structural',
      '.properties[e].anyOf[1].type: Forbidden: must be empty to be structural',
    ],
  ],
  [
    'embedded',
    {
      type: 'object',
      properties: {
        a: { 'x-kubernetes-embedded-resource': true },
        b: { type: 'string', 'x-kubernetes-embedded-resource': true },
        c: { type: 'object', 'x-kubernetes-embedded-resource': true },
        d: { type: 'object', 'x-kubernetes-embedded-resource': true, additionalProperties: { type: 'string' } },
        e: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          properties: { metadata: { type: 'string' }, kind: { type: 'integer' }, apiVersion: { type: 'object' } },
        },
        f: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          properties: {
            metadata: {
              type: 'object',
              properties: {
                q: {
                  type: 'object',
                  'x-kubernetes-embedded-resource': true,
                  'x-kubernetes-preserve-unknown-fields': true,
                },
                labels: { type: 'object', additionalProperties: { type: 'string', default: 'x' } },
              },
            },
          },
        },
      },
    },
    [
      '.properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      '.properties[a].type: Required value: must be object if x-kubernetes-embedded-resource is true',
      '.properties[b].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      '.properties[b].type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
      '.properties[c].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      '.properties[d].additionalProperties: Forbidden: must not be used if x-kubernetes-embedded-resource is set',
      '.properties[d].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      '.properties[e].properties[apiVersion].type: Invalid value: "object": must be string',
      '.properties[e].properties[kind].type: Invalid value: "integer": must be string',
      '.properties[e].properties[metadata].type: Invalid value: "string": must be object',
      '.properties[f].properties[metadata].properties[q].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta',
      '.properties[f].properties[metadata].properties[labels].additionalProperties.default: Forbidden: must not be set inside additionalProperties applying to object metadata',
    ],
  ],
  [
    'metadata',
    {
      type: 'object',
      properties: {
        metadata: { type: 'object', properties: { name: { type: 'string' }, labels: { type: 'object' } } },
      },
    },
    [
      '.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  ],
  [
    'metadata 2',
    { type: 'object', properties: { metadata: { type: 'object', description: 'x' } } },
    [
      '.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  ],
  [
    'metadata 3',
    {
      type: 'object',
      properties: { metadata: { type: 'string' }, kind: { type: 'integer' }, apiVersion: { type: 'boolean' } },
    },
    [
      '.properties[apiVersion].type: Invalid value: "boolean": must be string',
      '.properties[kind].type: Invalid value: "integer": must be string',
      '.properties[metadata].type: Invalid value: "string": must be object',
    ],
  ],
  [
    'metadata 4',
    {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { type: 'string', pattern: '^a' } } } },
    },
    [],
  ],
  [
    'metadata default',
    {
      type: 'object',
      properties: {
        metadata: { type: 'object', default: {}, properties: { name: { type: 'string', default: 'q' } } },
        kind: { type: 'string', default: 'x' },
      },
    },
    [
      '.properties[metadata].default: Forbidden: must not be set in top-level metadata',
      '.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
      '.properties[kind].default: Forbidden: must not be set in top-level kind',
    ],
  ],
  [
    'nested forbidden',
    {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: { x: { type: 'string' } },
          anyOf: [
            {
              type: 'object',
              title: 't',
              description: 'd',
              nullable: true,
              default: {},
              'x-kubernetes-preserve-unknown-fields': true,
              'x-kubernetes-embedded-resource': true,
              'x-kubernetes-int-or-string': true,
              'x-kubernetes-list-type': 'set',
              'x-kubernetes-list-map-keys': ['a'],
              'x-kubernetes-map-type': 'atomic',
              'x-kubernetes-validations': [{ rule: 'true' }],
              additionalProperties: { type: 'string' },
              properties: { metadata: {}, y: {} },
            },
          ],
          not: { required: ['x'], properties: { z: { enum: [1] } }, items: { pattern: 'x' } },
          oneOf: [{ properties: { x: { type: 'string' } } }],
          allOf: [{ additionalProperties: true }, { additionalProperties: false }],
        },
      },
    },
    [
      '.properties[a].allOf[0].additionalProperties: Forbidden: must be undefined to be structural',
      '.properties[a].anyOf[0].additionalProperties: Forbidden: must be undefined to be structural',
      '.properties[a].anyOf[0].default: Forbidden: must be undefined to be structural',
      '.properties[a].anyOf[0].description: Forbidden: must be empty to be structural',
      '.properties[a].anyOf[0].nullable: Forbidden: must be false to be structural',
      '.properties[a].anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context',
      '.properties[a].anyOf[0].title: Forbidden: must be empty to be structural',
      '.properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
      '.properties[a].anyOf[0].x-kubernetes-embedded-resource: Forbidden: must be false to be structural',
      '.properties[a].anyOf[0].x-kubernetes-int-or-string: Forbidden: must be false to be structural',
      '.properties[a].anyOf[0].x-kubernetes-list-map-keys: Forbidden: must be empty to be structural',
      '.properties[a].anyOf[0].x-kubernetes-list-type: Forbidden: must be undefined to be structural',
      '.properties[a].anyOf[0].x-kubernetes-map-type: Forbidden: must be undefined to be structural',
      '.properties[a].anyOf[0].x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural',
      '.properties[a].anyOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural',
      '.properties[a].oneOf[0].properties[x].type: Forbidden: must be empty to be structural',
      '.properties[a].anyOf[0].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
      '.properties[a].anyOf[0].type: Invalid value: "object": must be array if x-kubernetes-list-type is specified',
      '.properties[a].anyOf[0].x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
    ],
  ],
  [
    'patterns',
    {
      type: 'object',
      properties: {
        a: { type: 'string', pattern: '(' },
        b: { type: 'string', pattern: 'a{2,1}' },
        c: { type: 'string', pattern: '[z-a]' },
        d: { type: 'string', pattern: '(?=x)' },
        e: { type: 'string', pattern: '\\8' },
        f: { type: 'string', pattern: 'a**' },
        g: { type: 'string', pattern: '*a' },
        h: { type: 'string', pattern: 'x{1001}' },
        i: { type: 'string', pattern: '[[:foo:]]' },
        j: { type: 'string', pattern: 'a)' },
        k: { type: 'string', pattern: '(?P<n>a)(?P<n>b)' },
        l: { type: 'string', pattern: '\\pX' },
        m: { type: 'string', pattern: 'a\\' },
        n: { type: 'string', pattern: '((a{100}){100}){100}' },
        o: { type: 'string', pattern: '(?<!a)b' },
        p: { type: 'string', pattern: '[a' },
        q: { type: 'string', pattern: '(?i)a(?z)' },
      },
    },
    [
      '.properties[a].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`',
      '.properties[b].pattern: Invalid value: "a{2,1}": must be a valid regular expression, but isn\'t: error parsing regexp: invalid repeat count: `{2,1}`',
      '.properties[c].pattern: Invalid value: "[z-a]": must be a valid regular expression, but isn\'t: error parsing regexp: invalid character class range: `z-a`',
      '.properties[d].pattern: Invalid value: "(?=x)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
      '.properties[e].pattern: Invalid value: "\\\\8": must be a valid regular expression, but isn\'t: error parsing regexp: invalid escape sequence: `\\8`',
      '.properties[f].pattern: Invalid value: "a**": must be a valid regular expression, but isn\'t: error parsing regexp: invalid nested repetition operator: `**`',
      '.properties[g].pattern: Invalid value: "*a": must be a valid regular expression, but isn\'t: error parsing regexp: missing argument to repetition operator: `*`',
      '.properties[h].pattern: Invalid value: "x{1001}": must be a valid regular expression, but isn\'t: error parsing regexp: invalid repeat count: `{1001}`',
      '.properties[i].pattern: Invalid value: "[[:foo:]]": must be a valid regular expression, but isn\'t: error parsing regexp: invalid character class range: `[:foo:]`',
      '.properties[j].pattern: Invalid value: "a)": must be a valid regular expression, but isn\'t: error parsing regexp: unexpected ): `a)`',
      '.properties[l].pattern: Invalid value: "\\\\pX": must be a valid regular expression, but isn\'t: error parsing regexp: invalid character class range: `\\pX`',
      '.properties[m].pattern: Invalid value: "a\\\\": must be a valid regular expression, but isn\'t: error parsing regexp: trailing backslash at end of expression: ``',
      '.properties[n].pattern: Invalid value: "((a{100}){100}){100}": must be a valid regular expression, but isn\'t: error parsing regexp: invalid repeat count: `{100}`',
      '.properties[o].pattern: Invalid value: "(?<!a)b": must be a valid regular expression, but isn\'t: error parsing regexp: invalid named capture: `(?<!a)b`',
      '.properties[p].pattern: Invalid value: "[a": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[a`',
      '.properties[q].pattern: Invalid value: "(?i)a(?z)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?z`',
    ],
  ],
  [
    'defaults',
    {
      type: 'object',
      properties: {
        a: { type: 'string', default: 1 },
        b: { type: 'object', default: { x: 1, y: 2 }, properties: { x: { type: 'integer' } } },
        c: { type: 'array', items: { type: 'string', maxLength: 2 }, default: ['abc', 1] },
        d: { type: 'string', enum: ['a'], default: 'b' },
        e: {
          type: 'object',
          default: { z: { q: 1 } },
          properties: { z: { type: 'object', required: ['w'], properties: { w: { type: 'string' } } } },
        },
        f: { 'x-kubernetes-int-or-string': true, default: '5%' },
        g: { type: 'string', default: null },
        h: { type: 'integer', minimum: 3, default: 1 },
      },
    },
    [
      '.properties[h].default: Invalid value: 1:  in body should be greater than or equal to 3',
      '.properties[a].default: Invalid value: "integer":  in body must be of type string: "integer"',
      '.properties[b].default: Invalid value: map[string]interface {}{"x":1, "y":2}: must not have unknown fields',
      '.properties[c].default.[0]: Too long: may not be more than 2 bytes',
      '.properties[c].default.[1]: Invalid value: "integer": [1] in body must be of type string: "integer"',
      '.properties[d].default: Unsupported value: "b": supported values: "a"',
      '.properties[e].default: Invalid value: map[string]interface {}{"z":map[string]interface {}{"q":1}}: must not have unknown fields',
      '.properties[e].default.z.w: Required value',
    ],
  ],
  [
    'default in additional',
    { type: 'object', properties: { a: { type: 'object', additionalProperties: { type: 'string', default: 'x' } } } },
    [],
  ],
  [
    'default embedded',
    {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          default: { kind: 'x' },
        },
        b: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          default: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', labels: { a: 1 } } },
        },
        c: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          properties: {
            metadata: {
              type: 'object',
              properties: { name: { type: 'string', default: '..' }, namespace: { type: 'string', default: 'ok' } },
            },
          },
        },
        d: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          default: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', zzz: 1 } },
        },
      },
    },
    [
      '.properties[a].default.apiVersion: Required value: must not be empty',
      '.properties[b].default.metadata: Invalid value: map[string]interface {}{"labels":map[string]interface {}{"a":1}, "name":"x"}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
      '.properties[c].properties[metadata].properties[name].default: Invalid value: "..": must result in valid metadata: metadata.name: Invalid value: "..": may not be \'..\'',
    ],
  ],
  ['nullable', { type: 'object', properties: { a: { type: 'string', nullable: true, default: 'x' } } }, []],
  [
    'incomplete',
    {
      type: 'object',
      anyOf: [{ required: ['a'] }, { properties: { a: { minLength: 1 }, b: { properties: { c: { enum: ['x'] } } } } }],
      properties: { a: { type: 'string' } },
    },
    ['.properties[b]: Required value: because it is defined in spec.validation.openAPIV3Schema.anyOf[1].properties[b]'],
  ],
  [
    'root anyof metadata',
    {
      type: 'object',
      anyOf: [{ properties: { metadata: { required: ['x'] } } }],
      properties: { metadata: { type: 'object' } },
    },
    ['.anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context'],
  ],
  [
    'additional items',
    {
      type: 'object',
      properties: { a: { type: 'array', additionalItems: { type: 'string' }, items: { type: 'string' } } },
    },
    ['.properties[a].additionalItems: Forbidden: additionalItems is not supported'],
  ],
  [
    'nested unsupported',
    { type: 'object', properties: { a: { type: 'string', anyOf: [{ $ref: 'x' }, { uniqueItems: true }] } } },
    [
      '.properties[a].anyOf[0].$ref: Forbidden: $ref is not supported',
      '.properties[a].anyOf[1].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  ],
  [
    'deep default order',
    {
      type: 'object',
      properties: {
        z: { type: 'string', default: 3 },
        a: { type: 'object', default: {}, properties: { k: { type: 'boolean', default: 'x' } } },
      },
    },
    [
      '.properties[a].properties[k].default: Invalid value: "string":  in body must be of type boolean: "string"',
      '.properties[z].default: Invalid value: "integer":  in body must be of type string: "integer"',
    ],
  ],
  [
    'ok complex',
    {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: {
          type: 'object',
          properties: {
            x: {
              type: 'array',
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['k'],
              items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
            },
          },
        },
      },
    },
    [],
  ],
];

const PATH = FieldPath.of('spec', 'validation', 'openAPIV3Schema');

const errorsOf = (schema: JsonSchema, options: Partial<Parameters<typeof checkSchema>[2]> = {}): string[] =>
  checkSchema(schema, PATH, { prefix: 'x-kubernetes-', metadata: metadataFixture, ...options }).map(
    ({ field, detail }) => `${field.slice(PATH.toString().length)}: ${detail}`,
  );

describe('checkSchema', () => {
  it.each(FACTS)('%s', (_title, schema, errors) => {
    expect(errorsOf(schema).sort()).toEqual([...errors].sort());
  });

  it('names extensions with the prefix of the vocabulary, whichever prefix a schema has', () => {
    const items = { type: 'string' };
    const schema = { type: 'object', properties: { a: { type: 'array', 'x-orch-list-type': 'map', items } } };
    expect(errorsOf(schema, { prefix: 'x-orch-' })).toContain(
      '.properties[a].x-orch-list-map-keys: Required value: must not be empty if x-orch-list-type is map',
    );
  });

  it('A-155: keys are only for lists of the type map', () => {
    const items = { type: 'object', 'x-orch-map-type': 'atomic', properties: { k: { type: 'string' } } };
    const list = { type: 'array', 'x-orch-list-type': 'set', 'x-orch-list-map-keys': ['k'], items };
    expect(errorsOf({ type: 'object', properties: { a: list } }, { prefix: 'x-orch-' })).toEqual([
      '.properties[a].x-orch-list-type: Invalid value: "set": must be map if x-orch-list-map-keys is non-empty',
    ]);
  });

  it('refuses patterns that are too large together, and compiles equal ones once', () => {
    const large = '[a-b]{1000}'.repeat(24);
    const patterns = (pattern: (i: number) => string) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => [`p${i}`, { type: 'string', pattern: pattern(i) }]),
      ),
    });
    expect(errorsOf(patterns(() => large))).toEqual([]);
    const errors = errorsOf(patterns((i) => large + i));
    expect(errors).toHaveLength(8);
    expect(errors[0]).toContain(
      "must be a valid regular expression, but isn't: the patterns of the schema are too large",
    );
  });

  it('gives the reason why defaults are not allowed', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', default: 'x' } } };
    expect(errorsOf(schema, { defaults: 'in this version' })).toEqual([
      '.properties[a].default: Forbidden: must not be set in this version',
    ]);
  });

  it('asks only for what is demanded', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'text' },
        b: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object', nullable: true } },
        c: { type: 'object', default: { x: 1 } },
      },
    };
    expect(errorsOf(schema)).toHaveLength(4);
    const lenient = { knownTypes: false, atomicSets: false, identifiableItems: false, prunedDefaults: false };
    expect(errorsOf(schema, lenient)).toEqual([]);
    expect(errorsOf({ properties: { a: {} } }, { structural: false })).toEqual([]);
  });

  it('checks all defaults of a schema within one limit', () => {
    const anyOf = [...Array.from({ length: 100 }, (_, index) => ({ maximum: -index - 1 })), { minimum: 0 }];
    const list = { type: 'array', items: { type: 'integer', anyOf }, default: Array.from({ length: 300 }, () => 0) };
    const listed = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, list]));
    expect(errorsOf({ type: 'object', properties: listed(2) })).toEqual([]);
    const errors = errorsOf({ type: 'object', properties: listed(20) });
    expect(errors.length).toBeGreaterThan(10);
    expect(errors.at(-1)).toMatch(/the defaults of the schema take too long to validate/);
  });

  it('checks valid defaults by the rules of their schema', () => {
    const seen: unknown[] = [];
    const properties = { a: { type: 'integer', default: 1 }, b: { type: 'integer', default: 'x' } };
    errorsOf({ type: 'object', properties }, { validateDefault: (_schema, value) => (seen.push(value), []) });
    expect(seen).toEqual([1]);
  });
});
