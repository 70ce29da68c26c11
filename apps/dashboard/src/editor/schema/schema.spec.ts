import { fieldsAt, type OpenApiDocument, schemaOfKind } from './fields';
import { yamlPath } from './yaml-path';

const text = `apiVersion: apps/v1
metadata:
  name: a
spec:
  # replicas:
  template:
    spec:
      containers:
        - name: one
          ports:
          - containerPort: 80
            na`;

describe('yamlPath', () => {
  const lines = text.split('\n').slice(0, -1);

  test.each([
    [12, ['spec', 'template', 'spec', 'containers', 'ports']],
    [10, ['spec', 'template', 'spec', 'containers']],
    [6, ['spec', 'template', 'spec']],
    [2, ['spec']],
    [0, []],
  ])('indented by %i', (indent, path) => {
    expect(yamlPath(lines, indent)).toEqual(path);
  });
});

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
