import type { Clock } from '@orch/apimachinery';
import type { DynamicVisibility } from '@orch/registry';
import type { Revision } from '@orch/storage';
import { type Observable, Subject, type Subscription } from 'rxjs';
import type { RightsChanges } from '../rbac/rights-changes.js';
import { lookAtPlace, ofNamespaces, seesEverything, type Viewer } from './look-at-place.js';
import { HIDDEN, VisibleObjects, type VisiblePlace } from './visible-objects.js';

/** Authorizers that do not tell when they change their mind are asked again this often. */
const ASK_AGAIN_MS = 30_000;

/** Questions that are out at a time, of one request. */
const QUESTIONS = 16;

const SEEN: VisiblePlace = Object.freeze({ all: true, names: new Set<string>() });

/** How somebody's rights are followed. */
export interface VisibilityOptions extends Viewer {
  readonly changes: RightsChanges;
  /** Whether some of those who decide are far away, or change their mind without a word. */
  readonly isPolled: boolean;
  readonly clock: Clock;
}

/**
 * What one user sees of one resource, as long as a list or watch of it goes on. A place that somebody far away must be asked about is
 * hidden until the answer is there.
 */
export class Visibility implements DynamicVisibility {
  private visibility: VisibleObjects;
  private readonly changed = new Subject<void>();
  /** Places to ask about, and those that are being asked about. */
  private readonly waiting = new Set<string>();
  private asking = 0;
  private readonly learned = new Map<string, VisiblePlace>();
  private idle: { readonly reached: Promise<void>; readonly reach: () => void } | undefined;
  private following: Subscription | undefined;
  private stopTimer: (() => void) | undefined;

  constructor(private readonly options: VisibilityOptions) {
    this.visibility = this.fresh();
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

  /** Waits for answers that are on their way. False when there were none to wait for. */
  async settle(): Promise<boolean> {
    if (!this.idle) return false;
    await this.idle.reached;
    return true;
  }

  /** Keeps up with rights from now on, until it is closed. */
  follow(): void {
    const { changes, user, isPolled } = this.options;
    this.following = changes.of(user).subscribe(() => {
      if (isPolled) this.askAgain();
      else this.replace(this.fresh());
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
      this.askAgain();
      this.startTimer();
    }, ASK_AGAIN_MS);
  }

  private fresh(): VisibleObjects {
    if (this.options.isPolled) return this.objects((place) => this.later(place));
    const everything = seesEverything(this.options);
    return this.objects((place) => {
      if (everything === true) return SEEN;
      const found = lookAtPlace(this.options, place);
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

  private askAgain(): void {
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
      // Who cannot be asked allows nothing.
      .catch(() => HIDDEN)
      .then((answer) => {
        this.learned.set(place, answer);
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

  /** Asks as much as may be asked at a time; when nothing is left, what was learned takes effect at once. */
  private start(): void {
    this.begin();
    for (const place of this.waiting) {
      if (this.asking >= QUESTIONS) break;
      this.waiting.delete(place);
      this.await(place, this.ask(place));
    }
    if (this.asking > 0) return;
    const { idle } = this;
    this.idle = undefined;
    this.decodeObject();
    idle?.reach();
  }

  private async ask(place: string): Promise<VisiblePlace> {
    return (await seesEverything(this.options)) ? SEEN : lookAtPlace(this.options, place);
  }

  private decodeObject(): void {
    const { places } = this.visibility;
    const news = [...this.learned].filter(([place, found]) => !isSame(places.get(place) ?? HIDDEN, found));
    this.learned.clear();
    if (news.length === 0) return;
    const ask = (place: string): VisiblePlace => this.later(place);
    this.replace(this.objects(ask, new Map([...places, ...news])));
  }
}

const byNamespace = (namespace: string): string => namespace;
const byName = (_: string, name: string): string => name;

const isSame = (left: VisiblePlace, right: VisiblePlace): boolean =>
  left.all === right.all &&
  left.names.size === right.names.size &&
  [...left.names].every((name) => right.names.has(name));
