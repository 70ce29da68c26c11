import { FieldPath } from '../field/field-path.js';
import { ApiError } from '../status/api-error.js';
import type { SchemaNode } from './structural-schema.js';

/** Values nest at most this deep. Decoders of bytes refuse deeper bodies before; this one guards data that came otherwise. */
const MAX_VALUE_DEPTH = 1_024;

/** Type name of a struct without a definition of its own. */
export const ANONYMOUS_STRUCT = 'object';

/**
 * Where a walk through a value stands. One mutable stack instead of a path object per step: the path is written out only
 * when something is wrong. A container enters, sets the step before it looks at a member, and leaves.
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

  /** Every step, as warnings about fields write it: `spec.containers[0].foo`, `data.a`. */
  dottedPath(): string {
    let path = '';
    for (let i = 0; i < this.depth; i++) {
      const step = this.steps[i]!;
      path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`;
    }
    return path;
  }

  /** As causes write it: `spec.ports[0].name`, `data[a/b]`. */
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

  /** As type errors write it: the innermost struct, then struct fields from the root: `ObjectMeta.metadata.labels` for the value of any label. */
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

  /** Refuses a number that the type cannot hold, naming the number. */
  wrongNumber(value: number, typeName: string, hint = ''): never {
    this.cannotUnmarshal(`number ${Number.isInteger(value) ? BigInt(value) : value}`, typeName + hint);
  }

  private cannotUnmarshal(what: string, typeName: string): never {
    const target = this.depth === 0 ? 'value' : `struct field ${this.structPath()}`;
    throw ApiError.badRequest(`json: cannot unmarshal ${what} into Go ${target} of type ${typeName}`);
  }

  /** Refuses a text that is not of the field's format. `why` quotes no more of it than `excerpt` gives. */
  malformed(why: string): never {
    throw ApiError.badRequest(why);
  }
}

/** A text as a message shows it: quoted, and cut so that no answer is as long as the request. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 64 ? `${text.slice(0, 61)}...` : text);

/** As decode errors name it: `null`, `bool`, `number`, `string`, `array`, `object`. */
export function jsonTypeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}
