import type { StrategyContext } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { compileCustomSchema, compileRules } from '@orch/structural-schema';
import { vocabularies } from '@orch/vocabulary';
import { customKindContext } from './custom-kind.js';
import { customStrategy } from './custom-strategy.js';

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
