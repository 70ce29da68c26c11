import type { ApiObject, FieldError } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../definition/compile-kinds.js';
import type { ResourceDefinition } from '../definition/resource-definition.js';
import type { StrategyContext } from '../definition/strategy.js';
import { ReleaseGates } from '../features/feature-gates.js';
import { builtinKinds } from '../kinds.js';

const definitions = compileKinds(builtinKinds, vocabularies.orch);

/** For specs: runs the steps of a registry write for one kind, without a registry. */
export class KindTestHarness {
  readonly definition: ResourceDefinition;

  constructor(
    kind: string,
    readonly context: StrategyContext = {
      vocabulary: vocabularies.orch,
      user: { username: 'alice', groups: ['system:authenticated'] },
      now: '2024-01-01T00:00:00Z',
      features: new ReleaseGates(),
    },
  ) {
    const definition = definitions.find((d) => d.gvk.kind === kind && !d.conversion);
    if (!definition) throw new Error(`no kind ${kind}`);
    this.definition = definition;
  }

  read(body: object): ApiObject {
    const metadata = { name: 'x', ...(this.definition.declaration.namespaced ? { namespace: 't1' } : {}) };
    const decoded = this.definition.schema.decode({ metadata, ...body }, { unknownFields: [], duplicateFields: [] });
    const filled = this.definition.schema.applyDefaults(decoded) as ApiObject;
    return this.definition.declaration.defaults?.(filled, this.context.vocabulary) ?? filled;
  }

  /** The object as it would be stored. */
  made(body: object): ApiObject {
    const { strategy } = this.definition;
    const object = this.read(body);
    const prepared = strategy.prepareForCreate?.(object, this.context) ?? object;
    // It runs again when mutating admission has changed the object.
    expect(strategy.prepareForCreate?.(prepared, this.context) ?? prepared).toEqual(prepared);
    return strategy.completeCreate?.(prepared, this.context) ?? prepared;
  }

  create(body: object): string[] {
    return shown(this.definition.strategy.validateCreate?.(this.made(body), this.context));
  }

  changed(before: object, after: object): ApiObject {
    const [object, old] = [this.read(after), this.made(before)];
    const prepared = this.definition.strategy.prepareForUpdate?.(object, old, this.context) ?? object;
    expect(this.definition.strategy.prepareForUpdate?.(prepared, old, this.context) ?? prepared).toEqual(prepared);
    return prepared;
  }

  update(before: object, after: object): string[] {
    return shown(
      this.definition.strategy.validateUpdate?.(this.changed(before, after), this.made(before), this.context),
    );
  }

  /** Table cells of an object, by column name. */
  cells(object: ApiObject, nowMs = Date.parse(this.context.now)): Record<string, string | number | boolean | null> {
    const columns = this.definition.declaration.columns ?? [];
    return Object.fromEntries(columns.map(({ name, value }) => [name, value(object, nowMs)]));
  }

  /** Writes to a sub-resource of the current object `old`. */
  written(subresource: string, old: ApiObject, body: object): { object: ApiObject; errors: string[] } {
    const strategy = this.definition.subresources.get(subresource);
    if (!strategy) throw new Error(`no sub-resource ${subresource}`);
    const object = strategy.prepareForUpdate(this.read(body), old, this.context);
    expect(strategy.prepareForUpdate(object, old, this.context)).toEqual(object);
    return { object, errors: shown(strategy.validateUpdate?.(object, old, this.context)) };
  }
}

/** `spec.usages FieldValueRequired`. */
const shown = (errors: readonly FieldError[] = []): string[] => errors.map((error) => `${error.field} ${error.reason}`);
