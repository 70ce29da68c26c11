import { explainText } from './explain-text.js';
import type { OpenApiDocument, OpenApiSchema } from './openapi-schema.js';

const SCHEMAS = '#/components/schemas/';
const document: OpenApiDocument = {
  components: {
    schemas: {
      'io.example.Odd': {
        type: 'object',
        description:
          'An odd thing.\n\nIts second paragraph is longer than a line, and wraps before the word that is too long.',
        required: ['spec'],
        properties: {
          spec: { default: {}, allOf: [{ $ref: `${SCHEMAS}io.example.OddSpec` }], description: 'How odd it is.' },
          kind: { type: 'string' },
        },
      },
      'io.example.OddSpec': {
        type: 'object',
        description: 'The spec of an odd thing.',
        required: ['mode'],
        properties: {
          mode: { type: 'string', enum: ['a', 'b', '', 'c', 'd'], description: 'The mode.' },
          list: { type: 'array', description: 'A list.', items: { $ref: `${SCHEMAS}io.example.Item` } },
          map: { type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } },
          bag: { type: 'object', additionalProperties: true },
          any: {},
          amount: { $ref: `${SCHEMAS}io.example.Amount` },
        },
      },
      'io.example.Item': {
        type: 'object',
        description: 'An item.',
        properties: {
          name: { type: 'string' },
          below: { type: 'array', items: { $ref: `${SCHEMAS}io.example.Item` } },
        },
      },
      'io.example.Amount': { type: 'string', description: 'An amount.' },
      'io.example.Endless': { items: { $ref: `${SCHEMAS}io.example.Endless` } },
    },
  },
};
const schemas = document.components!.schemas!;
const explain = (path: string, recursive = false, schema: OpenApiSchema = schemas['io.example.Odd']!) =>
  explainText({ schema, document, path: path === '' ? [] : path.split('.'), recursive });

// The expected texts are those of kubectl 1.33 for such schemas.
it('C-297 shows the description and the fields of an object, wrapped', () =>
  expect(explain('')).toBe(
    `DESCRIPTION:
    An odd thing.
    
    Its second paragraph is longer than a line, and wraps before the word that
    is too long.
    
FIELDS:
  kind\t<string>
    <no description>

  spec\t<OddSpec> -required-
    How odd it is.

`,
  ));

it('C-297 shows a field with its type, its own description, that of its type, and the fields below', () =>
  expect(explain('spec')).toBe(
    `FIELD: spec <OddSpec>


DESCRIPTION:
    How odd it is.
    The spec of an odd thing.
    
FIELDS:
  amount\t<string>
    <no description>

  any\t<Object>
    <no description>

  bag\t<Object>
    <no description>

  list\t<[]Item>
    A list.

  map\t<map[string][]integer>
    <no description>

  mode\t<string> -required-
  enum: a, b, "", c, ....
    The mode.

`,
  ));

it('C-297 shows all values of an enum', () =>
  expect(explain('spec.mode')).toBe(
    'FIELD: mode <string>\nENUM:\n    a\n    b\n    ""\n    c\n    d\n\nDESCRIPTION:\n    The mode.\n    \n',
  ));

it('C-297 shows fields of fields without descriptions; a type inside itself once', () =>
  expect(explain('', true)).toContain(
    `FIELDS:
  kind\t<string>
  spec\t<OddSpec> -required-
    amount\t<string>
    any\t<Object>
    bag\t<Object>
    list\t<[]Item>
      below\t<[]Item>
      name\t<string>
    map\t<map[string][]integer>
    mode\t<string> -required-
    enum: a, b, "", c, ....
`,
  ));

it.each([
  ['spec.list.below.below.name', 'FIELD: name <string>\n\n\nDESCRIPTION:\n    <empty>\n'],
  ['spec.map', 'FIELD: map <map[string][]integer>\n\n\nDESCRIPTION:\n    <empty>\n'],
  ['spec.amount', 'FIELD: amount <string>\n\n\nDESCRIPTION:\n    An amount.\n    \n'],
])('C-297 follows %s through lists, maps and references', (path, text) => expect(explain(path)).toBe(text));

it.each(['nope', 'spec.nope', 'spec.any.nope', 'constructor', 'spec.list.0'])('finds no field %s', (path) =>
  expect(explain(path)).toBeUndefined(),
);

it('ends on a schema that refers to itself', () => {
  const endless = { $ref: `${SCHEMAS}io.example.Endless` };
  expect(explain('', true, endless)).toBe('DESCRIPTION:\n    <empty>\n');
  expect(explain('a', false, endless)).toBeUndefined();
});
