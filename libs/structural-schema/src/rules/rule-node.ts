import { asSchema, extension, schemasIn, textOf, type JsonSchema } from '../schema/json-schema.js';
import { declaredType, isEmbedded, type DeclaredType } from './declared-type.js';
import { escapedName } from './field-names.js';
import { ruleProgramsOf, type RuleProgram } from './rule-program.js';

/** Release with all functions: stored rules may use functions that new ones may not yet. */
const ALL_FUNCTIONS = (): number => Infinity;

/** Compiled rules by their schema: parts of one schema are compiled together, such as nested defaults. */
const compiledRules = new WeakMap<JsonSchema, readonly RuleProgram[]>();

/** The rules of a schema and of those below it. Compiled and built on first use. */
export class RuleNode {
  readonly type: string;
  readonly isMapList: boolean;
  private compiled: readonly RuleProgram[] | undefined;
  private readonly known = new Map<string, RuleNode | undefined>();
  private readonly properties: Readonly<Record<string, JsonSchema>>;

  constructor(
    readonly schema: JsonSchema,
    private readonly declared: DeclaredType | undefined,
    readonly isResource: boolean,
  ) {
    this.type = textOf(schema, 'type');
    this.isMapList = extension(schema, 'list-type') === 'map';
    this.properties = schemasIn(schema, 'properties');
  }

  get programs(): readonly RuleProgram[] {
    return (this.compiled ??= this.declared ? this.compile(this.declared) : []);
  }

  private compile(declared: DeclaredType): readonly RuleProgram[] {
    // Its type has the fields of a resource, which it has not where it is a part of another one.
    if (this.isResource) return ruleProgramsOf(this.schema, declared, ALL_FUNCTIONS);
    const known = compiledRules.get(this.schema) ?? ruleProgramsOf(this.schema, declared, ALL_FUNCTIONS);
    compiledRules.set(this.schema, known);
    return known;
  }

  get items(): RuleNode | undefined {
    return this.once('[]', () => this.elements('items'));
  }

  get values(): RuleNode | undefined {
    return this.once('{}', () => this.elements('additionalProperties'));
  }

  property(name: string): RuleNode | undefined {
    return this.once(`.${name}`, () => {
      if (!Object.hasOwn(this.properties, name)) return undefined;
      const schema = this.properties[name] as JsonSchema;
      const escaped = escapedName(name);
      const type =
        escaped === undefined ? declaredType(schema, isEmbedded(schema)) : this.declared?.fields?.get(escaped);
      return type && new RuleNode(schema, type, isEmbedded(schema));
    });
  }

  private elements(name: 'items' | 'additionalProperties'): RuleNode | undefined {
    const schema = asSchema(this.schema[name]);
    return schema && new RuleNode(schema, this.declared?.element, isEmbedded(schema));
  }

  private once(key: string, make: () => RuleNode | undefined): RuleNode | undefined {
    if (this.known.has(key)) return this.known.get(key);
    const node = make();
    const useful = node && hasRules(node.schema) ? node : undefined;
    this.known.set(key, useful);
    return useful;
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
