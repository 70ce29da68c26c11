import { asSchema, extension, schemasIn, textOf, type JsonSchema } from '../schema/json-schema.js';
import { declaredType, isEmbedded, type DeclaredType } from './declared-type.js';
import { escapedName } from './field-names.js';
import { ruleProgramsInSteps, type RuleProgram } from './rule-program.js';
import { rulesOf } from './rule.js';

/** Release with all functions: stored rules may use functions that new ones may not yet. */
const ALL_FUNCTIONS = (): number => Infinity;

/** Compiled rules by their schema: parts of one schema are compiled together, such as nested defaults. */
const compiledRules = new WeakMap<JsonSchema, readonly RuleProgram[]>();

/** The rules of a schema and of those below it. Compiled and built on first use. */
export class RuleNode {
  readonly type: string;
  readonly isMapList: boolean;
  /** Whether it has rules itself. */
  readonly hasOwnRules: boolean;
  private compiled: readonly RuleProgram[] | undefined;
  private readonly known = new Map<string, RuleNode | undefined>();
  private itemsNode: RuleNode | null | undefined;
  private valuesNode: RuleNode | null | undefined;
  private readonly properties: Readonly<Record<string, JsonSchema>>;

  constructor(
    readonly schema: JsonSchema,
    private readonly declared: DeclaredType | undefined,
    readonly isResource: boolean,
  ) {
    this.type = textOf(schema, 'type');
    this.isMapList = extension(schema, 'list-type') === 'map';
    this.properties = schemasIn(schema, 'properties');
    this.hasOwnRules = declared !== undefined && rulesOf(schema).length > 0;
  }

  /** Undefined: they are not compiled yet. */
  get compiledPrograms(): readonly RuleProgram[] | undefined {
    return this.compiled;
  }

  /** Compiles the rules in steps: those of one schema may take 200 ms. */
  *compileInSteps(): Generator<undefined, readonly RuleProgram[]> {
    const programs = this.declared ? yield* this.compile(this.declared) : [];
    for (const { program, message } of programs) {
      for (const one of [program, message]) {
        if (!one) continue;
        one.prepare();
        yield;
      }
    }
    return (this.compiled ??= programs);
  }

  private *compile(declared: DeclaredType): Generator<undefined, readonly RuleProgram[]> {
    // Its type has the fields of a resource, which it has not where it is a part of another one.
    if (this.isResource) return yield* ruleProgramsInSteps(this.schema, declared, ALL_FUNCTIONS);
    const known = compiledRules.get(this.schema) ?? (yield* ruleProgramsInSteps(this.schema, declared, ALL_FUNCTIONS));
    compiledRules.set(this.schema, known);
    return known;
  }

  get items(): RuleNode | undefined {
    if (this.itemsNode === undefined) this.itemsNode = this.elements('items') ?? null;
    return this.itemsNode ?? undefined;
  }

  get values(): RuleNode | undefined {
    if (this.valuesNode === undefined) this.valuesNode = this.elements('additionalProperties') ?? null;
    return this.valuesNode ?? undefined;
  }

  property(name: string): RuleNode | undefined {
    const known = this.known.get(name);
    if (known !== undefined || this.known.has(name)) return known;
    // Names that are not declared are the client's: they are not kept.
    if (!Object.hasOwn(this.properties, name)) return undefined;
    const node = this.declaredProperty(name);
    this.known.set(name, node);
    return node;
  }

  private declaredProperty(name: string): RuleNode | undefined {
    const schema = this.properties[name] as JsonSchema;
    if (!hasRules(schema)) return undefined;
    const escaped = escapedName(name);
    const type = escaped === undefined ? declaredType(schema, isEmbedded(schema)) : this.declared?.fields?.get(escaped);
    return type && new RuleNode(schema, type, isEmbedded(schema));
  }

  private elements(name: 'items' | 'additionalProperties'): RuleNode | undefined {
    const schema = asSchema(this.schema[name]);
    return schema && hasRules(schema) ? new RuleNode(schema, this.declared?.element, isEmbedded(schema)) : undefined;
  }
}

/** Whether a schema or one below it has rules. They are not allowed in alternatives (`allOf`). */
export function hasRules(schema: JsonSchema): boolean {
  const rules = extension(schema, 'validations');
  if (Array.isArray(rules) && rules.length > 0) return true;
  for (const name of ['items', 'additionalProperties'] as const) {
    const below = asSchema(schema[name]);
    if (below && hasRules(below)) return true;
  }
  return Object.values(schemasIn(schema, 'properties')).some(hasRules);
}
