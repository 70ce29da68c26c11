import { fieldError } from '../field/field-error.js';
import { identityText } from './plain-object.js';
import type { StructuralSchema } from './structural-schema.js';
import type { ValidationWalk } from './validation-walk.js';

/** One compiled validation rule of a value. */
type Rule = (value: unknown, walk: ValidationWalk) => void;

/** Compiles the rules of a schema about a value itself: enum, and bounds of numbers, strings and lists. */
export function compileBounds(schema: StructuralSchema): readonly Rule[] {
  const rules: Rule[] = [];
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (schema.enum !== undefined) rules.push(enumRule(schema.enum));
  if (minimum !== undefined) {
    rules.push((v, walk) => {
      if (typeof v === 'number' && v < minimum) refuse(walk, v, `should be greater than or equal to ${minimum}`);
    });
  }
  if (maximum !== undefined) {
    rules.push((v, walk) => {
      if (typeof v === 'number' && v > maximum) refuse(walk, v, `should be less than or equal to ${maximum}`);
    });
  }
  if (minLength !== undefined) {
    rules.push((v, walk) => {
      if (typeof v === 'string' && characters(v) < minLength)
        refuse(walk, v, `should be at least ${minLength} chars long`);
    });
  }
  if (maxLength !== undefined) {
    rules.push((v, walk) => {
      if (typeof v === 'string' && v.length > maxLength && characters(v) > maxLength) {
        refuse(walk, v, `should be at most ${maxLength} chars long`);
      }
    });
  }
  if (minItems !== undefined) {
    rules.push((v, walk) => {
      if (Array.isArray(v) && v.length < minItems) refuse(walk, v, `should have at least ${minItems} items`);
    });
  }
  if (maxItems !== undefined) {
    rules.push((v, walk) => {
      if (Array.isArray(v) && v.length > maxItems) {
        walk.refuse((path) => fieldError.tooMany(path, v.length, maxItems));
      }
    });
  }
  return rules;
}

function enumRule(allowed: readonly unknown[]): Rule {
  const known = new Set(allowed.map(identityText));
  const names = allowed.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return (value, walk) => {
    if (!known.has(identityText(value))) walk.refuse((path) => fieldError.notSupported(path, value, names));
  };
}

function refuse(walk: ValidationWalk, value: unknown, why: string): void {
  walk.refuse((path) => fieldError.invalid(path, value, `${path.toString()} in body ${why}`));
}

/** Lengths count characters, not code units. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
