import type { WrittenKind } from '@orch/registry';
import { indented } from '@orch/http';
import { negotiate } from '@orch/http';
import { shownAt } from '@orch/http';
import type { EncodedAnswer, RepresentTask } from './messages.js';
import { ownBytes } from './own-bytes.js';

/** Encodes one object in the requested representation, from its bytes. */
export function represent(task: RepresentTask, { definition, form }: WrittenKind): EncodedAnswer {
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
