import type { Clock } from '@orch/apimachinery';
import type { DynamicVisibility } from '@orch/registry';
import type { Revision } from '@orch/storage';
import { type Observable, Subject, type Subscription } from 'rxjs';
import type { PermissionChanges } from '../rbac/permission-changes.js';
import { resolvePlace, ofNamespaces, seesEverything, type Viewer } from './resolve-place.js';
import { HIDDEN, VisibleObjects, type VisiblePlace } from './visible-objects.js';

/** Poll interval of authorizers that do not notify of changes. */
const POLL_INTERVAL_MS = 30_000;

/** Concurrent authorizer calls of one request. */
const MAX_CONCURRENT = 16;

const SEEN: VisiblePlace = Object.freeze({ all: true, names: [] });

/** Options of a visibility. */
export interface VisibilityOptions extends Viewer {
  readonly changes: PermissionChanges;
  /** Whether an authorizer is remote, or does not notify of changes. */
  readonly isPolled: boolean;
  readonly clock: Clock;
}

/**
 * The visible set of one user for one resource during a list or watch. A place that a remote authorizer must decide is hidden until its
 * answer arrives.
 */
export class Visibility implements DynamicVisibility {
  private visibility: VisibleObjects;
  private readonly changed = new Subject<void>();
  /** Places to resolve, without those in progress. */
  private readonly waiting = new Set<string>();
  private asking = 0;
  private readonly resolved = new Map<string, VisiblePlace>();
  private idle: { readonly reached: Promise<void>; readonly reach: () => void } | undefined;
  private following: Subscription | undefined;
  private stopTimer: (() => void) | undefined;

  constructor(private readonly options: VisibilityOptions) {
    this.visibility = this.create();
  }

  get current(): VisibleObjects {
    return this.visibility;
  }

  get changes(): Observable<void> {
    return this.changed;
  }

  get unchangedSince(): Revision {
    return this.options.changes.unchangedSince(this.options.user);
  }

  get isPolled(): boolean {
    return this.options.isPolled;
  }

  /** Waits for pending decisions. False when there were none. */
  async settle(): Promise<boolean> {
    if (!this.idle) return false;
    await this.idle.reached;
    return true;
  }

  /** Follows changes of permissions until closed. */
  follow(): void {
    const { changes, user, isPolled } = this.options;
    this.following = changes.of(user).subscribe(() => {
      if (isPolled) this.poll();
      else this.replace(this.create());
    });
    if (isPolled) this.startTimer();
  }

  close(): void {
    this.following?.unsubscribe();
    this.stopTimer?.();
    this.waiting.clear();
    this.changed.complete();
  }

  private startTimer(): void {
    this.stopTimer = this.options.clock.setTimer(() => {
      this.poll();
      this.startTimer();
    }, POLL_INTERVAL_MS);
  }

  private create(): VisibleObjects {
    if (this.options.isPolled) return this.objects((place) => this.later(place));
    const everything = seesEverything(this.options);
    return this.objects((place) => {
      if (everything === true) return SEEN;
      const found = resolvePlace(this.options, place);
      return found instanceof Promise ? this.await(place, found) : found;
    });
  }

  private objects(look: (place: string) => VisiblePlace, known?: Map<string, VisiblePlace>): VisibleObjects {
    return new VisibleObjects(ofNamespaces(this.options.info) ? byName : byNamespace, look, known);
  }

  private replace(visibility: VisibleObjects): void {
    this.visibility.retire();
    this.visibility = visibility;
    this.changed.next();
  }

  private poll(): void {
    for (const place of this.visibility.places.keys()) this.later(place);
  }

  private later(place: string): VisiblePlace {
    this.waiting.add(place);
    this.start();
    return HIDDEN;
  }

  private await(place: string, found: Promise<VisiblePlace>): VisiblePlace {
    this.begin();
    this.asking++;
    void found
      // A failing authorizer allows nothing.
      .catch(() => HIDDEN)
      .then((answer) => {
        this.resolved.set(place, answer);
        this.asking--;
        this.start();
      });
    return HIDDEN;
  }

  private begin(): void {
    if (this.idle) return;
    let reach = (): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    this.idle = { reached, reach };
  }

  /** Resolves waiting places, up to the limit; when none is left, applies all results at once. */
  private start(): void {
    this.begin();
    for (const place of this.waiting) {
      if (this.asking >= MAX_CONCURRENT) break;
      this.waiting.delete(place);
      this.await(place, this.resolve(place));
    }
    if (this.asking > 0) return;
    const { idle } = this;
    this.idle = undefined;
    this.applyResolved();
    idle?.reach();
  }

  private async resolve(place: string): Promise<VisiblePlace> {
    return (await seesEverything(this.options)) ? SEEN : resolvePlace(this.options, place);
  }

  private applyResolved(): void {
    const { places } = this.visibility;
    const changed = [...this.resolved].filter(([place, found]) => !isSame(places.get(place) ?? HIDDEN, found));
    this.resolved.clear();
    if (changed.length === 0) return;
    this.replace(this.objects((place) => this.later(place), new Map([...places, ...changed])));
  }
}

const byNamespace = (namespace: string): string => namespace;
const byName = (_: string, name: string): string => name;

const isSame = (left: VisiblePlace, right: VisiblePlace): boolean =>
  left.all === right.all &&
  left.names.length === right.names.length &&
  left.names.every((names, at) => isSameSet(names, right.names[at]!));

const isSameSet = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  left === right || (left.size === right.size && [...left].every((name) => right.has(name)));
