import type { StrategyContext } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { compileCustomSchema, compileRules } from '@orch/structural-schema';
import { vocabularies } from '@orch/vocabulary';
import { customKindContext } from './custom-kind.js';
import { customStrategy, customSubresources } from './custom-strategy.js';

const kind = { group: 'k.example.com', version: 'v1', kind: 'Widget' };
const { metadata } = customKindContext(vocabularies.kubernetes, undefined);
const conditions = { type: 'array', items: { type: 'object' }, default: [{}] };
const schema = compileCustomSchema(
  { type: 'object', properties: { status: { type: 'object', default: {}, properties: { conditions } } } },
  { kind, metadata },
);
const strategy = customStrategy(
  () => schema,
  () => compileRules({}),
  { status: {} },
);
const context = {} as StrategyContext;
const widget = (more: object = {}, finalizers?: readonly string[]): ApiObject =>
  ({ apiVersion: 'k.example.com/v1', kind: 'Widget', metadata: { name: 'a', ...(finalizers ? { finalizers } : {}) }, ...more }) as ApiObject; // prettier-ignore

describe('a new custom object', () => {
  it('has the defaults of its status, which replace the dropped one', () =>
    expect(strategy.completeCreate!(widget(), context)).toMatchObject({ status: { conditions: [{}] } }));

  it.each([
    [['a.io/b', 'orphan'], []],
    [
      ['plain', 'a.io'],
      [
        'metadata.finalizers: "a.io": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
        'metadata.finalizers: "plain": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
      ],
    ],
  ])('with the finalizers %p has the warnings %p', (finalizers, warnings) =>
    expect(strategy.warnings!(widget({}, finalizers), context)).toEqual(warnings),
  );
});

it('an update has warnings about the finalizers that it adds', () => {
  const before = widget({}, ['plain']);
  expect(strategy.warnings!(before, context, before)).toEqual([]);
  expect(strategy.warnings!(widget({}, ['plain', 'other']), context, before)).toEqual([
    expect.stringMatching(/^metadata.finalizers: "other": prefer/),
  ]);
});

describe('an update of an object with unchanged parts that do not satisfy their rules', () => {
  const validations = (rule: string, message: string) => ({ 'x-kubernetes-validations': [{ rule, message }] });
  const a = { type: 'string', ...validations('self == "good"', 'must be good') };
  const items = { type: 'object', required: ['k'], properties: { k: { type: 'string' }, v: { type: 'integer', ...validations('self > 5', 'too low') } } }; // prettier-ignore
  const m = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items };
  const root = {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { a, b: { type: 'string' }, m } },
      status: { type: 'object', properties: { s: a } },
    },
  };
  const ruled = compileCustomSchema(root, { kind, metadata });
  const rules = compileRules(root);
  const parts = [() => ruled, () => rules, { status: {} }] as const;
  const before = widget({ spec: { a: 'bad', m: [{ k: 'x', v: 1 }, { k: 'y', v: 2 }] }, status: { s: 'bad' } }); // prettier-ignore
  const a1 = 'spec.a: Invalid value: "string": must be good';
  const x1 = 'spec.m[0].v: Invalid value: "integer": too low';
  const y1 = 'spec.m[1].v: Invalid value: "integer": too low';
  const s1 = 'status.s: Invalid value: "string": must be good';

  /** Warnings and errors. */
  function outcome(rules: Pick<typeof strategy, 'validateUpdate'>, after: ApiObject): [string[], string[]] {
    const warned: string[] = [];
    const context = { warn: (text: string) => warned.push(text) } as unknown as StrategyContext;
    const errors = rules.validateUpdate!(after, before, context);
    return [warned, errors.map(({ field, detail }) => `${field}: ${detail}`)];
  }

  it('has warnings about them, also where it is refused for others', () => {
    const rules = customStrategy(...parts);
    const valid = { ...before, spec: { ...(before as unknown as { spec: object }).spec, b: '1' } } as ApiObject;
    expect(outcome(rules, valid)).toEqual([[a1, x1, y1, s1], []]);
    const changed = widget({ spec: { a: 'bad', m: [{ k: 'x', v: 1 }, { k: 'y', v: 3 }] }, status: { s: 'bad' } }); // prettier-ignore
    expect(outcome(rules, changed)).toEqual([[a1, x1, s1], [y1]]);
  });

  it('has them in a write of its status, too', () =>
    expect(outcome(customSubresources(...parts).get('status')!, before)).toEqual([[a1, x1, y1, s1], []]));
});

describe('costly rules', () => {
  const loops = { type: 'array', items: { type: 'integer' }, 'x-kubernetes-validations': [{ rule: 'self.all(a, self.all(b, a + b > 0))' }] }; // prettier-ignore
  const lists = { type: 'object', properties: { l: { type: 'array', items: loops } } };
  const root = { type: 'object', properties: { spec: lists, status: lists } };
  const parts = [
    () => compileCustomSchema(root, { kind, metadata }),
    () => compileRules(root),
    { status: {} },
  ] as const;
  const costly = { l: Array.from({ length: 10 }, () => Array<number>(50).fill(1)) };

  it.each([
    ['a create', customStrategy(...parts), widget({ spec: costly }), undefined],
    ['an update', customStrategy(...parts), widget({ spec: costly }), widget()],
    ['a status', customSubresources(...parts).get('status')!, widget({ status: costly }), widget()],
  ])('of %s leave the thread to others meanwhile', (_name, rules, object, old) => {
    const steps = [...rules.validateInSteps!(object, context, old!)];
    expect(steps.length).toBeGreaterThan(3);
  });
});
