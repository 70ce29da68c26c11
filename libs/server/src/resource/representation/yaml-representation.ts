import { encodeYaml } from '@orch/apimachinery';
import { parseObject, type Representation } from './representation.js';
import { jsonStatus } from './status-form.js';

/** Items of one piece: about a millisecond of work, then others have their turn. */
const PIECE_ITEMS = 64;

/** YAML, derived from an answer in JSON (C-084). Cannot be watched. */
export const yamlRepresentation = (json: Representation): Representation => ({
  contentType: 'application/yaml',
  json,
  status: jsonStatus,
  watchKey: undefined,
  item: (definition, bytes) => inYaml(parseObject(json.item(definition, bytes))),
  list: (store, page) => ({ pieces: listInYaml(Buffer.concat([...json.list(store, page).pieces])) }),
  event: (store, event) => json.event(store, event),
});

const inYaml = (value: unknown): Buffer => Buffer.from(encodeYaml(value));

/** @param json of a list or a table: what it lists is its last member. */
function* listInYaml(json: Buffer): Generator<Buffer> {
  const list: Readonly<Record<string, unknown>> = parseObject(json);
  const [name, listed] = Object.entries(list).at(-1)!;
  const items = listed as readonly unknown[];
  if (items.length <= PIECE_ITEMS) return yield inYaml(list);
  const { [name]: _listed, ...head } = list;
  yield Buffer.from(`${encodeYaml(head)}${name}:\n`);
  for (let at = 0; at < items.length; at += PIECE_ITEMS) yield inYaml(items.slice(at, at + PIECE_ITEMS));
}
