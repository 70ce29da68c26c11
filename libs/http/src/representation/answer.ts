import { createGzip } from 'node:zlib';
import type { ResourceDefinition } from '@orch/api';
import type { Status } from '@orch/apimachinery';
import type { ListPage } from '@orch/registry';
import { JSON_TYPE } from '../negotiation/media-type.js';
import { jsonStatus } from '../negotiation/status-form.js';
import { atOnceOrInTurns, inOneStep, inTurns } from '../request/in-turns.js';
import { isReplyClosed } from '../request/reply-closed.js';
import type { RequestContext, RequestRecord } from '../request/request-context.js';
import { flowOfRequester } from '../request/requester.js';
import { abortResponse } from '../response/abort-response.js';
import { COMPRESS_FROM_BYTES, compressedIfFree, GZIP_LEVEL, takesGzip } from '../response/compression.js';
import { wantsPretty } from '../response/pretty.js';
import { unreadBytes, type UnreadConnection } from '../response/unread-bytes.js';
import { commonHeaders, writeBytes } from '../response/write-answer.js';
import { writeInTurns } from '../response/write-in-turns.js';
import { jsonRepresentation } from './json-representation.js';
import { indentedPieces } from './indented-pieces.js';
import type { LargeItems, Piece } from './pieces.js';
import type { ListedKind, PieceList, Representation } from './representation.js';

const NOTHING = Buffer.alloc(0);
/** An indented document up to this size is sent in one piece. */
const WHOLE_BYTES = 64 * 1_024;
/** Smaller unread answers cost no more than their connections. */
const HELD_BYTES = 16 * 1_024;
/** Converting an object of this size takes a millisecond or more. */
const CONVERTED_BYTES = 16 * 1_024;
/** Encrypting and writing an answer of this size takes a fraction of a millisecond. */
const LARGE_BYTES = 256 * 1_024;
/** A larger answer is written in parts: encrypting it would hold the event loop. */
const IN_PARTS_BYTES = 8 * 1_024 * 1_024;

/** Answers with one object. @param bytes its served JSON. */
export function sendItem(
  context: RequestContext,
  code: number,
  representation: Representation,
  definition: ResourceDefinition,
  bytes: Buffer,
): void | Promise<void> {
  const written = (): void | Promise<void> => {
    const { json = representation, contentType } = representation;
    const body = representation.item(definition, bytes);
    context.record?.answer?.(json === representation ? body : json.item(definition, bytes));
    return sendDocument(context, code, contentType, body);
  };
  if (representation === jsonRepresentation || bytes.length < CONVERTED_BYTES) return written();
  return inOneStep(written, { flow: flowOfRequester(context) });
}

/** Answers with a page of a list. @param large see `LargeItems`. Default: none. */
export function sendList(
  context: RequestContext,
  representation: Representation,
  kind: ListedKind,
  page: ListPage,
  large?: LargeItems,
): Promise<void> {
  const { json = representation, contentType } = representation;
  const { record } = context;
  // Objects of a past state are in memory only for this answer.
  if (page.ownBytes) holdUnread(context, page.ownBytes);
  const sent = async (): Promise<void> => {
    if (record?.answer) await recordPieces(context, json.list(kind, page, large), record);
    return sendPieces(context, contentType, representation.list(kind, page, large));
  };
  if (representation === jsonRepresentation || !isLarge(page)) return sent();
  return inOneStep(sent, { flow: flowOfRequester(context) });
}

/** Passes a list to audit, as long as that takes more. */
async function recordPieces(context: RequestContext, list: PieceList, record: RequestRecord): Promise<void> {
  const flow = flowOfRequester(context);
  const pieces = list.pieces[Symbol.iterator]();
  record.isPartial = true;
  try {
    for (;;) {
      const more = await inTurns(recorded(pieces, record), { flow });
      if (!more) {
        record.isPartial = false;
        return;
      }
      await more.wait;
    }
  } finally {
    pieces.return?.();
  }
}

/** What to wait for before the next pieces. In an object, as a promise that is returned by itself is waited for. */
interface Wait {
  readonly wait: Promise<unknown>;
}

/** @returns undefined at the end. */
function* recorded(pieces: Iterator<Piece>, record: RequestRecord): Generator<undefined, Wait | undefined> {
  for (let step = pieces.next(); !step.done; step = pieces.next()) {
    if (step.value instanceof Promise) return { wait: step.value };
    if (!record.answer?.(step.value)) return undefined;
    yield;
  }
  return undefined;
}

/** Whether converting its first objects takes a millisecond or more. */
function isLarge({ entries }: ListPage): boolean {
  let bytes = 0;
  return entries.some((entry) => (bytes += entry.length) >= CONVERTED_BYTES);
}

/** Answers with a Status that is not an error. */
export function sendStatus(
  context: RequestContext,
  code: number,
  { status: form }: Representation,
  status: Status,
): void | Promise<void> {
  context.answeredStatus = status;
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
  if (!isIndented(contentType, context)) return sendEncoded(context, code, contentType, bytes);
  const pieces = indentedPieces([bytes]);
  const begun: Buffer[] = [];
  let length = 0;
  for (let step = pieces.next(); !step.done; step = pieces.next()) {
    begun.push(step.value);
    length += step.value.length;
    if (length > WHOLE_BYTES) return stream(context, code, contentType, chained(begun, pieces));
  }
  return sendEncoded(context, code, contentType, Buffer.concat(begun));
}

/** Sends encoded bytes unchanged. */
export function sendEncoded(
  context: RequestContext,
  code: number,
  contentType: string,
  body: Buffer,
): void | Promise<void> {
  if (body.length >= COMPRESS_FROM_BYTES && takesGzip(context.headers)) {
    const compression = compressedIfFree(body);
    if (compression) return sendCompressed(context, code, contentType, compression);
  }
  if (body.length < LARGE_BYTES) {
    writeBytes(context, code, contentType, body);
    return body.length < HELD_BYTES ? undefined : holdUnread(context, body.length);
  }
  if (body.length > IN_PARTS_BYTES) {
    holdUnread(context, body.length);
    return stream(context, code, contentType, parts(body), body.length);
  }
  return inTurns(writeWhole(context, code, contentType, body), { flow: flowOfRequester(context) });
}

function* parts(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += LARGE_BYTES) yield body.subarray(at, at + LARGE_BYTES);
}

/** Writing a large answer takes CPU time, too: concurrent ones share the turns of the event loop. */
function* writeWhole(
  context: RequestContext,
  code: number,
  contentType: string,
  body: Buffer,
): Generator<undefined, void> {
  yield; // continues at once while the share has time left
  const { reply } = context;
  if (isReplyClosed(reply)) return;
  writeBytes(context, code, contentType, body);
  holdUnread(context, body.length);
}

/** Counts an answer until its client has read it: unread answers are limited together. */
function holdUnread(context: RequestContext, bytes: number): void {
  const { reply } = context;
  // Of a client that is gone no event would release them.
  if (reply.writableFinished || isReplyClosed(reply)) return;
  const connection: UnreadConnection = { flow: flowOfRequester(context).name, abort: () => abortResponse(reply) };
  const release = (): void => unreadBytes.release(connection);
  reply.once('finish', release);
  reply.once('close', release);
  unreadBytes.hold(connection, bytes);
}

/** Sends a large document in pieces, so that other requests wait for at most one of them. */
async function sendPieces(context: RequestContext, contentType: string, list: PieceList): Promise<void> {
  const pieces = list.pieces[Symbol.iterator]();
  const options = () => ({ flow: flowOfRequester(context) });
  const ready = async (): Promise<Buffer | undefined> => {
    for (;;) {
      const next = await atOnceOrInTurns(nextReady(pieces, context), options);
      if (!next || Buffer.isBuffer(next)) return next;
      await next.wait;
    }
  };
  try {
    const first = await ready();
    const second = await ready();
    if (!first || !second) return await sendDocument(context, 200, contentType, first ?? NOTHING);
    const whole = chained([first, second], pieces);
    if (isIndented(contentType, context)) return await stream(context, 200, contentType, indentedPieces(whole));
    return await stream(context, 200, contentType, whole, list.bytes);
  } finally {
    pieces.return?.();
  }
}

/** @param length of all pieces, if known. */
async function stream(
  context: RequestContext,
  code: number,
  contentType: string,
  pieces: Generator<Piece>,
  length?: number,
): Promise<void> {
  const { reply } = context;
  const headers = commonHeaders(context);
  headers['Content-Type'] = contentType;
  const compress = takesGzip(context.headers);
  if (compress) {
    headers['Content-Encoding'] = 'gzip';
    headers['Vary'] = 'Accept-Encoding';
  } else if (length !== undefined) headers['Content-Length'] = length;
  reply.writeHead(code, headers);
  const out = compress ? createGzip({ level: GZIP_LEVEL }) : reply;
  if (out !== reply) out.pipe(reply);
  const flow = flowOfRequester(context);
  try {
    context.answerBytes = await writeInTurns(pieces, { reply, out, flow });
  } finally {
    pieces.return(undefined);
  }
  out.end();
}

/** The next non-empty piece, or what to wait for; undefined at the end, or when the client is gone. */
function* nextReady(
  pieces: Iterator<Piece>,
  { reply }: RequestContext,
): Generator<undefined, Buffer | Wait | undefined> {
  for (let step = pieces.next(); !step.done && !isReplyClosed(reply); step = pieces.next()) {
    if (step.value instanceof Promise) return { wait: step.value };
    if (step.value.length > 0) return step.value;
    yield;
  }
  return undefined;
}

function* chained(begun: readonly Buffer[], rest: Iterator<Piece>): Generator<Piece> {
  yield* begun;
  yield* { [Symbol.iterator]: () => rest };
}

async function sendCompressed(
  context: RequestContext,
  code: number,
  contentType: string,
  compression: Promise<Buffer>,
): Promise<void> {
  const bytes = await compression;
  if (isReplyClosed(context.reply)) return;
  writeBytes(context, code, contentType, bytes, { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
  holdUnread(context, bytes.length);
}

/** Whether to indent JSON for a person. Other representations are never changed. */
export const isIndented = (contentType: string, { query, headers }: RequestContext): boolean =>
  contentType === JSON_TYPE && wantsPretty(query, headers);
