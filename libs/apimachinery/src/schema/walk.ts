import { FieldPath } from '../field/field-path.js';
import { ApiError } from '../status/api-error.js';
import type { SchemaNode } from './structural-schema.js';

/** Values nest at most this deep. Decoders of bytes refuse deeper bodies before; this one guards data that came otherwise. */
const MAX_VALUE_DEPTH = 1_024;

/**
 * Where a walk through a value stands. One mutable stack instead of a path object per step: the path is written out only
 * when something is wrong. A container enters, sets the step before it looks at a member, and leaves.
 */
export class Walk {
  private readonly steps: (string | number)[] = [];
  private depth = 0;

  constructor(
    private readonly root: SchemaNode,
    /** What messages call the root. */
    private readonly rootName: string,
  ) {}

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

  /** As type errors write it, with struct fields only: `ConfigMap.data` for the value of any key of `data`. */
  private structPath(): string {
    let path = this.rootName;
    let node: SchemaNode | undefined = this.root;
    for (let i = 0; i < this.depth && node !== undefined; i++) {
      const step = this.steps[i]!;
      if (typeof step === 'number') {
        node = node.items;
      } else {
        if (node.kind === 'struct') path += `.${step}`;
        node = node.field(step);
      }
    }
    return path;
  }

  /** Refuses a JSON value of the wrong type (C-089). */
  wrongType(value: unknown, typeName: string): never {
    const target =
      this.depth === 0 ? `value of type ${this.rootName}` : `struct field ${this.structPath()} of type ${typeName}`;
    throw ApiError.badRequest(`json: cannot unmarshal ${jsonTypeOf(value)} into Go ${target}`);
  }

  /** Refuses a number that the type cannot hold, naming the number. */
  wrongNumber(value: number, typeName: string, hint = ''): never {
    throw ApiError.badRequest(
      `json: cannot unmarshal number ${value} into Go struct field ${this.structPath()} of type ${typeName}${hint}`,
    );
  }

  /** Refuses a text that is not of the field's format. `why` quotes no more of it than `excerpt` gives. */
  malformed(why: string): never {
    throw ApiError.badRequest(`json: cannot decode field ${this.structPath()}: ${why}`);
  }
}

/** A text as a message shows it: quoted, and cut so that no answer is as long as the request. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 64 ? `${text.slice(0, 61)}...` : text);

function jsonTypeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}
