import { ApiError } from '@orch/apimachinery';
import type { VisibilityFilter } from '@orch/registry';

/** The visible objects of a resource in one place: all, or those with a name in one of these sets. */
export interface VisiblePlace {
  readonly all: boolean;
  readonly names: readonly ReadonlySet<string>[];
}

/** Nothing is visible. */
export const HIDDEN: VisiblePlace = Object.freeze({ all: false, names: [] });

/**
 * Immutable visible set of a user for a resource. Places are resolved lazily, and then fixed; when permissions change, the set is retired and
 * replaced.
 */
export class VisibleObjects implements VisibilityFilter {
  private retired = false;

  /**
   * @param placeOf the place of an object: its namespace; for Namespaces, its name.
   * @param look resolves a place, once.
   */
  constructor(
    private readonly placeOf: (namespace: string, name: string) => string,
    private readonly look: (place: string) => VisiblePlace,
    private readonly known: Map<string, VisiblePlace> = new Map(),
  ) {}

  /** The resolved places. */
  get places(): ReadonlyMap<string, VisiblePlace> {
    return this.known;
  }

  includes(namespace: string, name: string): boolean {
    const where = this.placeOf(namespace, name);
    let place = this.known.get(where);
    if (!place) {
      // Resolving now would use current permissions, not those of the time when the set was in use.
      if (this.retired) throw ApiError.expired('too old resource version: what may be seen has changed since');
      this.known.set(where, (place = this.look(where)));
    }
    return place.all || place.names.some((names) => names.has(name));
  }

  /** Retires the set after its replacement: only resolved places can be queried. */
  retire(): void {
    this.retired = true;
  }
}
