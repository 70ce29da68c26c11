import { FieldPath } from '@orch/apimachinery';
import { ExpressionLanguage } from '@orch/expressions';
import type { JsonSchema } from '../schema/json-schema.js';
import { StructuralNode } from '../schema/structural-node.js';
import { metadataFixture } from '../values/metadata.fixture.js';
import { checkRules } from './check-rules.js';
import { compileRules } from './compile-rules.js';

const rule = (text: string): object => ({ 'x-kubernetes-validations': [{ rule: text }] });
const listOf = (items: JsonSchema, more: object = {}): JsonSchema => ({ type: 'array', items, ...more });
const objectOf = (properties: JsonSchema, more: object = {}): JsonSchema => ({ type: 'object', properties, ...more });
const INT = { type: 'integer' };

/** A list that counts how often its items, or its functions, are read. */
function counted<T>(items: T[]): { readonly list: T[]; readonly reads: (name: RegExp) => number } {
  const names: string[] = [];
  const list = new Proxy(items, {
    get: (target, name, receiver) => {
      names.push(String(name));
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { list, reads: (pattern) => names.filter((name) => pattern.test(name)).length };
}

describe('the rules of an object', () => {
  it('are evaluated until there are a hundred errors', () => {
    const rules = compileRules(objectOf({ l: listOf(objectOf({ a: INT }, rule('self.a > 5'))) }));
    const { list, reads } = counted(Array.from({ length: 5_000 }, () => ({ a: 1 })));
    expect(rules.validate({ l: list }).errors).toHaveLength(100);
    expect(reads(/^\d+$/)).toBeLessThan(200);
  });

  it('have fewer errors below a long key', () => {
    const items = listOf(objectOf({ a: INT }, rule('self.a > 5')));
    const rules = compileRules(objectOf({ m: { type: 'object', additionalProperties: items } }));
    const value = { m: { ['k'.repeat(50_000)]: Array.from({ length: 1_000 }, () => ({ a: 1 })) } };
    const { errors } = rules.validate(value);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.reduce((sum, { field }) => sum + field.length, 0)).toBeLessThan(400_000);
  });

  it('cost something when they are constants', () => {
    const always = { 'x-kubernetes-validations': Array.from({ length: 2_000 }, () => ({ rule: 'true' })) };
    const rules = compileRules(objectOf({ l: listOf(objectOf({ a: INT }, always)) }));
    const { list, reads } = counted(Array.from({ length: 20_000 }, () => ({})));
    expect(rules.validate({ l: list }).errors[0]!.detail).toMatch(/running out of cost budget/);
    expect(reads(/^\d+$/)).toBeLessThan(1_010);
  });

  it('are compiled in steps, with the first object', () => {
    const validations = Array.from({ length: 100 }, (_, index) => ({ rule: `self.a > ${index} - 200` }));
    const rules = compileRules(objectOf({ o: objectOf({ a: INT }, { 'x-kubernetes-validations': validations }) }));
    const stepsOf = (): number => {
      const work = rules.validateInSteps({ o: { a: 1 } });
      let steps = 1;
      while (!work.next().done) steps++;
      return steps;
    };
    expect(stepsOf()).toBeGreaterThan(200);
    expect(stepsOf()).toBe(1);
  });

  it('are evaluated in steps, between which others may run', () => {
    const rules = compileRules(objectOf({ l: listOf(listOf(INT, rule('self.all(a, self.all(b, a + b > 2))'))) }));
    const value = { l: [...Array.from({ length: 60 }, () => Array<number>(50).fill(2)), [1]] };
    const work = rules.validateInSteps(value);
    let count = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) count++;
    expect(count).toBeGreaterThan(20);
    expect(step.value.errors.map(({ field }) => field)).toEqual(['l[60]']);
    expect(step.value).toEqual(rules.validate(value));
  });

  it('are one step when they cost little, once they are compiled', () => {
    const rules = compileRules(objectOf({ a: INT }, rule('self.a > 5')));
    expect(rules.validate({ a: 6 }).errors).toEqual([]);
    expect(rules.validateInSteps({ a: 6 }).next()).toEqual({ done: true, value: { errors: [], warnings: [] } });
  });

  it('convert each list once, however many lists with rules are around it', () => {
    let schema = listOf(INT, rule('true'));
    const { list, reads } = counted([1, 2, 3]);
    let value: unknown = list;
    for (let i = 0; i < 60; i++) {
      schema = listOf(schema, rule('true'));
      value = [value];
    }
    expect(compileRules(objectOf({ l: schema })).validate({ l: value }).errors).toEqual([]);
    expect(reads(/^map$/)).toBe(1);
  });

  it('compare a list that did not change once, however many of its items fail', () => {
    const schema = objectOf({ l: listOf(objectOf({ a: INT }, rule('self.a > 5'))) });
    const node = new StructuralNode(schema, { metadata: metadataFixture.root }, true);
    const items = Array.from({ length: 50 }, () => ({ a: 1 }));
    const { list, reads } = counted(structuredClone(items));
    const { errors, warnings } = compileRules(schema).validate({ l: items }, { l: list }, node);
    expect([errors.length, warnings.length]).toEqual([0, 50]);
    expect(reads(/^\d+$/)).toBeLessThanOrEqual(100);
  });
});

describe('the rules of a definition', () => {
  const check = (count: number, text: string): readonly string[] =>
    checkRules(
      objectOf({ a: INT }, { 'x-kubernetes-validations': Array.from({ length: count }, () => ({ rule: text })) }),
      FieldPath.of('schema'),
      { prefix: 'x-kubernetes-' },
    ).map(({ field, detail }) => `${field}: ${detail}`);

  it('may be some thousand short ones', () => {
    expect(check(3_000, 'self.a > 0 && self.a < 100')).toEqual([]);
  });

  it('have a total size', () => {
    const compile = jest.spyOn(ExpressionLanguage.prototype, 'compileInSteps');
    expect(check(50, Array<string>(900).fill('self.a > 0').join(' && '))).toEqual([
      'schema.x-kubernetes-validations: Forbidden: the rules of a schema must not have more than 262144 characters',
    ]);
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });

  it('are compiled once for parts of a schema that are in each other', () => {
    const compile = jest.spyOn(ExpressionLanguage.prototype, 'compileInSteps');
    let schema = objectOf({ a: INT }, rule('self.a > 0'));
    let value: object = { a: 1 };
    for (let i = 0; i < 20; i++) {
      schema = objectOf({ b: schema });
      value = { b: value };
      expect(compileRules(schema, { isResource: false }).validate(value).errors).toEqual([]);
    }
    expect(compile).toHaveBeenCalledTimes(1);
    compile.mockRestore();
  });
});
