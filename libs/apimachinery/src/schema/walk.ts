import { FieldPath } from '../field/field-path.js';
import { ApiError } from '../status/api-error.js';
import { reportedPath } from './reported-path.js';
import type { SchemaNode } from './structural-schema.js';

/** Maximum depth of values. Codecs refuse deeper bodies before; this limit is for data from other sources. */
const MAX_VALUE_DEPTH = 1_024;

/** Type name of a struct without a definition. */
export const ANONYMOUS_STRUCT = 'object';

/**
 * Current position of a walk through a value. One mutable stack instead of a path object per step: the path is formatted only
 * for errors. A container enters, sets the step before each member, and leaves.
 */
export class Walk {
  private readonly steps: (string | number)[] = [];
  private depth = 0;

  constructor(private readonly root: SchemaNode) {}

  enter(): void {
    if (++this.depth > MAX_VALUE_DEPTH) {
      throw ApiError.badRequest(`the object is nested too deeply: at most ${MAX_VALUE_DEPTH} levels are read`);
    }
  }

  at(step: string | number): void {
    this.steps[this.depth - 1] = step;
  }

  leave(): void {
    this.depth--;
  }

  /** The path in the format of field warnings: `spec.containers[0].foo`, `data.a`; truncated. */
  reportedPath(): string {
    return reportedPath(this.steps, this.depth);
  }

  /** The path in the format of causes: `spec.ports[0].name`, `data[a/b]`. */
  fieldPath(): FieldPath {
    let path = FieldPath.root;
    let node: SchemaNode | undefined = this.root;
    for (let i = 0; i < this.depth; i++) {
      const step = this.steps[i]!;
      if (typeof step === 'number') {
        path = path.index(step);
        node = node?.items;
      } else {
        path = node?.kind === 'map' ? path.key(step) : path.child(step);
        node = node?.field(step);
      }
    }
    return path;
  }

  /** The path in the format of type errors: the innermost struct, then struct fields from the root: `ObjectMeta.metadata.labels` for any label. */
  private structPath(): string {
    let struct = '';
    let path = '';
    let node: SchemaNode | undefined = this.root;
    for (let i = 0; i < this.depth && node !== undefined; i++) {
      const step = this.steps[i]!;
      if (typeof step === 'number') {
        node = node.items;
      } else {
        if (node.kind === 'struct') {
          if (node.typeName !== ANONYMOUS_STRUCT) struct = node.typeName.slice(node.typeName.lastIndexOf('.') + 1);
          path += `.${step}`;
        }
        node = node.field(step);
      }
    }
    return struct + path;
  }

  /** Refuses a JSON value of the wrong type (C-089). */
  wrongType(value: unknown, typeName: string): never {
    this.cannotUnmarshal(jsonTypeOf(value), typeName);
  }

  /** Refuses a number out of the range of the type. */
  wrongNumber(value: number, typeName: string, hint = ''): never {
    this.cannotUnmarshal(`number ${Number.isInteger(value) ? BigInt(value) : value}`, typeName + hint);
  }

  private cannotUnmarshal(what: string, typeName: string): never {
    const target = this.depth === 0 ? 'value' : `struct field ${this.structPath()}`;
    throw ApiError.badRequest(`json: cannot unmarshal ${what} into Go ${target} of type ${typeName}`);
  }

  /** Refuses a string that does not have the field's format. `why` quotes at most an `excerpt` of it. */
  malformed(why: string): never {
    throw ApiError.badRequest(why);
  }
}

/** A quoted string for messages, truncated to bound the length of responses. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 64 ? `${text.slice(0, 61)}...` : text);

/** JSON type name in decode errors: `null`, `bool`, `number`, `string`, `array`, `object`. */
export function jsonTypeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}
