import { findRevision, withRevision } from '@orch/apimachinery';
import type { Bookmark, ResourceStore, WatchEvent } from '@orch/registry';

/**
 * The served bytes of an event: an object that no longer matches is sent in its last matching state, with the event's
 * revision.
 */
export function eventBytes(store: Pick<ResourceStore, 'form'>, event: WatchEvent): Buffer {
  const { entry, revision } = event;
  if (entry.revision === revision || event.type !== 'DELETED') return store.form.show(entry.bytes, entry.revision);
  const revisionAt = findRevision(entry.bytes);
  const bytes = revisionAt === undefined ? entry.bytes : withRevision({ bytes: entry.bytes, revisionAt }, revision);
  return store.form.show(bytes, entry.revision);
}

/** The object of a bookmark: only kind and version, and the annotation that ends initial events (C-044). */
export function bookmarkObject(kind: string, apiVersion: string, bookmark: Bookmark, endAnnotation: string): string {
  const annotations = bookmark.initialEventsEnd ? `,"annotations":{${JSON.stringify(endAnnotation)}:"true"}` : '';
  return `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":{"resourceVersion":"${bookmark.revision}"${annotations}}}`;
}

/** `{"type":T,"object":O}` and a line feed. */
export function eventLine(type: string, object: Buffer): Buffer {
  const head = `{"type":"${type}","object":`;
  const line = Buffer.allocUnsafe(head.length + object.length + 2);
  line.write(head, 0, 'latin1');
  object.copy(line, head.length);
  line.write('}\n', head.length + object.length, 'latin1');
  return line;
}
