import type { JsonSchema } from '../schema/json-schema.js';

/** Answer of kube-apiserver 1.33 to an object, or to its update. */
export interface ObjectFact {
  readonly spec: unknown;
  readonly old?: unknown;
  /** `reason|field: detail`. */
  readonly errors: readonly string[];
  /** Whether unchanged parts that are invalid gave a warning. */
  readonly warns?: boolean;
}

/** Answer of kube-apiserver 1.33 to a definition with rules. */
export interface DefinitionFact {
  /** Schema of the field `spec`. */
  readonly spec: JsonSchema;
  /** `reason|field: detail`. An internal error is an invalid value here. */
  readonly errors?: readonly string[];
  readonly objects?: readonly ObjectFact[];
}

export const DEFINITION_FACTS: readonly DefinitionFact[] = [
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0' }],
    },
    objects: [
      { spec: { i: 0 }, errors: ['FieldValueInvalid|spec: Invalid value: "object": failed rule: self.i > 0'] },
      { spec: { i: 1 }, errors: [] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', message: ' too small ' }],
    },
    objects: [{ spec: { i: 0 }, errors: ['FieldValueInvalid|spec: Invalid value: "object": too small'] }],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', messageExpression: '"i is " + string(self.i)' }],
    },
    errors: [
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'FieldValueForbidden|spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', message: 'm', messageExpression: '"a\\nb"' }],
    },
    objects: [{ spec: { i: 0 }, errors: ['FieldValueInvalid|spec: Invalid value: "object": m'] }],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', message: 'm', messageExpression: 'string(1 / self.i)' }],
    },
    objects: [{ spec: { i: 0 }, errors: ['FieldValueInvalid|spec: Invalid value: "object": m'] }],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', messageExpression: 'self.i' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Invalid value: apiextensions.ValidationRule{Rule:"self.i > 0", Message:"", MessageExpression:"self.i", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: messageExpression must evaluate to a string',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', messageExpression: 'self.x' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Invalid value: apiextensions.ValidationRule{Rule:"self.i > 0", Message:"", MessageExpression:"self.x", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: messageExpression compilation failed: ERROR: <input>:1:5: undefined field \'x\'\n | self.x\n | ....^',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', messageExpression: ' ' }],
    },
    errors: [
      'FieldValueRequired|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Required value: messageExpression must be non-empty if specified',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', message: ' ' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message: Invalid value: " ": message must be non-empty if specified',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', message: 'a\nb' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message: Invalid value: "a\\nb": message must not contain line breaks',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i\n> 0' }],
    },
    errors: [
      'FieldValueRequired|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message: Required value: message must be specified if rule contains line breaks',
    ],
  },
  {
    spec: { type: 'object', properties: { i: { type: 'integer' } }, 'x-kubernetes-validations': [{ rule: ' ' }] },
    errors: [
      'FieldValueRequired|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Required value: rule is not specified',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', reason: 'FieldValueForbidden' }],
    },
    objects: [{ spec: { i: 0 }, errors: ['FieldValueForbidden|spec: Forbidden: failed rule: self.i > 0'] }],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', reason: 'FieldValueRequired' }],
    },
    objects: [{ spec: { i: 0 }, errors: ['FieldValueRequired|spec: Required value: failed rule: self.i > 0'] }],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', reason: 'FieldValueDuplicate' }],
    },
    objects: [{ spec: { i: 0 }, errors: ['FieldValueDuplicate|spec: Duplicate value: "object"'] }],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', reason: 'FieldValueInvalid' }],
    },
    objects: [{ spec: { i: 0 }, errors: ['FieldValueInvalid|spec: Invalid value: "object": failed rule: self.i > 0'] }],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', reason: 'Nope' }],
    },
    errors: [
      'FieldValueNotSupported|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].reason: Unsupported value: "Nope": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: '.i' }],
    },
    objects: [
      { spec: { i: 0 }, errors: ['FieldValueInvalid|spec.i: Invalid value: "object": failed rule: self.i > 0'] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: '.a.b' }],
    },
    objects: [
      { spec: { i: 0 }, errors: ['FieldValueInvalid|spec.a.b: Invalid value: "object": failed rule: self.i > 0'] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: ".m['x']" }],
    },
    objects: [
      { spec: { i: 0 }, errors: ['FieldValueInvalid|spec.m[x]: Invalid value: "object": failed rule: self.i > 0'] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: '.m.x' }],
    },
    objects: [
      { spec: { i: 0 }, errors: ['FieldValueInvalid|spec.m[x]: Invalid value: "object": failed rule: self.i > 0'] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: ".a['b']" }],
    },
    objects: [
      { spec: { i: 0 }, errors: ['FieldValueInvalid|spec.a.b: Invalid value: "object": failed rule: self.i > 0'] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: '.nope' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".nope": fieldPath must be a valid path',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: 'i' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: "i": fieldPath must be a valid path',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: ' ' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: " ": fieldPath must be non-empty if specified',
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: " ": fieldPath must be a valid path',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: '.' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".": fieldPath must be a valid path',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: '.i\n' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".i\\n": fieldPath must not contain line breaks',
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".i\\n": fieldPath must be a valid path',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: '.a.b.c' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".a.b.c": fieldPath must be a valid path',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: '.li[0]' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".li[0]": fieldPath must be a valid path',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        a: { type: 'object', properties: { b: { type: 'integer' } } },
        m: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
        li: { type: 'array', items: { type: 'string' } },
      },
      'x-kubernetes-validations': [{ rule: 'self.i > 0', fieldPath: ".a['b" }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".a[\'b": fieldPath must be a valid path',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.i >= oldSelf.i' }],
    },
    objects: [
      { spec: { i: 1 }, errors: [] },
      {
        spec: { i: 1 },
        old: { i: 2 },
        errors: ['FieldValueInvalid|spec: Invalid value: "object": failed rule: self.i >= oldSelf.i'],
      },
      { spec: { i: 2 }, old: { i: 1 }, errors: [] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'immutable' }] },
      },
    },
    objects: [
      { spec: { i: 1 }, old: { i: 2 }, errors: ['FieldValueInvalid|spec.i: Invalid value: "integer": immutable'] },
      { spec: { i: 2 }, old: {}, errors: [] },
      { spec: { i: 2 }, old: { i: 2 }, errors: [] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: {
          type: 'integer',
          'x-kubernetes-validations': [{ rule: 'oldSelf.hasValue() || self > 5', optionalOldSelf: true }],
        },
      },
    },
    objects: [
      {
        spec: { i: 1 },
        errors: ['FieldValueInvalid|spec.i: Invalid value: "integer": failed rule: oldSelf.hasValue() || self > 5'],
      },
      { spec: { i: 6 }, errors: [] },
      { spec: { i: 1 }, old: { i: 6 }, errors: [] },
      {
        spec: { i: 1 },
        old: {},
        errors: ['FieldValueInvalid|spec.i: Invalid value: "integer": failed rule: oldSelf.hasValue() || self > 5'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { i: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 5', optionalOldSelf: true }] } },
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].properties[i].x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 5', optionalOldSelf: false }] },
      },
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].properties[i].x-kubernetes-validations[0].optionalOldSelf: Invalid value: false: may not be set if oldSelf is not used in rule',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        i: {
          type: 'integer',
          'x-kubernetes-validations': [
            { rule: '!oldSelf.hasValue() || oldSelf.value() == self', optionalOldSelf: true },
          ],
        },
      },
    },
    objects: [
      { spec: { i: 1 }, errors: [] },
      {
        spec: { i: 2 },
        old: { i: 1 },
        errors: [
          'FieldValueInvalid|spec.i: Invalid value: "integer": failed rule: !oldSelf.hasValue() || oldSelf.value() == self',
        ],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          maxItems: 3,
          items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
        },
      },
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec].properties[l]',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          maxItems: 3,
          items: {
            type: 'object',
            properties: { i: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } },
          },
        },
      },
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].properties[l].items.properties[i].x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec].properties[l]',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          maxItems: 5,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: {
            type: 'object',
            properties: {
              k: { type: 'string', maxLength: 5 },
              i: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] },
            },
            required: ['k'],
          },
        },
      },
    },
    objects: [
      {
        spec: {
          l: [
            { k: 'b', i: 1 },
            { k: 'a', i: 1 },
          ],
        },
        old: {
          l: [
            { k: 'a', i: 2 },
            { k: 'b', i: 1 },
          ],
        },
        errors: ['FieldValueInvalid|spec.l[1].i: Invalid value: "integer": failed rule: self >= oldSelf'],
      },
      { spec: { l: [{ k: 'c', i: 0 }] }, old: { l: [{ k: 'a', i: 2 }] }, errors: [] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          maxItems: 5,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: {
            type: 'object',
            properties: { k: { type: 'string', maxLength: 5 }, i: { type: 'integer' } },
            'x-kubernetes-validations': [{ rule: 'self.i > 0' }],
            required: ['k'],
          },
        },
      },
    },
    objects: [
      {
        spec: {
          l: [
            { k: 'a', i: 0 },
            { k: 'b', i: 1 },
          ],
        },
        errors: ['FieldValueInvalid|spec.l[0]: Invalid value: "object": failed rule: self.i > 0'],
      },
      {
        spec: {
          l: [
            { k: 'b', i: 1 },
            { k: 'a', i: 0 },
          ],
        },
        old: { l: [{ k: 'a', i: 0 }] },
        errors: [],
        warns: true,
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        m: {
          type: 'object',
          maxProperties: 3,
          additionalProperties: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] },
        },
      },
    },
    objects: [
      {
        spec: { m: { a: 1, b: 2 } },
        old: { m: { a: 2 } },
        errors: ['FieldValueInvalid|spec.m[a]: Invalid value: "integer": failed rule: self >= oldSelf'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        m: {
          type: 'object',
          maxProperties: 3,
          additionalProperties: { type: 'string', maxLength: 9, 'x-kubernetes-validations': [{ rule: 'self != "x"' }] },
        },
      },
    },
    objects: [
      {
        spec: { m: { a: 'x', b: 'y' } },
        errors: ['FieldValueInvalid|spec.m[a]: Invalid value: "string": failed rule: self != "x"'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: { b: { type: 'string', maxLength: 9 } },
          'x-kubernetes-validations': [{ rule: 'self.b == "x"' }],
        },
        i: { type: 'integer' },
      },
    },
    objects: [
      {
        spec: { a: { b: 'y' }, i: 1 },
        errors: ['FieldValueInvalid|spec.a: Invalid value: "object": failed rule: self.b == "x"'],
      },
      { spec: { a: { b: 'y' }, i: 2 }, old: { a: { b: 'y' }, i: 1 }, errors: [], warns: true },
      {
        spec: { a: { b: 'z' } },
        old: { a: { b: 'y' } },
        errors: ['FieldValueInvalid|spec.a: Invalid value: "object": failed rule: self.b == "x"'],
      },
      {
        spec: { a: {} },
        errors: ['FieldValueInvalid|spec.a: Invalid value: "object": no such key: b evaluating rule: self.b == "x"'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'self.a > 0' }],
    },
    objects: [
      { spec: { a: 0, b: 1 }, old: { a: 0, b: 1 }, errors: [], warns: true },
      {
        spec: { a: 0, b: 2 },
        old: { a: 0, b: 1 },
        errors: ['FieldValueInvalid|spec: Invalid value: "object": failed rule: self.a > 0'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          items: {
            type: 'object',
            properties: { s: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self.contains("a")' }] } },
          },
        },
      },
    },
    errors: [
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].properties[l].items.properties[s].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].properties[l].items.properties[s].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'FieldValueForbidden|spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            properties: { s: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self.contains("a")' }] } },
          },
        },
      },
    },
    errors: [
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].properties[l].items.properties[s].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 3.1x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          maxItems: 10,
          items: {
            type: 'array',
            maxItems: 10,
            items: { type: 'string', maxLength: 10, 'x-kubernetes-validations': [{ rule: 'self.startsWith("a")' }] },
          },
        },
      },
    },
    objects: [
      {
        spec: { l: [['ab', 'b'], []] },
        errors: ['FieldValueInvalid|spec.l[0][1]: Invalid value: "string": failed rule: self.startsWith("a")'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          items: { type: 'array', items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] } },
        },
      },
    },
    objects: [
      {
        spec: { l: [[0]] },
        errors: ['FieldValueInvalid|spec.l[0][0]: Invalid value: "integer": failed rule: self > 0'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          items: {
            type: 'object',
            properties: { a: { type: 'string' }, b: { type: 'string' } },
            'x-kubernetes-validations': [{ rule: 'self.a != self.b' }],
          },
        },
      },
    },
    errors: [
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'FieldValueForbidden|spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          items: {
            type: 'object',
            properties: { a: { type: 'string', maxLength: 100 }, b: { type: 'string', maxLength: 100 } },
            'x-kubernetes-validations': [{ rule: 'self.a != self.b' }],
          },
        },
      },
    },
    errors: [
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 4.6x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        l: {
          type: 'array',
          items: {
            type: 'object',
            properties: { a: { type: 'string', maxLength: 10 }, b: { type: 'string', maxLength: 10 } },
            'x-kubernetes-validations': [{ rule: 'self.a + self.b != "x"' }],
            required: ['a', 'b'],
          },
        },
      },
    },
    objects: [],
  },
  {
    spec: {
      type: 'object',
      properties: {
        m: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { a: { type: 'integer' } },
            'x-kubernetes-validations': [{ rule: 'self.a > 0' }],
          },
        },
      },
    },
    objects: [
      {
        spec: { m: { x: { a: 0 } } },
        errors: ['FieldValueInvalid|spec.m[x]: Invalid value: "object": failed rule: self.a > 0'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        m: { type: 'object', additionalProperties: { type: 'object', properties: { a: { type: 'integer' } } } },
      },
      'x-kubernetes-validations': [{ rule: 'self.m.all(k, self.m[k].a > 0)' }],
    },
    objects: [],
  },
  {
    spec: {
      type: 'object',
      properties: {
        m: {
          type: 'object',
          maxProperties: 100,
          additionalProperties: { type: 'object', properties: { a: { type: 'integer' } } },
        },
      },
      'x-kubernetes-validations': [{ rule: 'self.m.all(k, self.m[k].a > 0 && k.size() < 5)' }],
    },
    objects: [
      {
        spec: { m: { x: { a: 0 } } },
        errors: [
          'FieldValueInvalid|spec: Invalid value: "object": failed rule: self.m.all(k, self.m[k].a > 0 && k.size() < 5)',
        ],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        e: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          'x-kubernetes-validations': [{ rule: 'self.metadata.name.startsWith("a") && self.kind == "Pod"' }],
        },
      },
    },
    objects: [
      {
        spec: { e: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } } },
        errors: [
          'FieldValueInvalid|spec.e: Invalid value: "object": failed rule: self.metadata.name.startsWith("a") && self.kind == "Pod"',
        ],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        x: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'self.a > 0' }] },
      },
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].properties[x].x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        x: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          'x-kubernetes-validations': [{ rule: 'self.a > 0' }],
        },
      },
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].properties[x].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.a > 0", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:5: undefined field \'a\'\n | self.a > 0\n | ....^',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        x: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { a: { type: 'integer' } },
          'x-kubernetes-validations': [{ rule: 'self.a > 0' }],
        },
      },
    },
    objects: [
      {
        spec: { x: { a: 0, z: 1 } },
        errors: ['FieldValueInvalid|spec.x: Invalid value: "object": failed rule: self.a > 0'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        x: {
          'x-kubernetes-int-or-string': true,
          'x-kubernetes-validations': [{ rule: 'type(self) == int && self > 5' }],
        },
      },
    },
    objects: [
      {
        spec: { x: 1 },
        errors: ['FieldValueInvalid|spec.x: Invalid value: "": failed rule: type(self) == int && self > 5'],
      },
      {
        spec: { x: 'a' },
        errors: ['FieldValueInvalid|spec.x: Invalid value: "": failed rule: type(self) == int && self > 5'],
      },
      { spec: { x: 9 }, errors: [] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        s: { type: 'string', maxLength: 5, nullable: true, 'x-kubernetes-validations': [{ rule: 'self != "x"' }] },
      },
      'x-kubernetes-validations': [{ rule: 'has(self.s)' }],
    },
    objects: [
      { spec: { s: null }, errors: ['FieldValueInvalid|spec: Invalid value: "object": failed rule: has(self.s)'] },
      { spec: { s: 'x' }, errors: ['FieldValueInvalid|spec.s: Invalid value: "string": failed rule: self != "x"'] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { l: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 5, nullable: true } } },
      'x-kubernetes-validations': [{ rule: 'self.l.all(x, x != null)' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.l.all(x, x != null)", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:17: found no matching overload for \'_!=_\' applied to \'(string, null)\'\n | self.l.all(x, x != null)\n | ................^',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { l: { type: 'array', items: { type: 'string' } } },
      'x-kubernetes-validations': [{ rule: 'self.l.all(a, self.l.all(b, self.l.all(c, a != b || b != c)))' }],
    },
    errors: [
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'FieldValueForbidden|spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { l: { type: 'array', maxItems: 300, items: { type: 'integer' } } },
      'x-kubernetes-validations': [{ rule: 'self.l.all(a, self.l.all(b, a + b < 2000))' }],
    },
    objects: [
      {
        spec: {
          l: [
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
            29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55,
            56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82,
            83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107,
            108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128,
            129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149,
            150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170,
            171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
            192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212,
            213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233,
            234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254,
            255, 256, 257, 258, 259, 260, 261, 262, 263, 264, 265, 266, 267, 268, 269, 270, 271, 272, 273, 274, 275,
            276, 277, 278, 279, 280, 281, 282, 283, 284, 285, 286, 287, 288, 289, 290, 291, 292, 293, 294, 295, 296,
            297, 298, 299,
          ],
        },
        errors: [],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { l: { type: 'array', maxItems: 800, items: { type: 'integer' } } },
      'x-kubernetes-validations': [{ rule: 'self.l.all(a, self.l.all(b, a + b < 9000))' }],
    },
    objects: [
      {
        spec: {
          l: [
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
            29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55,
            56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82,
            83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107,
            108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128,
            129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149,
            150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170,
            171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
            192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212,
            213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233,
            234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254,
            255, 256, 257, 258, 259, 260, 261, 262, 263, 264, 265, 266, 267, 268, 269, 270, 271, 272, 273, 274, 275,
            276, 277, 278, 279, 280, 281, 282, 283, 284, 285, 286, 287, 288, 289, 290, 291, 292, 293, 294, 295, 296,
            297, 298, 299, 300, 301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 311, 312, 313, 314, 315, 316, 317,
            318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 329, 330, 331, 332, 333, 334, 335, 336, 337, 338,
            339, 340, 341, 342, 343, 344, 345, 346, 347, 348, 349, 350, 351, 352, 353, 354, 355, 356, 357, 358, 359,
            360, 361, 362, 363, 364, 365, 366, 367, 368, 369, 370, 371, 372, 373, 374, 375, 376, 377, 378, 379, 380,
            381, 382, 383, 384, 385, 386, 387, 388, 389, 390, 391, 392, 393, 394, 395, 396, 397, 398, 399, 400, 401,
            402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 419, 420, 421, 422,
            423, 424, 425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 435, 436, 437, 438, 439, 440, 441, 442, 443,
            444, 445, 446, 447, 448, 449, 450, 451, 452, 453, 454, 455, 456, 457, 458, 459, 460, 461, 462, 463, 464,
            465, 466, 467, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477, 478, 479, 480, 481, 482, 483, 484, 485,
            486, 487, 488, 489, 490, 491, 492, 493, 494, 495, 496, 497, 498, 499, 500, 501, 502, 503, 504, 505, 506,
            507, 508, 509, 510, 511, 512, 513, 514, 515, 516, 517, 518, 519, 520, 521, 522, 523, 524, 525, 526, 527,
            528, 529, 530, 531, 532, 533, 534, 535, 536, 537, 538, 539, 540, 541, 542, 543, 544, 545, 546, 547, 548,
            549, 550, 551, 552, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 563, 564, 565, 566, 567, 568, 569,
            570, 571, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586, 587, 588, 589, 590,
            591, 592, 593, 594, 595, 596, 597, 598, 599, 600, 601, 602, 603, 604, 605, 606, 607, 608, 609, 610, 611,
            612, 613, 614, 615, 616, 617, 618, 619, 620, 621, 622, 623, 624, 625, 626, 627, 628, 629, 630, 631, 632,
            633, 634, 635, 636, 637, 638, 639, 640, 641, 642, 643, 644, 645, 646, 647, 648, 649, 650, 651, 652, 653,
            654, 655, 656, 657, 658, 659, 660, 661, 662, 663, 664, 665, 666, 667, 668, 669, 670, 671, 672, 673, 674,
            675, 676, 677, 678, 679, 680, 681, 682, 683, 684, 685, 686, 687, 688, 689, 690, 691, 692, 693, 694, 695,
            696, 697, 698, 699, 700, 701, 702, 703, 704, 705, 706, 707, 708, 709, 710, 711, 712, 713, 714, 715, 716,
            717, 718, 719, 720, 721, 722, 723, 724, 725, 726, 727, 728, 729, 730, 731, 732, 733, 734, 735, 736, 737,
            738, 739, 740, 741, 742, 743, 744, 745, 746, 747, 748, 749, 750, 751, 752, 753, 754, 755, 756, 757, 758,
            759, 760, 761, 762, 763, 764, 765, 766, 767, 768, 769, 770, 771, 772, 773, 774, 775, 776, 777, 778, 779,
            780, 781, 782, 783, 784, 785, 786, 787, 788, 789, 790, 791, 792, 793, 794, 795, 796, 797, 798, 799,
          ],
        },
        errors: [
          'FieldValueInvalid|spec: Invalid value: "object": \'operation cancelled: actual cost limit exceeded\': no further validation rules will be run due to call cost exceeds limit for rule: self.l.all(a, self.l.all(b, a + b < 9000))',
        ],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { l: { type: 'array', maxItems: 300, items: { type: 'integer' } } },
      'x-kubernetes-validations': [
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90000))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90001))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90002))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90003))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90004))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90005))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90006))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90007))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90008))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90009))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90010))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90011))' },
      ],
    },
    objects: [
      {
        spec: {
          l: [
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
            29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55,
            56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82,
            83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107,
            108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128,
            129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149,
            150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170,
            171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
            192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212,
            213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233,
            234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254,
            255, 256, 257, 258, 259, 260, 261, 262, 263, 264, 265, 266, 267, 268, 269, 270, 271, 272, 273, 274, 275,
            276, 277, 278, 279, 280, 281, 282, 283, 284, 285, 286, 287, 288, 289, 290, 291, 292, 293, 294, 295, 296,
            297, 298, 299,
          ],
        },
        // kube-apiserver accepts it: its budget for all rules of an object is five times as large.
        errors: [
          'FieldValueInvalid|spec: Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
        ],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { l: { type: 'array', maxItems: 300, items: { type: 'integer' } } },
      'x-kubernetes-validations': [
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90000))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90001))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90002))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90003))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90004))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90005))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90006))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90007))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90008))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90009))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90010))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90011))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90012))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90013))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90014))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90015))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90016))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90017))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90018))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90019))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90020))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90021))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90022))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90023))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90024))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90025))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90026))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90027))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90028))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90029))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90030))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90031))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90032))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90033))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90034))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90035))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90036))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90037))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90038))' },
        { rule: 'self.l.all(a, self.l.all(b, a + b < 90039))' },
      ],
    },
    objects: [],
  },
  {
    spec: {
      type: 'object',
      properties: { s: { type: 'string', maxLength: 20 } },
      'x-kubernetes-validations': [{ rule: 'self.s.matches("^[a-z]+$")', message: 'lower' }],
    },
    objects: [
      { spec: { s: 'A' }, errors: ['FieldValueInvalid|spec: Invalid value: "object": lower'] },
      { spec: { s: 'a' }, errors: [] },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { n: { type: 'number' } },
      'x-kubernetes-validations': [
        { rule: 'false', messageExpression: '"%.3f|%.2f|%e|%s|%d".format([self.n, 1234.5, 1234.5678, self.n, 3])' },
      ],
    },
    objects: [
      {
        spec: { n: 1234567.891 },
        errors: [
          'FieldValueInvalid|spec: Invalid value: "object": 1,234,567.891|1,234.50|1.234568×10⁰³|1.234567891e+06|3',
        ],
      },
      { spec: { n: 2 }, errors: ['FieldValueInvalid|spec: Invalid value: "object": 2.000|1,234.50|1.234568×10⁰³|2|3'] },
      {
        spec: { n: -0.00001 },
        errors: ['FieldValueInvalid|spec: Invalid value: "object": -0.000|1,234.50|1.234568×10⁰³|-1e-05|3'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { m: { type: 'object', maxProperties: 3, additionalProperties: { type: 'string', maxLength: 3 } } },
      'x-kubernetes-validations': [
        {
          rule: 'false',
          messageExpression: '"%s|%s|%s|%s|%s".format([self.m, [1, 2], {"a": true, "b": false}, b"x", ["a", "b"]])',
        },
      ],
    },
    objects: [
      {
        spec: { m: { a: '1', b: '2' } },
        errors: [
          'FieldValueInvalid|spec: Invalid value: "object": {"a":"1", "b":"2"}|[1, 2]|{"a":true, "b":false}|x|["a", "b"]',
        ],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { s: { type: 'string', maxLength: 20 } },
      'x-kubernetes-validations': [
        {
          rule: 'false',
          messageExpression:
            '"%s|%s|%s|%x|%X|%o|%b".format([timestamp("2024-01-01T00:00:00.5Z"), duration("90m"), type(self.s), "ab", b"ab", 9, true])',
        },
      ],
    },
    objects: [
      {
        spec: { s: 'a' },
        errors: ['FieldValueInvalid|spec: Invalid value: "object": 2024-01-01T00:00:00.5Z|5400s|string|6162|6162|11|1'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { s: { type: 'string', maxLength: 20 } },
      'x-kubernetes-validations': [
        {
          rule: 'false',
          messageExpression:
            'string(double(self.s)) + " " + string(1e21) + " " + string(100000.0) + " " + string(0.000001) + " " + string(1.0/0.0) + " " + string(1e20)',
        },
      ],
    },
    errors: [
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      'FieldValueForbidden|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      'FieldValueForbidden|spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { s: { type: 'string', maxLength: 20 } },
      'x-kubernetes-validations': [{ rule: 'self.s == 1 && self.t == 2 || foo(1)' }],
    },
    errors: [
      "FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:\"self.s == 1 && self.t == 2 || foo(1)\", Message:\"\", MessageExpression:\"\", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:\"\", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(string, int)'\n | self.s == 1 && self.t == 2 || foo(1)\n | .......^\nERROR: <input>:1:20: undefined field 't'\n | self.s == 1 && self.t == 2 || foo(1)\n | ...................^\nERROR: <input>:1:34: undeclared reference to 'foo' (in container '')\n | self.s == 1 && self.t == 2 || foo(1)\n | .................................^",
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { s: { type: 'string', maxLength: 20 } },
      'x-kubernetes-validations': [{ rule: 'self.s == "ą" && self.t == 2' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.s == \\"ą\\" && self.t == 2", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:22: undefined field \'t\'\n | self.s == "ą" && self.t == 2\n | ...........．.........^',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { s: { type: 'string', maxLength: 20 } },
      'x-kubernetes-validations': [{ rule: 'self.s == 1' }, { rule: 'self.t' }, { rule: 'self.s' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.s == 1", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_==_\' applied to \'(string, int)\'\n | self.s == 1\n | .......^',
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[1].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.t", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:5: undefined field \'t\'\n | self.t\n | ....^',
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[2].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.s", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: cel expression must evaluate to a bool',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { o: { type: 'object', properties: { a: { type: 'integer' } } } },
      'x-kubernetes-validations': [{ rule: 'self.o + 1 == 2' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.o + 1 == 2", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_+_\' applied to \'(selfType.o, int)\'\n | self.o + 1 == 2\n | .......^',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { o: { type: 'object', properties: { a: { type: 'integer' } } } },
      'x-kubernetes-validations': [{ rule: 'self.o == 1' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.o == 1", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_==_\' applied to \'(selfType.o, int)\'\n | self.o == 1\n | .......^',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: { o: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } } },
      'x-kubernetes-validations': [{ rule: 'self.o[0] == 1' }],
    },
    errors: [
      'FieldValueInvalid|spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.o[0] == 1", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:11: found no matching overload for \'_==_\' applied to \'(selfType.o.@idx, int)\'\n | self.o[0] == 1\n | ..........^',
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        d: { type: 'string', format: 'date-time', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] },
      },
    },
    objects: [
      {
        spec: { d: '2024-01-01T00:00:00Z' },
        old: { d: '2025-01-01T00:00:00Z' },
        errors: ['FieldValueInvalid|spec.d: Invalid value: "string": failed rule: self > oldSelf'],
      },
    ],
  },
  {
    spec: {
      type: 'object',
      properties: {
        s: {
          type: 'array',
          maxItems: 5,
          'x-kubernetes-list-type': 'set',
          items: { type: 'string', maxLength: 5 },
          'x-kubernetes-validations': [{ rule: 'oldSelf.all(x, x in self)' }],
        },
      },
    },
    objects: [
      {
        spec: { s: ['a'] },
        old: { s: ['a', 'b'] },
        errors: ['FieldValueInvalid|spec.s: Invalid value: "array": failed rule: oldSelf.all(x, x in self)'],
      },
      { spec: { s: ['b', 'a'] }, old: { s: ['a', 'b'] }, errors: [] },
    ],
  },
];
