import type { LargeEvents, Representation } from '@orch/http';
import type { Bookmark, Entry, PreparedEvents, ResourceStore, WatchEncoding, WatchEvent } from '@orch/registry';

/** Frames the lines of a batch for a connection. `name` is part of the key of the shared encoding. */
export interface Framing {
  readonly name: string;
  readonly frame: (bytes: Buffer) => Buffer;
}

/** Lines as they are. */
export const LINES: Framing = { name: 'lines', frame: (bytes) => bytes };

const sharedEncodings = new WeakMap<ResourceStore, Map<string, SharedEncoding>>();

/** The encoding of all watches of one resource and representation. */
interface SharedEncoding extends WatchEncoding {
  /** Large events that are being encoded, by the object, and then by type, revision and whether they are first ones. */
  readonly preparing: Map<Entry, Map<string, Promise<Buffer>>>;
}

/**
 * Encodings of one watch: `current` is shared with all watches of the same representation, except for the first event
 * of a representation in which it differs (C-068).
 */
export class WatchEncodings {
  private first: WatchEncoding | undefined;
  private readonly rest: SharedEncoding;

  constructor(
    private readonly store: ResourceStore,
    private readonly representation: Representation,
    framing: Framing,
    private readonly large?: LargeEvents,
  ) {
    this.rest = sharedEncoding(store, representation, framing);
    if (representation.firstEvent) this.first = this.firstEncoding(store, representation, framing);
  }

  get current(): WatchEncoding {
    return this.first ?? this.rest;
  }

  /** Whether encoding the events would hold the event loop. */
  isLarge(events: readonly (WatchEvent | Bookmark)[]): boolean {
    const { large } = this;
    if (!large) return false;
    return large.takeLong(events) || events.some((event) => event.type !== 'BOOKMARK' && large.isLarge(event));
  }

  /** Encodes the large events, or all of a batch that takes long, each once for all watches that wait for it. Undefined: there are none. */
  prepare(events: readonly (WatchEvent | Bookmark)[]): Promise<PreparedEvents> | undefined {
    return this.isLarge(events) ? this.prepareLarge(events, this.large!) : undefined;
  }

  private async prepareLarge(events: readonly (WatchEvent | Bookmark)[], large: LargeEvents): Promise<PreparedEvents> {
    const prepared = new Map<WatchEvent | Bookmark, Buffer>();
    const isAll = large.takeLong(events);
    for (const [at, event] of events.entries()) {
      if (event.type === 'BOOKMARK') continue;
      const isFirst = at === 0 && this.first !== undefined;
      if (large.isLarge(event))
        prepared.set(event, await this.shared(event, isFirst, () => large.encoded(event, isFirst)));
      else if (isAll)
        prepared.set(event, await this.shared(event, isFirst, () => large.inTurn(() => this.line(event, isFirst))));
    }
    return prepared;
  }

  private line(event: WatchEvent, isFirst: boolean): Buffer {
    const { store, representation } = this;
    return isFirst ? representation.firstEvent!(store, event) : representation.event(store, event);
  }

  private shared(event: WatchEvent, isFirst: boolean, encode: () => Promise<Buffer>): Promise<Buffer> {
    const { preparing } = this.rest;
    const { entry, type, revision } = event;
    const ofEntry = preparing.get(entry) ?? new Map<string, Promise<Buffer>>();
    preparing.set(entry, ofEntry);
    const key = `${type} ${revision} ${isFirst}`;
    const known = ofEntry.get(key);
    if (known) return known;
    const encoded = encode().finally(() => {
      ofEntry.delete(key);
      if (ofEntry.size === 0) preparing.delete(entry);
    });
    ofEntry.set(key, encoded);
    return encoded;
  }

  private firstEncoding(store: ResourceStore, representation: Representation, framing: Framing): WatchEncoding {
    return {
      key: undefined,
      encode: (events, prepared) => {
        this.first = undefined;
        const lines = events.map(
          (event, at) =>
            prepared?.get(event) ??
            (at === 0 ? representation.firstEvent!(store, event) : representation.event(store, event)),
        );
        return framing.frame(joined(lines));
      },
    };
  }
}

/** One object per resource and representation. */
function sharedEncoding(store: ResourceStore, representation: Representation, framing: Framing): SharedEncoding {
  const key = `${store.definition.apiVersion} ${framing.name} ${representation.watchKey}`;
  let known = sharedEncodings.get(store);
  if (!known) sharedEncodings.set(store, (known = new Map()));
  let encoding = known.get(key);
  if (!encoding) {
    const encode: WatchEncoding['encode'] = (events, prepared) =>
      framing.frame(joined(events.map((event) => prepared?.get(event) ?? representation.event(store, event))));
    known.set(key, (encoding = { key, encode, preparing: new Map() }));
  }
  return encoding;
}

const joined = (lines: readonly Buffer[]): Buffer => (lines.length === 1 ? lines[0]! : Buffer.concat(lines));
