import { fieldsAt, type OpenApiDocument, schemaOfKind } from './fields';

describe('fieldsAt', () => {
  const document = {
    components: {
      schemas: {
        Widget: {
          'x-kubernetes-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Widget' }],
          properties: { spec: { allOf: [{ $ref: '#/components/schemas/Spec' }], description: 'What is wanted.' } },
        },
        Spec: {
          type: 'object',
          properties: { parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } } },
        },
        Part: { type: 'object', properties: { size: { type: 'integer' } } },
      },
    },
  } as OpenApiDocument;
  const root = schemaOfKind(document, 'g', 'v1', 'Widget')!;

  test('of either vocabulary', () => {
    const schemas = { Gadget: { 'x-orch-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Gadget' }] } };
    expect(schemaOfKind({ components: { schemas } } as OpenApiDocument, 'g', 'v1', 'Gadget')).toBe(schemas.Gadget);
  });

  test('follows references and lists', () => {
    expect(fieldsAt(document, root, [])).toEqual([{ name: 'spec', type: 'object', description: 'What is wanted.' }]);
    expect(fieldsAt(document, root, ['spec', 'parts'])).toEqual([{ name: 'size', type: 'integer', description: '' }]);
    expect(fieldsAt(document, root, ['spec', 'unknown'])).toEqual([]);
  });
});
