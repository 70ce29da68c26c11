import type { Entry } from './entry.js';
import { FieldIndex } from './field-index.js';

/** The field indexes of one state of a resource. Bounded by the fields that its kind declares. */
export class FieldIndexes {
  constructor(private readonly byField: Map<string, FieldIndex> = new Map()) {}

  get(field: string): FieldIndex | undefined {
    return this.byField.get(field);
  }

  /** Starts an index of a field; replaces one that exists. */
  begin(field: string): FieldIndex {
    const index = FieldIndex.begin(field);
    this.byField.set(field, index);
    return index;
  }

  set(entry: Entry, previous: Entry | undefined): void {
    for (const index of this.byField.values()) index.set(entry, previous);
  }

  remove(previous: Entry): void {
    for (const index of this.byField.values()) index.remove(previous);
  }

  /** Drops all, before more changes than can be followed in one turn. They are built again when they are needed. */
  clear(): void {
    this.byField.clear();
  }

  get isEmpty(): boolean {
    return this.byField.size === 0;
  }

  /** Those that are complete. */
  snapshot(): FieldIndexes {
    const copies = new Map<string, FieldIndex>();
    for (const [field, index] of this.byField) if (index.isComplete) copies.set(field, index.snapshot());
    return new FieldIndexes(copies);
  }
}
