import { Entry, type WrittenKind } from '@orch/registry';
import { indented, listParts, negotiate, shownAt } from '@orch/http';
import type { EncodedAnswer, RepresentedEvent, RepresentTask } from './messages.js';
import { ownBytes } from './own-bytes.js';

/** Encodes one object in the requested representation, from its bytes. */
export function represent(task: RepresentTask, kind: WrittenKind): EncodedAnswer {
  if (task.event) return { body: eventOf(task, task.event, kind), json: undefined };
  return task.listedIn ? { body: listedItem(task, kind), json: undefined } : answer(task, kind);
}

/** The event, as it is in the stream of a watch. */
function eventOf(task: RepresentTask, { type, revision, isFirst }: RepresentedEvent, kind: WrittenKind): Buffer {
  const representation = negotiate(task.accept, new URLSearchParams(task.query), 'watch', kind.definition);
  const event = { type, revision, entry: entryOf(task) };
  return isFirst && representation.firstEvent
    ? representation.firstEvent(kind, event)
    : representation.event(kind, event);
}

const entryOf = ({ revision, bytes }: RepresentTask): Entry =>
  new Entry('', revision, ownBytes(bytes), () => ({ labels: undefined, fields: {} }));

/** The item, or the row, of an object, as it is in a list of one. */
function listedItem(task: RepresentTask, { definition, form }: WrittenKind): Buffer {
  const { accept, query, revision, listedIn } = task;
  const representation = negotiate(accept, new URLSearchParams(query), 'list', definition);
  const entry = entryOf(task);
  if (listedIn === 'ownForm' && representation.listedItem)
    return representation.listedItem({ definition, form }, entry);
  const entries = [entry];
  const { json = representation } = representation;
  const { pieces } = json.list({ definition, form }, { revision, entries, continue: undefined, remaining: undefined });
  for (const part of listParts(pieces)) if (part && 'item' in part) return Buffer.from(part.item);
  throw new TypeError('a list without its item');
}

function answer(task: RepresentTask, { definition, form }: WrittenKind): EncodedAnswer {
  const { subresource, accept, query, isIndented, wantsJson } = task;
  const shown = shownAt(definition, subresource);
  const given = ownBytes(task.bytes);
  const bytes = task.isStored ? shown.bytes(form.show(given, task.revision)) : given;
  const representation = negotiate(accept, new URLSearchParams(query), 'item', shown.definition, subresource);
  const { json = representation } = representation;
  const body = representation.item(shown.definition, bytes);
  return {
    body: isIndented ? indented(body) : body,
    json: wantsJson ? (json === representation ? body : json.item(shown.definition, bytes)) : undefined,
  };
}
