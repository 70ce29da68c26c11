import type { FieldIndex } from './field-index.js';
import type { ResourceCache } from './resource-cache.js';
import { separateTurn } from './separate-turn.js';

/** Up to this number, objects are scanned faster than an index is built. */
const FEW_OBJECTS = 500;
/** Objects of one step, and their bytes: reading the field may require parsing. */
const ENTRIES_PER_STEP = 1_000;
const BYTES_PER_STEP = 1_024 * 1_024;

/** Builds the field indexes of one resource when they are first used, in steps between which other work runs. */
export class IndexBuilder {
  private readonly builds = new Map<string, Promise<void>>();
  private stopped = false;

  /** @param fewObjects scopes of that size are scanned. Default: 500. */
  constructor(
    private readonly cache: ResourceCache,
    private readonly fewObjects = FEW_OBJECTS,
  ) {}

  /**
   * Resolves when the fields are indexed; concurrent callers share one build. Undefined: nothing to wait for, since they are, or since the
   * namespace (undefined: all) has few objects.
   */
  build(fields: readonly string[], namespace: string | undefined): Promise<void> | undefined {
    const missing = fields.filter((field) => !this.cache.indexes.get(field)?.isComplete);
    if (this.stopped || missing.length === 0 || this.cache.hasAtMost(namespace, this.fewObjects)) return undefined;
    return Promise.all(missing.map((field) => this.buildOnce(field))).then(() => undefined);
  }

  /** Ends all builds. */
  stop(): void {
    this.stopped = true;
  }

  private buildOnce(field: string): Promise<void> {
    let build = this.builds.get(field);
    if (!build) {
      build = this.run(field).finally(() => this.builds.delete(field));
      this.builds.set(field, build);
    }
    return build;
  }

  private async run(field: string): Promise<void> {
    const { indexes } = this.cache;
    let index = indexes.begin(field);
    for (;;) {
      await separateTurn();
      if (this.stopped) return;
      // Dropped meanwhile.
      if (indexes.get(field) !== index) index = indexes.begin(field);
      if (this.step(index)) return;
    }
  }

  /** Returns true when the index is complete. */
  private step(index: FieldIndex): boolean {
    let entries = 0;
    let bytes = 0;
    let isLast = true;
    this.cache.visit(undefined, index.reachedKey, (entry) => {
      if (entries === ENTRIES_PER_STEP || bytes >= BYTES_PER_STEP) return (isLast = false);
      entries++;
      bytes += entry.length;
      index.extend(entry);
      return true;
    });
    if (isLast) index.complete();
    return isLast;
  }
}
