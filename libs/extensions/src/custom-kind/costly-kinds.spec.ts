import type { CustomResourceDefinition, CustomResourceDefinitionVersion, StrategyContext } from '@orch/api';
import { WorkLimit, WorkLimitError, type ApiObject } from '@orch/apimachinery';
import type { JsonSchema } from '@orch/structural-schema';
import { vocabularies } from '@orch/vocabulary';
import { CustomKind, customKindContext, definedKind } from './custom-kind.js';

const LIST = Array.from({ length: 600 }, () => 0);
const alternatives = Array.from({ length: 100 }, (_, index) => ({ maximum: -index - 1 }));
const never = { anyOf: [...alternatives, { minimum: 0 }] };
const quadratic = { rule: 'self.all(a, self.all(b, a == b))' };

function kindOf(items: JsonSchema, validations: readonly object[] = []): CustomKind {
  const list = { type: 'array', items: { type: 'integer', ...items }, 'x-kubernetes-validations': validations };
  const schema = { type: 'object', properties: { list } } as JsonSchema;
  const names = { kind: 'Widget', plural: 'widgets' };
  const version = { name: 'v1', served: true, storage: true } as CustomResourceDefinitionVersion;
  const definition = {
    metadata: { name: 'widgets.k.example.com' },
    spec: { group: 'k.example.com', names, scope: 'Namespaced', versions: [version] },
  } as unknown as CustomResourceDefinition;
  const source = {
    read: () => schema,
    // eslint-disable-next-line require-yield
    *readInSteps() {
      return schema;
    },
  };
  return new CustomKind(
    definedKind(definition),
    version,
    source,
    customKindContext(vocabularies.kubernetes, undefined),
  );
}

describe('a kind whose objects take long to validate', () => {
  it.each<[string, CustomKind, boolean]>([
    ['with a costly rule', kindOf({}, [quadratic]), true],
    ['with a cheap schema', kindOf({ minimum: 0 }, [{ rule: 'size(self) > 1' }]), false],
  ])('is known after the first object: %s', (_what, kind, expected) => {
    expect(kind.longWrites.next()).toBe(false);
    const widget = { apiVersion: 'k.example.com/v1', kind: 'Widget', metadata: { name: 'a' }, list: LIST } as ApiObject;
    kind.strategy.validateCreate!(widget, {} as StrategyContext);
    expect(kind.longWrites.next()).toBe(expected);
  });

  it('ends a validation that exceeds its limit', () => {
    const kind = kindOf(never);
    const widget = { apiVersion: 'k.example.com/v1', kind: 'Widget', metadata: { name: 'a' }, list: LIST } as ApiObject;
    const context = (checks: number) =>
      ({ limit: new WorkLimit({ checks, members: 1, bytes: 1 }) }) as unknown as StrategyContext;
    expect(() => kind.strategy.validateCreate!(widget, context(25_000))).toThrow(WorkLimitError);
    expect(() => kind.strategy.validateUpdate!(widget, widget, context(25_000))).toThrow(WorkLimitError);
    expect(kind.strategy.validateCreate!(widget, context(100_000))).toEqual([]);
  });

  it('ends the filling of defaults that exceeds its limit', () => {
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, { default: 1 }]));
    const kind = kindOf({ type: 'object', properties });
    const limit = () => new WorkLimit({ checks: 25_000, members: 1, bytes: 1 });
    const filled = (count: number) => () =>
      kind.schema.applyDefaults({ list: Array.from({ length: count }, () => ({})) }, limit());
    expect(filled(600)).toThrow(WorkLimitError);
    expect(filled(60)).not.toThrow();
  });
});
