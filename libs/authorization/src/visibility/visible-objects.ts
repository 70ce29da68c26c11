import { ApiError } from '@orch/apimachinery';
import type { VisibilityFilter } from '@orch/registry';

/** What somebody may see of a resource in one place: everything, or objects with these names. */
export interface VisiblePlace {
  readonly all: boolean;
  readonly names: ReadonlySet<string>;
}

/** Where nothing is to be seen. */
export const HIDDEN: VisiblePlace = Object.freeze({ all: false, names: new Set<string>() });

/**
 * What somebody may see of a resource. A place is looked at when it is first asked for, and then stays as it was found; when rights
 * change, this is retired and another takes its place.
 */
export class VisibleObjects implements VisibilityFilter {
  private retired = false;

  /**
   * @param placeOf where an object is looked for: its namespace; for Namespaces themselves, its name.
   * @param look asked once for each place.
   */
  constructor(
    private readonly placeOf: (namespace: string, name: string) => string,
    private readonly look: (place: string) => VisiblePlace,
    private readonly known: Map<string, VisiblePlace> = new Map(),
  ) {}

  /** What has been looked at. */
  get places(): ReadonlyMap<string, VisiblePlace> {
    return this.known;
  }

  includes(namespace: string, name: string): boolean {
    const where = this.placeOf(namespace, name);
    let place = this.known.get(where);
    if (!place) {
      // Whoever looks now would find what holds now, and not what held when this was in use.
      if (this.retired) throw ApiError.expired('too old resource version: what may be seen has changed since');
      this.known.set(where, (place = this.look(where)));
    }
    return place.all || place.names.has(name);
  }

  /** Another has taken its place: it answers what it has been asked before, and nothing else. */
  retire(): void {
    this.retired = true;
  }
}
