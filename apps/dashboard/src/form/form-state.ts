import { batch, signal } from '@preact/signals';
import { type ByPath, indexAfterMove, reindexed, without, withValues } from './by-path';
import { keyOf } from './model/form-field';
import { type FieldPath, moved } from './text/edit';

/** What a form shows, apart from the values. */
export class FormState {
  /** Fields that were folded or unfolded. */
  private readonly folds = signal<ByPath<boolean>>(new Map());
  /** Fields that are shown although they are not set. */
  private readonly asked = signal<ByPath<true>>(new Map());
  /** Of lists: what identifies each item, wherever it is moved. */
  private items: ByPath<readonly number[]> = new Map();
  private lastItem = 0;
  /** What is to have the focus: the key of a field, or that of a button at it; a new object each time. */
  readonly target = signal<{ readonly key: string } | undefined>(undefined);

  private reached: object | undefined;

  /** undefined: as it was when it was first shown. */
  isOpen(path: FieldPath): boolean | undefined {
    return this.folds.value.get(keyOf(path))?.value;
  }

  fold(path: FieldPath, isOpen: boolean): void {
    this.folds.value = withValues(this.folds.peek(), [path], isOpen);
  }

  isAskedFor(path: FieldPath): boolean {
    return this.asked.value.has(keyOf(path));
  }

  /** Shows fields, with all that is around them. */
  show(paths: readonly FieldPath[]): void {
    const prefixes = paths.flatMap((path) => path.map((_, index) => path.slice(0, index + 1)));
    batch(() => {
      this.asked.value = withValues(this.asked.peek(), prefixes, true);
      this.folds.value = withValues(this.folds.peek(), prefixes, true);
    });
  }

  /** Shows a field and moves the focus there. */
  goTo(path: FieldPath): void {
    this.show([path]);
    this.focus(keyOf(path));
  }

  /** Moves the focus to what has the key as `data-path`. */
  focus(key: string): void {
    this.target.value = { key };
  }

  /** Whether the focus is to move to the target now: once for each. */
  reach(target: object): boolean {
    const isNew = this.reached !== target;
    this.reached = target;
    return isNew;
  }

  /** What identifies the items of a list: an item keeps it when it is moved, or when one before it is removed. */
  idsOf(list: FieldPath, length: number): readonly number[] {
    const known = this.items.get(keyOf(list))?.value ?? [];
    const ids = Array.from({ length }, (_, index) => known[index] ?? ++this.lastItem);
    this.items = withValues(this.items, [list], ids);
    return ids;
  }

  /** For an item of a list that was moved: what is shown of it goes with it. */
  move(list: FieldPath, from: number, to: number): void {
    this.reorder(
      list,
      (index) => indexAfterMove(index, from, to),
      (ids) => moved(ids, from, to),
    );
  }

  /** For a field that was removed: it is shown no longer. */
  forget(path: FieldPath): void {
    batch(() => {
      this.asked.value = without(this.asked.peek(), path);
      this.folds.value = without(this.folds.peek(), path);
    });
    this.items = without(this.items, path);
    const removed = path.at(-1);
    if (typeof removed !== 'number') return;
    this.reorder(
      path.slice(0, -1),
      (index) => (index > removed ? index - 1 : index),
      (ids) => ids.toSpliced(removed, 1),
    );
  }

  private reorder(
    list: FieldPath,
    indexOf: (index: number) => number,
    reorderIds: (ids: readonly number[]) => readonly number[],
  ): void {
    batch(() => {
      this.asked.value = reindexed(this.asked.peek(), list, indexOf);
      this.folds.value = reindexed(this.folds.peek(), list, indexOf);
    });
    const ids = this.items.get(keyOf(list))?.value;
    this.items = reindexed(this.items, list, indexOf);
    if (ids !== undefined) this.items = withValues(this.items, [list], reorderIds(ids));
  }
}
