import { type PathHandler, wantsPretty } from '@orch/http';
import type { Discovery } from './discovery.js';
import { documentForm } from './document-form.js';

/**
 * Answers `/api`, `/apis` and the documents below them, with `ETag` and 304 (C-288..C-292).
 * @param protobuf media type of protobuf in this vocabulary.
 * @param aggregated whether everything at once is served to clients that ask for it (C-292).
 */
export function discoveryHandler(discovery: Discovery, protobuf: string, aggregated = true): PathHandler {
  return (context, path) => {
    if (!discovery.has(path)) return false;
    const form = documentForm(context.headers.accept, aggregated && discovery.aggregates(path), protobuf);
    const sent = discovery.document(path, form, wantsPretty(context.query, context.headers))?.send(context);
    return sent ? sent.then(() => true) : true;
  };
}
