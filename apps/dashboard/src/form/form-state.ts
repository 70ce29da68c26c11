import { batch, signal } from '@preact/signals';
import { keyOf } from './model/form-field';
import { isWithin } from './model/problems-of';
import type { FieldPath } from './text/edit';

/** What a form shows, apart from the values. */
export class FormState {
  /** By key: fields that were folded or unfolded. */
  private readonly folds = signal<ReadonlyMap<string, boolean>>(new Map());
  /** By key: fields that are shown although they are not set. */
  private readonly asked = signal<ReadonlyMap<string, FieldPath>>(new Map());
  /** Key of the field that is to have the focus; a new object each time. */
  readonly target = signal<{ readonly key: string } | undefined>(undefined);

  private reached: object | undefined;

  /** undefined: as it was when it was first shown. */
  isOpen(path: FieldPath): boolean | undefined {
    return this.folds.value.get(keyOf(path));
  }

  fold(path: FieldPath, isOpen: boolean): void {
    this.folds.value = new Map([...this.folds.peek(), [keyOf(path), isOpen]]);
  }

  isAskedFor(path: FieldPath): boolean {
    return this.asked.value.has(keyOf(path));
  }

  /** Shows fields, with all that is around them. */
  show(paths: readonly FieldPath[]): void {
    const prefixes = paths.flatMap((path) => path.map((_, index) => path.slice(0, index + 1)));
    batch(() => {
      this.asked.value = new Map([...this.asked.peek(), ...prefixes.map((path) => [keyOf(path), path] as const)]);
      this.folds.value = new Map([...this.folds.peek(), ...prefixes.map((path) => [keyOf(path), true] as const)]);
    });
  }

  /** Shows a field and moves the focus there. */
  goTo(path: FieldPath): void {
    this.show([path]);
    this.target.value = { key: keyOf(path) };
  }

  /** Whether the focus is to move to the target now: once for each. */
  reach(target: object): boolean {
    const isNew = this.reached !== target;
    this.reached = target;
    return isNew;
  }

  /** For a field that was removed: it is shown no longer. */
  forget(path: FieldPath): void {
    this.asked.value = new Map([...this.asked.peek()].filter(([, asked]) => !isWithin(asked, path)));
  }
}
