import { systemClock } from '@orch/apimachinery';
import { reflect, type Client, type ReflectorEvent } from '@orch/client';
import type { Subscription } from 'rxjs';
import { followed, type Followed, type Thing } from './thing.js';

/** What was seen of one object, from its first state to its deletion. */
export interface Life {
  readonly resource: Followed;
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** The newest state that was seen. */
  last: Thing;
  /** The state that began the deletion, and its revision. */
  deletion: { readonly state: Thing; readonly revision: number } | undefined;
  /** `unknown`: it went while the journal could not watch. */
  gone: number | 'unknown' | undefined;
  /** Different values that a field had which is to be written once: a token, a certificate, the other side of a binding. */
  readonly written: Set<string>;
}

/** Follows all objects at the API server itself, and remembers what happened to each, by revisions. */
export class Journal {
  readonly lives = new Map<string, Life>();
  /** Of objects that exist, by resource, namespace and name. */
  private readonly alive = new Map<Followed, Map<string, Map<string, Life>>>();
  private readonly listening: Subscription[] = [];
  private readonly synced: Promise<unknown>;
  private changed: () => void = () => undefined;

  constructor(client: Client) {
    const resources = Object.keys(followed) as Followed[];
    this.synced = Promise.all(resources.map((resource) => this.follow(client, resource)));
  }

  /** Resolves when the first state of all resources is known. */
  async ready(): Promise<void> {
    await this.synced;
  }

  /** The existing object of that name. */
  find(resource: Followed, name: string, namespace = ''): Thing | undefined {
    return this.alive.get(resource)!.get(namespace)?.get(name)?.last;
  }

  /** Existing objects of a namespace. */
  in(resource: Followed, namespace: string): readonly Thing[] {
    return [...(this.alive.get(resource)!.get(namespace)?.values() ?? [])].map(({ last }) => last);
  }

  /** Resolves at the next change, or when woken. For one caller at a time. */
  nextChange(): Promise<void> {
    return new Promise((resolve) => (this.changed = resolve));
  }

  wake(): void {
    this.changed();
  }

  stop(): void {
    for (const one of this.listening) one.unsubscribe();
  }

  private follow(client: Client, resource: Followed): Promise<void> {
    this.alive.set(resource, new Map());
    const backoff = { firstMs: 50, maxMs: 500 };
    return new Promise((resolve) => {
      const events = reflect<Thing>(client.resource<Thing>(followed[resource]), {
        clock: systemClock,
        random: Math.random,
        backoff,
      });
      this.listening.push(
        events.subscribe((event) => {
          this.take(resource, event);
          if (event.type === 'REPLACE') resolve();
          this.changed();
        }),
      );
    });
  }

  private take(resource: Followed, event: ReflectorEvent<Thing>): void {
    if (event.type === 'BOOKMARK') return;
    if (event.type === 'REPLACE') return this.replace(resource, event.objects);
    const life = this.see(resource, event.object);
    if (event.type === 'DELETED') this.end(life, Number(event.resourceVersion));
  }

  private replace(resource: Followed, objects: readonly Thing[]): void {
    const present = new Set(objects.map(({ metadata }) => metadata.uid));
    for (const names of this.alive.get(resource)!.values())
      for (const life of names.values()) if (!present.has(life.uid)) this.end(life, 'unknown');
    for (const object of objects) this.see(resource, object);
  }

  private see(resource: Followed, object: Thing): Life {
    const { uid = '', name = '', namespace = '', resourceVersion, deletionTimestamp } = object.metadata;
    const life: Life = this.lives.get(uid) ?? {
      ...{ resource, uid, name, namespace, last: object },
      deletion: undefined,
      gone: undefined,
      written: new Set(),
    };
    life.last = object;
    if (deletionTimestamp !== undefined) life.deletion ??= { state: object, revision: Number(resourceVersion) };
    const value = writtenOnce(object);
    if (value) life.written.add(value);
    this.lives.set(uid, life);
    const namespaces = this.alive.get(resource)!;
    const names = namespaces.get(namespace) ?? new Map<string, Life>();
    namespaces.set(namespace, names.set(name, life));
    return life;
  }

  private end(life: Life, revision: number | 'unknown'): void {
    life.gone = revision;
    const names = this.alive.get(life.resource)!.get(life.namespace)!;
    // Another one of its name may be there.
    if (names.get(life.name) === life) names.delete(life.name);
  }
}

const writtenOnce = ({ data, spec, status }: Thing): string | undefined =>
  data?.['token'] ?? status?.certificate ?? spec?.volumeName ?? spec?.claimRef?.uid;
