import { ApiError } from '@orch/apimachinery';
import type { WatchRequest } from './watch-source.js';
import { isWatchOfResource } from './watched-path.js';

/** What a page asks of its stream. */
export interface StreamCommand {
  readonly open: readonly WatchRequest[];
  /** Ids of watches. */
  readonly close: readonly string[];
}

/** Of a command: 128 watches with selectors. Parsed in one turn of the event loop, whatever it contains. Unit: bytes. */
export const MAX_COMMAND_BYTES = 256 * 1_024;
/** Watches of a stream. */
export const MAX_WATCHES = 128;
/** Of the list `close`: those that a page had, a few times over. */
const MAX_CLOSED = 1_024;
const JSON_TYPE = 'application/json';
const MAX_ACCEPT_LENGTH = 1_024;

/** @throws ApiError RequestEntityTooLarge; BadRequest that says which entry is wrong; TooManyRequests for more than a stream may have, before any entry is read. */
export function readCommand(body: Uint8Array): StreamCommand {
  if (body.length > MAX_COMMAND_BYTES) throw ApiError.tooLarge(`a command may have at most ${MAX_COMMAND_BYTES} bytes`);
  const value = parsed(body);
  for (const name of Object.keys(value)) {
    if (name !== 'open' && name !== 'close')
      throw ApiError.badRequest(`unknown field ${JSON.stringify(name)}: open and close are known`);
  }
  const [open, close] = [listOf(value, 'open'), listOf(value, 'close')];
  if (open.length > MAX_WATCHES) throw tooManyWatches();
  if (close.length > MAX_CLOSED) throw ApiError.badRequest(`close may have at most ${MAX_CLOSED} entries`);
  const command = { open: open.map(watchRequest), close: close.map(watchId) };
  const ids = new Set<string>();
  for (const { watch } of command.open) {
    if (ids.has(watch)) throw ApiError.badRequest(`open: the watch ${JSON.stringify(watch)} is there twice`);
    ids.add(watch);
  }
  return command;
}

export const tooManyWatches = (): ApiError =>
  ApiError.tooManyRequests(`a stream has at most ${MAX_WATCHES} watches: close some of them first`, 1);

function parsed(body: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw ApiError.badRequest(
      'the body is not JSON: {"open":[{"watch":"ID","path":"/api/..."}],"close":["ID"]} is expected',
      cause,
    );
  }
  if (!isRecord(value)) throw ApiError.badRequest('the body must be a JSON object with the lists open and close');
  return value;
}

function listOf(value: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
  const list = Object.hasOwn(value, field) ? value[field] : [];
  if (!Array.isArray(list)) throw ApiError.badRequest(`${field} must be a list`);
  return list;
}

function watchRequest(value: unknown, at: number): WatchRequest {
  const where = `open[${at}]`;
  if (!isRecord(value)) throw ApiError.badRequest(`${where} must be an object with watch, path and accept`);
  const { watch, path, accept = JSON_TYPE } = value;
  if (typeof path !== 'string' || !isWatchOfResource(path)) {
    throw ApiError.badRequest(
      `${where}.path must be the path of a watch, such as /api/v1/pods?watch=true&resourceVersion=1`,
    );
  }
  if (typeof accept !== 'string' || !isJson(accept)) {
    throw ApiError.badRequest(`${where}.accept must name media types of JSON only, such as ${JSON_TYPE}`);
  }
  return { watch: watchId(watch), path, accept };
}

function watchId(value: unknown): string {
  if (typeof value !== 'string' || !/^[\w.:/-]{1,64}$/.test(value)) {
    throw ApiError.badRequest('the id of a watch must have 1 to 64 letters, digits and any of _ . : / -');
  }
  return value;
}

const isJson = (accept: string): boolean =>
  accept.length <= MAX_ACCEPT_LENGTH &&
  /^[ -~]+$/.test(accept) &&
  accept.split(',').every((type) => type.split(';', 1)[0]!.trim().toLowerCase() === JSON_TYPE);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
