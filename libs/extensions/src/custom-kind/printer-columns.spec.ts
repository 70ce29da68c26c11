import type { ApiObject } from '@orch/apimachinery';
import { fieldReader, printerColumns } from './printer-columns.js';

const NOW = Date.parse('2026-01-01T00:01:00Z');
const object = {
  metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { size: 3, ratio: 1.5, on: true, list: ['x', 'y'], map: { b: 1, a: '<z&' }, none: null, when: 'soon', late: '2026-01-01T00:00:30+00:00' }, // prettier-ignore
  status: { conditions: [{ type: 'Other', status: 'False' }, { type: 'Ready', status: 'True' }] }, // prettier-ignore
} as unknown as ApiObject;

const cell = (type: string, jsonPath: string) => printerColumns([{ name: 'C', type, jsonPath }])[1]!.value(object, NOW);

describe('columns of custom kinds', () => {
  it('are the name and the age without any of their own', () => {
    const [name, age] = printerColumns(undefined);
    expect([name!.name, age!.name, age!.type, age!.value(object, NOW)]).toEqual(['Name', 'Age', 'date', '60s']);
  });

  it('have the path as description, unless the definition has one', () => {
    const columns = printerColumns([
      { name: 'A', type: 'string', jsonPath: '.spec.size' },
      { name: 'B', type: 'string', jsonPath: '.spec.size', description: 'own', priority: 1, format: 'int32' },
    ]);
    expect(columns.slice(1)).toMatchObject([
      { description: 'Custom resource definition column (in JSONPath format): .spec.size', priority: 0 },
      { description: 'own', priority: 1, format: 'int32' },
    ]);
  });

  it.each([
    ['integer', '.spec.size', 3],
    ['integer', '.spec.ratio', 1],
    ['integer', '.spec.on', null],
    ['number', '.spec.ratio', 1.5],
    ['boolean', '.spec.on', true],
    ['boolean', '.spec.size', null],
    ['string', '.spec.size', '3'],
    ['string', '.spec.list', '["x","y"]'],
    ['string', '.spec.list[]', 'x'],
    ['string', '.spec.list[*]', 'x'],
    ['string', '.spec.map', String.raw`{"a":"\u003cz\u0026","b":1}`],
    ['string', '.spec.none', '<no value>'],
    ['string', '.spec.missing', null],
    ['string', '.status.conditions[?(@.type=="Ready")].status', 'True'],
    ['string', '.spec.list[', null],
    ['date', '.metadata.creationTimestamp', '60s'],
    ['date', '.spec.late', '30s'],
    ['date', '.spec.when', '<invalid>'],
    ['date', '.spec.size', null],
  ])('a %s at %s shows %p', (type, path, shown) => expect(cell(type, path)).toBe(shown));
});

it.each([
  ['.spec.size', '3'],
  ['.spec.on', 'true'],
  ['.spec.missing', ''],
])('a selectable field at %s is %p', (path, value) => expect(fieldReader(path)(object)).toBe(value));
