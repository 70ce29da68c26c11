import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { schemasIn, subschema, subschemas, type JsonSchema } from '../schema/json-schema.js';
import { MAX_ERRORS } from './error-limit.js';

/** Finds fields and items that alternatives restrict, but that the schema outside of them does not declare. */
export class Completeness {
  constructor(private readonly errors: FieldError[]) {}

  /**
   * @param rules schema with alternatives.
   * @param declared schema that must declare what they name; undefined: it does not.
   */
  schema(rules: JsonSchema, declared: JsonSchema, path: FieldPath, rulesPath: FieldPath): void {
    const negated = subschema(rules, 'not');
    if (negated !== undefined) this.alternative(negated, declared, path, rulesPath.child('not'));
    for (const name of ['allOf', 'anyOf', 'oneOf'] as const)
      subschemas(rules, name).forEach((one, index) =>
        this.alternative(one, declared, path, rulesPath.child(name).index(index)),
      );
  }

  private alternative(
    rules: JsonSchema,
    declared: JsonSchema | undefined,
    path: FieldPath,
    rulesPath: FieldPath,
  ): void {
    if (this.errors.length >= MAX_ERRORS) return;
    if (declared === undefined) {
      this.errors.push(fieldError.required(path, `because it is defined in ${rulesPath.toString()}`));
      return;
    }
    this.schema(rules, declared, path, rulesPath);
    const items = subschema(rules, 'items');
    if (items !== undefined)
      this.alternative(items, subschema(declared, 'items'), path.child('items'), rulesPath.child('items'));
    const properties = schemasIn(rules, 'properties');
    const known = schemasIn(declared, 'properties');
    for (const name of Object.keys(properties).sort()) {
      const field = Object.hasOwn(known, name) ? known[name] : undefined;
      const [at, rulesAt] = [path, rulesPath].map((one) => one.child('properties').key(name));
      this.alternative(properties[name]!, field, at!, rulesAt!);
    }
  }
}
