import { type OpenApiDocument, schemaOfKind } from './fields';
import { skeletonOf } from './skeleton';

const reference = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }], default: {} });

const document = {
  components: {
    schemas: {
      Widget: {
        'x-kubernetes-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Widget' }],
        type: 'object',
        required: ['kind', 'roleRef'],
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: reference('Meta'),
          spec: reference('Spec'),
          roleRef: reference('Role'),
          status: { type: 'object' },
          data: { type: 'object' },
        },
      },
      Meta: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Role: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Spec: {
        type: 'object',
        required: ['parts', 'size', 'policy', 'isOn', 'words', 'port', 'self'],
        properties: {
          parts: { type: 'array', items: reference('Part') },
          size: { type: 'integer' },
          policy: { type: 'string', enum: ['Always', 'Never'] },
          isOn: { type: 'boolean' },
          words: { type: 'array', items: { type: 'string' } },
          port: { type: 'integer', default: 80 },
          note: { type: 'string' },
          self: reference('Loop'),
        },
      },
      Part: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, spec: reference('Role') } },
      Loop: { type: 'object', required: ['loop'], properties: { loop: reference('Loop') } },
    },
  },
} as OpenApiDocument;

const root = schemaOfKind(document, 'g', 'v1', 'Widget')!;
const widget = { group: 'g', version: 'v1', kind: 'Widget' };

describe('skeletonOf', () => {
  test('has the required fields, with defaults and first choices', () => {
    const { spec, ...rest } = skeletonOf({ document, root }, widget, 'default');
    expect(rest).toEqual({
      apiVersion: 'g/v1',
      kind: 'Widget',
      metadata: { name: '', namespace: 'default' },
      roleRef: { name: '' },
    });
    expect(spec).toMatchObject({
      parts: [{ name: '', spec: { name: '' } }],
      size: 0,
      policy: 'Always',
      isOn: false,
      words: [''],
      port: 80,
    });
    expect(spec).not.toHaveProperty('note');
  });

  test('a schema that requires itself ends', () => {
    expect(JSON.stringify(skeletonOf({ document, root }, widget, ''))).toContain('{"loop":{}}');
  });

  test('without a schema only the name', () => {
    expect(skeletonOf(undefined, widget, '')).toEqual({ apiVersion: 'g/v1', kind: 'Widget', metadata: { name: '' } });
  });
});

test('a schema that refers to itself several times on each level ends', () => {
  const names = Array.from({ length: 10 }, (_, n) => `f${n}`);
  const Loop = {
    'x-kubernetes-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Loop' }],
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, reference('Loop')])),
  };
  const made = skeletonOf(
    { document: { components: { schemas: { Loop } } }, root: Loop },
    { group: 'g', version: 'v1', kind: 'Loop' },
    '',
  );
  expect(JSON.stringify(made).length).toBeLessThan(100_000);
});
