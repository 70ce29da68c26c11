import { decodeJsonSteps, encodeYaml } from '@orch/apimachinery';
import { parseObject, type Representation } from './representation.js';
import { jsonStatus } from '../negotiation/status-form.js';

/** Items of one piece: about a millisecond of work, then others have their turn. */
const PIECE_ITEMS = 64;
const NOTHING = Buffer.alloc(0);
/** What is stored was within the limits when it came. */
const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxFields: Number.POSITIVE_INFINITY };

/** YAML, derived from an answer in JSON (C-084). Cannot be watched. */
export const yamlRepresentation = (json: Representation): Representation => ({
  contentType: 'application/yaml',
  json,
  status: jsonStatus,
  watchKey: undefined,
  item: (definition, bytes) => inYaml(parseObject(json.item(definition, bytes))),
  list: (store, page) => ({ pieces: listInYaml(json.list(store, page).pieces) }),
  event: (store, event) => json.event(store, event),
});

const inYaml = (value: unknown): Buffer => Buffer.from(encodeYaml(value));

/** @param json of a list or a table: what it lists is its last member. While it is decoded there are empty pieces. */
function* listInYaml(json: Iterable<Buffer>): Generator<Buffer> {
  const pieces: Buffer[] = [];
  for (const piece of json) {
    pieces.push(piece);
    yield NOTHING;
  }
  const decoding = decodeJsonSteps(Buffer.concat(pieces), NO_LIMITS);
  let step = decoding.next();
  for (; !step.done; step = decoding.next()) yield NOTHING;
  const list = step.value.value as Readonly<Record<string, unknown>>;
  const [name, listed] = Object.entries(list).at(-1)!;
  const items = listed as readonly unknown[];
  if (items.length <= PIECE_ITEMS) return yield inYaml(list);
  const { [name]: _listed, ...head } = list;
  yield Buffer.from(`${encodeYaml(head)}${name}:\n`);
  for (let at = 0; at < items.length; at += PIECE_ITEMS) yield inYaml(items.slice(at, at + PIECE_ITEMS));
}
