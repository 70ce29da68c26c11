import { oneField } from './one-field.fixture.js';
import { excerpt } from './walk.js';

describe('depth', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'leaf' : { next: nested(levels - 1) });
  const field = oneField(
    { ref: 'Node' },
    {
      Node: { type: 'object', preserveUnknownFields: true, properties: { next: { ref: 'Leafy' } } },
      Leafy: { ref: 'Node' },
    },
  );
  const blank = (levels: number): unknown => {
    let value: unknown = {};
    for (let i = 1; i < levels; i++) value = { next: value };
    return value;
  };

  it('decodes 1024 levels, and refuses one more', () => {
    expect(() => field.decode(blank(1_023))).not.toThrow();
    expect(() => field.decode(blank(1_024))).toThrow('nested too deeply: at most 1024 levels');
    expect(() => field.decode(nested(3))).toThrow('Node.v.next.next.next of type');
  });
});

describe('paths in type errors', () => {
  it('continue below items of lists and values of maps', () => {
    const inner = { type: 'object', properties: { size: { type: 'integer' } } } as const;
    const list = oneField({ type: 'array', items: inner });
    const map = oneField({ type: 'object', additionalProperties: inner });
    expect(() => list.decode([{ size: 'x' }])).toThrow('struct field T.v.size of type int64');
    expect(() => map.decode({ key: { size: 'x' } })).toThrow('struct field T.v.size of type int64');
  });
});

describe('excerpt', () => {
  it('quotes up to 64 characters, and cuts longer texts', () => {
    expect(excerpt('x'.repeat(64))).toBe(`"${'x'.repeat(64)}"`);
    expect(excerpt('x'.repeat(65))).toBe(`"${'x'.repeat(61)}..."`);
  });
});
