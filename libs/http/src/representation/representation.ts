import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Bookmark, ListPage, ResourceStore, WatchEvent } from '@orch/registry';

import type { StatusForm } from '../negotiation/status-form.js';

/** How answers about one resource are written. Made per request; what it makes for watches may be shared by `key`. */
export interface Representation {
  readonly contentType: string;
  /** The same content in JSON; undefined: this is JSON. */
  readonly json?: Representation;
  /** How a Status stands in for an object (C-090). */
  readonly status: StatusForm;
  /** One object, given as its served JSON bytes. `definition` is that of its kind: a sub-resource may have its own. */
  item(definition: ResourceDefinition, bytes: Buffer): Buffer;
  list(store: ResourceStore, page: ListPage): PieceList;
  /** Watchers with the same key may share encoded events. Undefined: this kind of answer cannot be watched. */
  readonly watchKey: string | undefined;
  /** One event of a watch, with what bounds it. */
  event(store: ResourceStore, event: WatchEvent | Bookmark): Buffer;
}

/**
 * A collection in bounded pieces, made while they are sent: nobody waits for the whole, and memory holds only one. An empty
 * piece says that work was done and nothing is ready yet: others may have their turn.
 */
export interface PieceList {
  readonly pieces: Iterable<Buffer>;
  /** Length of all pieces, where it is known before they are made. */
  readonly bytes?: number;
}

/** `ListMeta` of a page, as JSON text. */
export function listMeta(page: ListPage): string {
  let text = `{"resourceVersion":"${page.revision}"`;
  if (page.continue !== undefined) text += `,"continue":"${page.continue}"`;
  if (page.remaining !== undefined) text += `,"remainingItemCount":${page.remaining}`;
  return `${text}}`;
}

export const parseObject = (bytes: Buffer): ApiObject => JSON.parse(bytes.toString('utf8')) as ApiObject;
