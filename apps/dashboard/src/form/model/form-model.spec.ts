import { at } from '../../api/object';
import { findFields } from './find-fields';
import { arrangeFields, childFields, entryField, type FormField, itemField, nameOf, rootField } from './form-field';
import { widgetKind } from './form-model.fixture';
import { isIncomplete } from './incomplete';

const stored = { ...widgetKind, stored: { metadata: { name: 'a' }, spec: { zone: 'z' } } };
const names = (fields: readonly FormField[]): string[] => fields.map(nameOf);

function fieldAt(value: unknown, ...path: readonly (string | number)[]): FormField {
  return path.reduce<FormField>((parent, part) => {
    if (typeof part === 'number') return itemField(widgetKind, parent, part);
    const child = childFields(widgetKind, parent, at(value, ...parent.path)).find((field) => nameOf(field) === part);
    return child ?? entryField(widgetKind, parent, part);
  }, rootField(widgetKind));
}

describe('fields of a kind', () => {
  test('what only the server sets is left out, wherever it is', () => {
    expect(names(childFields(widgetKind, rootField(widgetKind), {}))).toEqual(['spec', 'metadata']);
    expect(names(childFields(widgetKind, fieldAt({}, 'metadata'), {}))).toEqual(['name', 'namespace', 'labels']);
  });

  test('status is shown when it is not a subresource, a namespace only where there are some', () => {
    const resource = { namespaced: false, subresources: [] };
    const kind = { ...widgetKind, resource };
    expect(names(childFields(kind, rootField(kind), {}))).toEqual(['spec', 'status', 'metadata']);
    expect(names(childFields(kind, fieldAt({}, 'metadata'), {}))).toEqual(['name', 'labels']);
  });

  test('of a stored object, what cannot be changed is left out', () => {
    expect(names(childFields(stored, fieldAt({}, 'metadata'), {}))).toEqual(['labels']);
    expect(names(childFields(stored, fieldAt({}, 'spec'), {}))).not.toContain('zone');
    expect(names(childFields(widgetKind, fieldAt({}, 'spec'), {}))).toContain('zone');
  });

  test('what is next to a reference counts', () => {
    expect(fieldAt({}, 'spec')).toMatchObject({ control: 'object', isRequired: true });
    expect(fieldAt({}, 'spec').schema.description).toBe('What is wanted.');
  });

  test('fields that are not in the schema are shown as YAML', () => {
    const value = { size: 1, extra: { a: 1 } };
    const extra = childFields(widgetKind, fieldAt({}, 'spec'), value).at(-1);
    expect(extra).toMatchObject({ path: ['spec', 'extra'], control: 'yaml' });
  });

  test('items of lists and entries of maps', () => {
    expect(fieldAt({}, 'spec', 'parts', 1, 'port')).toMatchObject({
      path: ['spec', 'parts', 1, 'port'],
      control: 'int-or-string',
    });
    expect(fieldAt({}, 'metadata', 'labels', 'a.b/c')).toMatchObject({ control: 'text', isRequired: false });
  });
});

describe('arrangeFields', () => {
  const fields = childFields(widgetKind, fieldAt({}, 'spec'), {});

  test('what is required is first, then what is set or asked for', () => {
    const { shown, others } = arrangeFields(fields, { any: {}, color: 'red' }, (field) => nameOf(field) === 'zone');
    expect(names(shown)).toEqual(['size', 'color', 'zone', 'any']);
    expect(names(others)).toEqual(['parts', 'schema']);
  });

  test('the metadata are before all', () => {
    const root = childFields(widgetKind, rootField(widgetKind), {});
    expect(names(arrangeFields(root, { metadata: {}, spec: {} }, () => false).shown)).toEqual(['metadata', 'spec']);
  });
});

describe('isIncomplete', () => {
  const check = (value: unknown): boolean => isIncomplete(widgetKind, rootField(widgetKind), value);

  test.each([
    [true, { metadata: { name: '' }, spec: { size: 1 } }],
    [true, { metadata: { name: 'a' }, spec: {} }],
    [true, { metadata: { name: 'a' }, spec: { size: 1, parts: [{ name: '' }] } }],
    [true, { metadata: { name: 'a' } }],
    [false, { metadata: { name: 'a' }, spec: { size: 0, parts: [{ name: 'b', note: '' }] } }],
  ])('%s: %j', (isMissing, value) => {
    expect(check(value)).toBe(isMissing);
  });
});

describe('findFields', () => {
  const find = (words: string, value: unknown = {}): string[] =>
    findFields(widgetKind, value, words).map(({ path }) => path.join('.'));

  test('by a part of the name, whole names and near ones first; a schema that contains itself ends', () => {
    expect(find('name').slice(0, 3)).toEqual(['metadata.name', 'spec.schema.name', 'spec.schema.tree.name']);
    expect(find('LAB')).toEqual(['metadata.labels']);
    expect(find('name').length).toBeLessThanOrEqual(30);
  });

  test('in the items that are there', () => {
    const value = { spec: { parts: [{ name: 'a' }, { name: 'b' }] } };
    expect(find('parts port', value)).toEqual(['spec.parts.0.port', 'spec.parts.1.port']);
    expect(find('parts port')).toEqual([]);
  });

  test('nothing for nothing', () => {
    expect(find(' ')).toEqual([]);
  });
});
