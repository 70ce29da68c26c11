import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Bookmark, Entry, ListPage, ResourceStore, WatchEvent } from '@orch/registry';
import type { LargeItems, Piece } from './pieces.js';

import type { StatusForm } from '../negotiation/status-form.js';

/** Encodes answers about one resource. Created per request; encoded events of watches may be shared by `key`. */
export interface Representation {
  readonly contentType: string;
  /** The same content in JSON; undefined: this is JSON. */
  readonly json?: Representation;
  /** Encoding of a Status in place of an object (C-090). */
  readonly status: StatusForm;
  /** One object, from its served JSON bytes. `definition` is that of its kind: a sub-resource may have its own. */
  item(definition: ResourceDefinition, bytes: Buffer): Buffer;
  /** @param large encodes items that take long elsewhere. Default: all are encoded here. */
  list(kind: ListedKind, page: ListPage, large?: LargeItems): PieceList;
  /** One item of a list, where lists are not made from JSON. */
  listedItem?(kind: ListedKind, entry: Entry): Buffer;
  /** Watchers with the same key may share encoded events. Undefined: watch is not supported. */
  readonly watchKey: string | undefined;
  /** One event of a watch, with its delimiter. */
  event(kind: ListedKind, event: WatchEvent | Bookmark): Buffer;
  /** The first event of a watch, if it differs from the others. */
  firstEvent?(kind: ListedKind, event: WatchEvent | Bookmark): Buffer;
}

/** What a list or a watch needs to know of the kind of its objects. */
export type ListedKind = Pick<ResourceStore, 'definition' | 'form'>;

/**
 * A list in bounded pieces, made while they are sent: memory holds only one piece. An empty piece means that work was
 * done without output yet, so that other requests may run.
 */
export interface PieceList {
  readonly pieces: Iterable<Piece>;
  /** Length of all pieces, if known in advance. */
  readonly bytes?: number;
}

/** `ListMeta` of a page, as JSON text. @param showsEmptyContinue for custom kinds. Default: false. */
export function listMeta(page: ListPage, showsEmptyContinue = false): string {
  let text = `{"resourceVersion":"${page.revision}"`;
  if (page.continue !== undefined || showsEmptyContinue) text += `,"continue":"${page.continue ?? ''}"`;
  if (page.remaining !== undefined) text += `,"remainingItemCount":${page.remaining}`;
  return `${text}}`;
}

export const parseObject = (bytes: Buffer): ApiObject => JSON.parse(bytes.toString('utf8')) as ApiObject;
