import { ApiError, FieldPath, fieldError, quotedText, type FieldError, type WorkLimit } from '@orch/apimachinery';
import type { StructuralNode } from '../schema/structural-node.js';
import { BoundedErrors } from './bounded-errors.js';
import { StoredParts } from './stored-parts.js';

/** Length of a text that costs as much to check, or to make, as one value. */
export const CHARACTERS_PER_CHECK = 50;
/** Nodes of the schema that are compared with nodes of the value; some 200 ms. An object of a megabyte needs a fifth of it. */
const MAX_CHECKS = 500_000;
/** Length of a text that costs as much to quote as one value to check. */
const CHARACTERS_PER_QUOTE = 5;

/** Errors of a part of a validation, and how many checks passed: errors are those of the alternative with the most. */
export class ValidationResult {
  private readonly found = new BoundedErrors();
  private readonly texts: string[] = [];
  matches = 0;

  get errors(): readonly FieldError[] {
    return this.found.errors;
  }

  get isValid(): boolean {
    return this.errors.length === 0;
  }

  /** Whether further errors are dropped. */
  get isFull(): boolean {
    return this.found.isFull;
  }

  /** Adds the errors and matches of a part. */
  merge(part: ValidationResult): void {
    this.matches += part.matches;
    for (let i = 0; i < part.errors.length; i++) this.add(part.texts[i]!, part.errors[i]!, part.found.lengthOf(i));
  }

  /** Adds an error, unless one with the same text is there. @param length of its texts. */
  add(text: string, error: FieldError, length: number): void {
    if (this.isFull || this.texts.includes(text)) return;
    this.texts.push(text);
    this.found.add(error, length);
  }

  /** Drops the errors after the first `count`. */
  truncate(count: number): void {
    this.found.truncate(count);
    this.texts.length = count;
  }
}

/** Text of an error, which names its field, and the error. */
type FoundError = readonly [text: string, error: FieldError];

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
  readonly stored = new StoredParts();

  private readonly mostChecks: number;

  /**
   * @param prefix of the fields in errors; not part of their texts. @param mostChecks that it may cost.
   * @param limit of the checks where they block others. Default: none.
   */
  constructor(
    private readonly prefix: string,
    mostChecks = MAX_CHECKS,
    private readonly limit?: WorkLimit,
  ) {
    this.mostChecks = limit === undefined ? mostChecks : Math.min(mostChecks, limit.left);
  }

  /** Checks so far. */
  get spent(): number {
    return this.checks;
  }

  get errors(): readonly FieldError[] {
    return this.result.errors;
  }

  /** @throws ApiError when the object and its schema together are too expensive; WorkLimitError. */
  spend(checks: number): void {
    this.checks += checks;
    if (this.checks > this.mostChecks) this.refuse();
  }

  private refuse(): never {
    this.limit?.spend(this.checks);
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

  /** Adds an error about the current value. Its texts are made only when there are not enough errors yet. */
  report(result: ValidationResult, make: (path: string) => FoundError, moreLength = 0): void {
    if (result.isFull) return;
    const { path } = this;
    this.spend((path.length + moreLength) / CHARACTERS_PER_CHECK);
    const [text, error] = make(path);
    result.add(text, error, text.length + moreLength);
  }

  /** Adds an error about alternatives: it names its value in the text only. */
  reportComposite(result: ValidationResult, what: string): void {
    this.report(result, (path) => {
      this.spend(path.length / CHARACTERS_PER_QUOTE);
      const text = `${quotedText(path)} ${what}`;
      return [text, fieldError.invalid(this.fieldPath(''), '', text)];
    });
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
    if (this.stored.isUnchanged(value, old, node)) result.truncate(before);
  }
}

/** Field of an error of the object itself, as the reference prints a missing path. */
const NOWHERE = '<nil>';
