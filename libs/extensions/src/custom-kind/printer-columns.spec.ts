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

describe('a row of a custom kind', () => {
  const texts = (spec: unknown, paths: readonly string[]): unknown[] => {
    const columns = printerColumns(paths.map((jsonPath, i) => ({ name: `C${i}`, type: 'string', jsonPath })));
    return columns
      .slice(1)
      .map((column) => column.value({ metadata: { name: 'a' }, spec } as unknown as ApiObject, NOW));
  };
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  const names = `[${Array(60).fill("'b'").join()},'a']`;

  it('ends paths that select too many values', () => {
    const failing = `[?(@.none==1)]`;
    const paths = [`.spec${'..[*]'.repeat(4)}${failing}`, `.spec${names.repeat(4)}`, '.spec.a.x'];
    const reads: string[] = [];
    const counting = (value: object): object =>
      new Proxy(value, {
        ownKeys: (target) => {
          reads.push('keys');
          return Reflect.ownKeys(target);
        },
      });
    const deep = (depth: number): object => counting(depth === 0 ? {} : { a: deep(depth - 1) });
    expect(texts(deep(100), paths)[0]).toBeNull();
    expect(reads.length).toBeLessThan(25_000);
  });

  it('stops a path at its first value', () => {
    let reads = 0;
    const list = Array.from({ length: 1_000 }, (_, i) => ({
      get v() {
        reads++;
        return i;
      },
    }));
    expect(texts(list, ['.spec[*].v', `.spec${'..'}v`])).toEqual(['0', '0']);
    expect(reads).toBe(2);
  });

  it('does not repeat a large value in each of many columns', () => {
    const spec = { a: Array(5_000).fill('x'.repeat(20)), small: 's' };
    const cells = texts(spec, ['.spec.small', ...Array<string>(50).fill('.spec')]);
    expect(cells[0]).toBe('s');
    expect(cells.join('').length).toBeLessThan(70_000);
    expect(String(cells[1])).toMatch(/\.\.\.$/);
    expect(cells[50]).toBeNull();
  });

  it('has room of its own', () => {
    const [, column] = printerColumns([{ name: 'C', type: 'string', jsonPath: '.spec' }]);
    const cell = () =>
      column!.value({ metadata: { name: 'a' }, spec: 'x'.repeat(60_000) } as unknown as ApiObject, NOW);
    expect([cell(), cell()].map((text) => String(text).length)).toEqual([60_000, 60_000]);
  });
});

it.each([
  ['.spec.size', '3'],
  ['.spec.on', 'true'],
  ['.spec.missing', ''],
])('a selectable field at %s is %p', (path, value) => expect(fieldReader(path)(object)).toBe(value));
