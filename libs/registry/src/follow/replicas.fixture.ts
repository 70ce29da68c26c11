import { builtinKinds, compileKinds } from '@orch/api';
import type { ApiError, ApiObject, Clock } from '@orch/apimachinery';
import type { Storage } from '@orch/storage';
import { vocabularies } from '@orch/vocabulary';
import { admitAll } from '../admission/admission.js';
import { Registry, type RegistryOptions } from '../registry.js';
import type { ResourceStore } from '../store/resource-store.js';
import type { Bookmark, WatchEvent } from '../watch/watch-event.js';
import type { WatchSink } from '../watch/watch-sink.js';
import type { WatchParameters } from '../store/watch-plan.js';
import type { RebuildStep } from './rebuild.js';
import type { LaggingView } from './shared-store.fixture.js';

export const NAMESPACE = 't1';
export const EVERYTHING = { namespace: NAMESPACE, name: undefined, labels: undefined, fields: undefined };

const definitions = compileKinds(builtinKinds, vocabularies.orch).filter(({ gvr: { group, resource } }) => {
  return group === '' && (resource === 'configmaps' || resource === 'secrets' || resource === 'events');
});

/** The registry of one server, with its own view of the store. */
export class Replica<View extends Storage = LaggingView> {
  readonly steps: RebuildStep['step'][] = [];

  private constructor(
    readonly view: View,
    readonly registry: Registry,
  ) {}

  static async start<View extends Storage>(
    view: View,
    clock?: Clock,
    more: Partial<RegistryOptions> = {},
  ): Promise<Replica<View>> {
    const steps: RebuildStep['step'][] = [];
    const registry = await Registry.start({
      storage: view,
      definitions,
      admission: () => admitAll,
      onRebuild: ({ step }) => steps.push(step),
      ...(clock && { clock }),
      ...more,
    });
    return Object.assign(new Replica(view, registry), { steps });
  }

  get configMaps(): ResourceStore {
    return this.registry.resource('', 'v1', 'configmaps')!;
  }

  /** A consistent read, as clients get it. */
  async get(name: string): Promise<ConfigMap | undefined> {
    await this.registry.waitForConsistentRead();
    return this.configMaps.get(NAMESPACE, name)?.parse();
  }

  watch(parameters: Partial<WatchParameters> = {}): WatchLog {
    const log = new WatchLog();
    this.configMaps.watch({ allowWatchBookmarks: false, ...parameters }, EVERYTHING, log).start();
    return log;
  }
}

export type ConfigMap = ApiObject & { readonly data?: Readonly<Record<string, string>> };

export const configMap = (name: string, data: Record<string, string> = {}, metadata: object = {}) => ({
  value: { metadata: { name, ...metadata }, data },
  duplicateFields: [],
});

/** Records the events of a watch, and its end. */
export class WatchLog implements WatchSink {
  readonly events: WatchEvent[] = [];
  ended: { readonly error: ApiError | undefined } | undefined;
  private batch: readonly (WatchEvent | Bookmark)[] = [];
  private waiting: { isDue: () => boolean; wake: () => void; fail: (error: Error) => void }[] = [];
  readonly encoding = {
    key: `log ${Math.random()}`,
    encode: (events: readonly (WatchEvent | Bookmark)[]) => {
      this.batch = events;
      return Buffer.alloc(0);
    },
  };

  /** `type name revision` of each. */
  get texts(): string[] {
    return this.events.map(({ type, entry, revision }) => `${type} ${entry.name} ${revision}`);
  }

  write(): boolean {
    for (const event of this.batch) if (event.type !== 'BOOKMARK') this.events.push(event);
    this.wakeDue();
    return true;
  }

  end(error?: ApiError): void {
    this.ended = { error };
    this.wakeDue();
  }

  /** Resolves when `isDue` is true; evaluated after each batch. Rejects when the watch ends before. */
  until(isDue: () => boolean): Promise<void> {
    if (isDue()) return Promise.resolve();
    if (this.ended) return Promise.reject(endedError(this.ended.error));
    return new Promise((wake, fail) => this.waiting.push({ isDue, wake, fail }));
  }

  private wakeDue(): void {
    const due = this.waiting.filter(({ isDue }) => isDue());
    this.waiting = this.waiting.filter((w) => !due.includes(w));
    for (const { wake } of due) wake();
    if (this.ended) for (const { fail } of this.waiting) fail(endedError(this.ended.error));
  }
}

const endedError = (error: ApiError | undefined): Error =>
  new Error(`the watch ended: ${error?.message ?? 'no error'}`);
