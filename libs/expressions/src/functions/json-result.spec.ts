import { CompileFailure, ExpressionLanguage } from '../environment.js';
import { CostExceeded, Meter } from '../values/meter.js';
import { Fault, LazyMap, StructValue, typeName } from '../values/values.js';
import { celTypes } from '../types/cel-types.js';
import { jsonOf } from './json-result.js';

const meter = (): Meter => new Meter(1_000_000);

function evaluate(text: string): unknown {
  const program = new ExpressionLanguage({ variables: { x: celTypes.DYN }, patches: true }).compile(text);
  if (program instanceof CompileFailure) throw new Error(program.text);
  return program.evaluate([new Map()], meter());
}

describe('JSON of results', () => {
  const cases: readonly (readonly [text: string, want: unknown])[] = [
    ['[dyn(1), dyn(2.5), dyn(3u), dyn(true), dyn("a"), dyn(null)]', [1, 2.5, 3, true, 'a', null]],
    ['{"a": {"b": [b"abc"]}}', { a: { b: ['YWJj'] } }],
    ['[timestamp("2024-01-01T00:00:00Z")]', ['2024-01-01T00:00:00Z']],
    ['[duration("1h30m")]', ['5400s']],
    ['Object{spec: Object.spec{replicas: 1, ?gone: optional.none()}}', { spec: { replicas: 1 } }],
    ['[JSONPatch{op: "add", path: "/a/" + jsonpatch.escapeKey("b/c~d"), value: 1}]', [{ op: 'add', path: '/a/b~1c~0d', value: 1 }]],
    ['{"__proto__": 1}', Object.fromEntries([['__proto__', 1]])],
  ]; // prettier-ignore
  it.each(cases)('%s', (text, want) => expect(jsonOf(evaluate(text), meter())).toEqual(want));

  it.each([
    ['quantity("1")', "type conversion error from 'Quantity' to '*structpb.Value'"],
    ['{1: "a"}', "unsupported type conversion from 'int' to string"],
    ['[type(1)]', "type conversion error from 'type' to '*structpb.Value'"],
  ])('%s has none', (text, message) => expect(jsonOf(evaluate(text), meter())).toEqual(new Fault(message)));

  it('a value that occurs many times ends at the limit', () => {
    const large = Array.from({ length: 1_000 }, () => 'x');
    const value = new LazyMap({ large }, () => Array.from({ length: 1_000 }, () => large), Object.keys);
    expect(() => jsonOf(value, new Meter(10_000))).toThrow(CostExceeded);
  });

  it('objects keep the names of their types, and are equal only with the same', () => {
    const object = evaluate('Object.spec{a: 1}');
    expect(object).toBeInstanceOf(StructValue);
    expect(typeName(object)).toBe('Object.spec');
    expect(evaluate('Object.spec{a: 1} == Object.spec{a: 1}')).toBe(true);
    expect(evaluate('dyn(Object.spec{a: 1}) == dyn(Object.other{a: 1})')).toBe(false);
  });
});
