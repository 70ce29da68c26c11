import type { Representation } from '@orch/http';
import type { Bookmark, ResourceStore, WatchEncoding, WatchEvent } from '@orch/registry';

/** Frames the lines of a batch for a connection. `name` is part of the key of the shared encoding. */
export interface Framing {
  readonly name: string;
  readonly frame: (bytes: Buffer) => Buffer;
}

/** Lines as they are. */
export const LINES: Framing = { name: 'lines', frame: (bytes) => bytes };

const sharedEncodings = new WeakMap<ResourceStore, Map<string, WatchEncoding>>();

/**
 * Encodings of one watch: `current` is shared with all watches of the same representation, except for the first event
 * of a representation in which it differs (C-068).
 */
export class WatchEncodings {
  private first: WatchEncoding | undefined;
  private readonly rest: WatchEncoding;

  constructor(store: ResourceStore, representation: Representation, framing: Framing) {
    this.rest = sharedEncoding(store, representation, framing);
    if (representation.firstEvent) this.first = this.firstEncoding(store, representation, framing);
  }

  get current(): WatchEncoding {
    return this.first ?? this.rest;
  }

  private firstEncoding(store: ResourceStore, representation: Representation, framing: Framing): WatchEncoding {
    return {
      key: undefined,
      encode: (events) => {
        this.first = undefined;
        const lines = events.map((event, at) =>
          at === 0 ? representation.firstEvent!(store, event) : representation.event(store, event),
        );
        return framing.frame(joined(lines));
      },
    };
  }
}

/** One object per resource and representation. */
function sharedEncoding(store: ResourceStore, representation: Representation, framing: Framing): WatchEncoding {
  const key = `${store.definition.apiVersion} ${framing.name} ${representation.watchKey}`;
  let known = sharedEncodings.get(store);
  if (!known) sharedEncodings.set(store, (known = new Map()));
  let encoding = known.get(key);
  if (!encoding) {
    const encode = (events: readonly (WatchEvent | Bookmark)[]): Buffer =>
      framing.frame(joined(events.map((event) => representation.event(store, event))));
    known.set(key, (encoding = { key, encode }));
  }
  return encoding;
}

const joined = (lines: readonly Buffer[]): Buffer => (lines.length === 1 ? lines[0]! : Buffer.concat(lines));
