import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { ResourceDefinition } from '@orch/api';
import type { Status } from '@orch/apimachinery';
import type { ListPage, ResourceStore } from '@orch/registry';
import {
  COMPRESS_FROM_BYTES,
  compressed,
  GZIP_LEVEL,
  takesGzip,
  wantsPretty,
  commonHeaders,
  writeBytes,
  type RequestContext,
  JSON_TYPE,
  jsonStatus,
  isReplyClosed,
} from '@orch/http';
import { indented } from './answer-form.js';
import { indentedPieces } from './indented-pieces.js';
import type { PieceList, Representation } from './representation.js';

const NOTHING = Buffer.alloc(0);

/** Answers with one object. @param bytes its JSON as it is served. */
export function sendItem(
  context: RequestContext,
  code: number,
  representation: Representation,
  definition: ResourceDefinition,
  bytes: Buffer,
): void | Promise<void> {
  const { json = representation, contentType } = representation;
  const body = representation.item(definition, bytes);
  context.record?.answer?.(json === representation ? body : json.item(definition, bytes));
  return sendDocument(context, code, contentType, body);
}

/** Answers with a page of a list. */
export function sendList(
  context: RequestContext,
  representation: Representation,
  store: ResourceStore,
  page: ListPage,
): Promise<void> {
  const { json = representation, contentType } = representation;
  const record = context.record?.answer;
  if (record) for (const piece of json.list(store, page).pieces) record(piece);
  return sendPieces(context, contentType, representation.list(store, page));
}

/** Answers with a Status that is not an error. */
export function sendStatus(
  context: RequestContext,
  code: number,
  { status: form }: Representation,
  status: Status,
): void | Promise<void> {
  context.record?.answer?.(jsonStatus.document(status));
  return sendDocument(context, code, form.contentType, form.document(status));
}

/** Sends one document. */
export function sendDocument(
  context: RequestContext,
  code: number,
  contentType: string,
  bytes: Buffer,
): void | Promise<void> {
  return sendEncoded(context, code, contentType, isIndented(contentType, context) ? indented(bytes) : bytes);
}

/** Sends a document as it is. */
export function sendEncoded(
  context: RequestContext,
  code: number,
  contentType: string,
  body: Buffer,
): void | Promise<void> {
  if (body.length >= COMPRESS_FROM_BYTES && takesGzip(context.headers))
    return sendCompressed(context, code, contentType, body);
  writeBytes(context, code, contentType, body);
}

/** Sends a large document in pieces, so that no other request waits for more than one of them. */
async function sendPieces(context: RequestContext, contentType: string, list: PieceList): Promise<void> {
  const pieces = list.pieces[Symbol.iterator]();
  const first = await nextReady(pieces, context);
  const second = await nextReady(pieces, context);
  if (!first || !second) return sendDocument(context, 200, contentType, first ?? NOTHING);
  const whole = chained([first, second], pieces);
  const indented = isIndented(contentType, context);
  const { reply } = context;
  const headers = commonHeaders(context);
  headers['Content-Type'] = contentType;
  const compress = takesGzip(context.headers);
  if (compress) {
    headers['Content-Encoding'] = 'gzip';
    headers['Vary'] = 'Accept-Encoding';
  } else if (list.bytes !== undefined && !indented) headers['Content-Length'] = list.bytes;
  reply.writeHead(200, headers);
  const out = compress ? createGzip({ level: GZIP_LEVEL }) : reply;
  if (out !== reply) out.pipe(reply);
  let bytes = 0;
  for (const piece of indented ? indentedPieces(whole) : whole) {
    if (isReplyClosed(reply)) break;
    bytes += piece.length;
    await send(piece, out, reply);
  }
  context.answerBytes = bytes;
  out.end();
}

/** The next piece with something in it; undefined when there is none, or nobody who waits for it. */
async function nextReady(pieces: Iterator<Buffer>, { reply }: RequestContext): Promise<Buffer | undefined> {
  for (let step = pieces.next(); !step.done && !isReplyClosed(reply); step = pieces.next()) {
    if (step.value.length > 0) return step.value;
    await nextTurn();
  }
  return undefined;
}

function* chained(begun: readonly Buffer[], rest: Iterator<Buffer>): Generator<Buffer> {
  yield* begun;
  yield* { [Symbol.iterator]: () => rest };
}

/** Writes one piece, then lets others have their turn, or waits until the client has taken what is there. */
async function send(piece: Buffer, out: Writable, reply: ServerResponse): Promise<void> {
  if (isReplyClosed(reply)) return;
  if (out.write(piece)) await nextTurn();
  else await drained(out, reply);
}

async function sendCompressed(context: RequestContext, code: number, contentType: string, body: Buffer): Promise<void> {
  const bytes = await compressed(body);
  writeBytes(context, code, contentType, bytes, { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
}

/** Whether the answer is for people to read. Other forms are as they are, whoever reads them. */
export const isIndented = (contentType: string, { query, headers }: RequestContext): boolean =>
  contentType === JSON_TYPE && wantsPretty(query, headers);

/** Resolves when `out` has room again, or the client is gone. */
function drained(out: Writable, reply: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done);
      reply.off('close', done);
      resolve();
    };
    out.once('drain', done);
    reply.once('close', done);
  });
}
