import { ApiError, FieldPath, fieldError, type FieldError } from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';
import { isUnchanged, type OldItems } from './unchanged.js';

/** Maximum number of errors of one object. */
const MAX_ERRORS = 100;
/** Nodes of the schema that are compared with nodes of the value; some 200 ms. An object of a megabyte needs a fifth of it. */
const MAX_CHECKS = 500_000;

/** Errors of a part of a validation, and how many checks passed: errors are those of the alternative with the most. */
export class ValidationResult {
  readonly errors: FieldError[] = [];
  readonly texts: string[] = [];
  matches = 0;

  get isValid(): boolean {
    return this.errors.length === 0;
  }

  /** Adds the errors and matches of a part. */
  merge(part: ValidationResult): void {
    this.matches += part.matches;
    for (let i = 0; i < part.errors.length; i++) this.add(part.texts[i]!, part.errors[i]!);
  }

  /** Adds an error, unless one with the same text is there. */
  add(text: string, error: FieldError): void {
    if (this.errors.length >= MAX_ERRORS || this.texts.includes(text)) return;
    this.texts.push(text);
    this.errors.push(error);
  }

  /** Drops the errors after the first `count`. */
  truncate(count: number): void {
    this.errors.length = count;
    this.texts.length = count;
  }
}

/** Rules of a value. */
interface Rules {
  validate(
    value: unknown,
    run: ValidationRun,
    result: ValidationResult,
    old: unknown,
    node: StructuralNode | undefined,
  ): void;
}

/** One validation of an object: where it is, what it found, and what it may cost. */
export class ValidationRun {
  readonly result = new ValidationResult();
  private readonly steps: (string | number)[] = [];
  private depth = 0;
  private checks = 0;
  private readonly oldItems: OldItems = new WeakMap();

  /** @param prefix of the fields in errors; not part of their texts. */
  constructor(private readonly prefix: string) {}

  get errors(): readonly FieldError[] {
    return this.result.errors;
  }

  /** @throws ApiError when the object and its schema together are too expensive. */
  spend(checks: number): void {
    this.checks += checks;
    if (this.checks > MAX_CHECKS)
      throw ApiError.badRequest('the object takes too long to validate against the schema of its kind');
  }

  get isRoot(): boolean {
    return this.depth === 0;
  }

  enter(step: string | number): void {
    this.steps[this.depth++] = step;
  }

  leave(): void {
    this.depth--;
  }

  /** `spec.ports[0].name`, as texts name the current value. Empty for the object itself. */
  get path(): string {
    let path = '';
    for (let i = 0; i < this.depth; i++) {
      const step = this.steps[i]!;
      if (typeof step === 'number') path += `[${step}]`;
      else path += i === 0 ? step : `.${step}`;
    }
    return path;
  }

  /** Path of the field in errors. */
  fieldPath(path: string): FieldPath {
    const name = path.startsWith('.') ? path.slice(1) : path;
    if (name === '') return FieldPath.of(this.prefix === '' ? NOWHERE : this.prefix);
    return FieldPath.of(this.prefix === '' ? name : `${this.prefix}.${name}`);
  }

  /** Adds an error about alternatives: it names its value in the text only. */
  addComposite(result: ValidationResult, text: string): void {
    result.add(text, fieldError.invalid(this.fieldPath(''), '', text));
  }

  /**
   * Validates a value that replaces `old`: when it has errors but did not change, they are forgiven.
   * @param node schema by which the parts of the value and of `old` belong together; undefined: they do not.
   */
  ratcheted(
    rules: Rules,
    value: unknown,
    result: ValidationResult,
    old: unknown,
    node: StructuralNode | undefined,
  ): void {
    const before = result.errors.length;
    rules.validate(value, this, result, old, node);
    if (node === undefined || result.errors.length === before) return;
    if (isUnchanged(value, old, node, this.oldItems)) result.truncate(before);
  }

  get items(): OldItems {
    return this.oldItems;
  }
}

/** Field of an error of the object itself, as the reference prints a missing path. */
const NOWHERE = '<nil>';
