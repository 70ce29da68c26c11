import { encodeYaml, encodeYamlPieces } from '@orch/apimachinery';
import { wholeDocument } from './answer-form.js';
import { listParts, parsedItem } from './json-items.js';
import type { Piece } from './pieces.js';
import { parseObject, type Representation } from './representation.js';
import { yamlStatus } from '../negotiation/status-form.js';

/** Size of a piece; a shorter list is sent as a whole. */
const PIECE_CHARACTERS = 64 * 1_024;
/** JSON of an object that is written at once. */
const SMALL_BYTES = 16 * 1_024;
/** Text of one item of a list that waits until the item is complete. */
const READY_BYTES = 16 * 1_024 * 1_024;
const NOTHING = Buffer.alloc(0);

/** YAML, converted from the JSON answer (C-084). Watch is not supported. */
export const yamlRepresentation = (json: Representation): Representation => ({
  contentType: 'application/yaml',
  json,
  status: yamlStatus,
  watchKey: undefined,
  item: (definition, bytes) => objectInYaml(json.item(definition, bytes)),
  list: (kind, page, large) => ({ pieces: listInYaml(json.list(kind, page, large).pieces) }),
  event: (store, event) => json.event(store, event),
});

const inYaml = (value: unknown): Buffer => Buffer.from(encodeYaml(value));

/** @throws ApiError RequestEntityTooLarge. */
function objectInYaml(json: Buffer): Buffer {
  const value = parseObject(json);
  return json.length < SMALL_BYTES ? inYaml(value) : wholeDocument(bytesOf(encodeYamlPieces(value)));
}

function* bytesOf(texts: Iterable<string>): Generator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

/**
 * Item by item, so that memory holds one of them and a client that reads slowly keeps no other.
 * @param json of a list or a table: what it lists is its last member. Empty pieces give other requests their turn.
 */
function* listInYaml(json: Iterable<Piece>): Generator<Piece> {
  let head: Readonly<Record<string, unknown>> | undefined;
  let text = '';
  let tail = '';
  for (const part of listParts(json)) {
    if (!part) yield NOTHING;
    else if (part instanceof Promise) yield part;
    else if ('head' in part) head = JSON.parse(part.head.toString('utf8')) as Readonly<Record<string, unknown>>;
    else {
      if (head) [text, tail] = aroundItems(head);
      head = undefined;
      let ready: Buffer[] = [];
      for (const next of itemInYaml(part.item)) {
        text += next;
        if (text.length >= PIECE_CHARACTERS) {
          ready.push(Buffer.from(text));
          text = '';
        }
        if (ready.length * PIECE_CHARACTERS < READY_BYTES) yield NOTHING;
        else {
          yield* ready;
          ready = [];
        }
      }
      // After the whole item: its text takes less memory than the decoded item while the client does not read.
      yield* ready;
    }
  }
  yield head ? inYaml(head) : Buffer.from(text + tail);
}

/** The lines before the first item and after the last one: keys are sorted. */
function aroundItems(list: Readonly<Record<string, unknown>>): [before: string, after: string] {
  const name = Object.keys(list).at(-1)!;
  const empty = `\n${name}: []\n`;
  const [before = '', after = ''] = `\n${encodeYaml(list)}`.split(empty);
  return [`${before}\n${name}:\n`.slice(1), after];
}

/** Empty while the item is decoded. */
function* itemInYaml(json: Buffer): Generator<string> {
  const decoding = parsedItem(json);
  let step = decoding.next();
  for (; !step.done; step = decoding.next()) yield '';
  yield* encodeYamlPieces([step.value]);
}
