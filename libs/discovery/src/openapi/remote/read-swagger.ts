import { isFields, knownParameter, knownPathItem, knownSchema } from './known-fields.js';
import { reachableDefinitions } from './references.js';
import { RemoteSwagger, type Json } from '../../remote-swagger.js';

/** Paths and definitions of one group version that are merged; those of real API servers are far fewer. */
const MAX_ENTRIES = 5_000;
/** Fields of a path or a definition, which is read, compared, renamed and written in one step each. Those of real API servers have some hundreds. */
const MAX_ENTRY_FIELDS = 10_000;

/**
 * The part of a Swagger document that describes one group version: its paths, what these refer to, and what nothing refers to. Known fields of
 * the right types only, so that it cannot spoil the document of all groups. Parameters that operations share become their own. A path with too
 * many fields is left out, a definition has none then. Each path and definition is a step.
 * @param hash of the document.
 * @throws Error when its shared parameters would become too large, or the part has too many paths and definitions.
 */
export function* readRemoteSwagger(
  document: unknown,
  hash: string,
  group: string,
  version: string,
): Generator<undefined, RemoteSwagger> {
  const root: Json = isFields(document) ? document : {};
  const shared = sharedParameters(root['parameters']);
  const known = new Map<string, Json>();
  const definitions = new Map<string, Json>();
  for (const [path, value] of entriesOf(root['paths'])) {
    const item = isLarge(value) ? undefined : knownPathItem(value, shared);
    if (item && !isLarge(item)) known.set(path, item);
    yield;
  }
  for (const [name, value] of entriesOf(root['definitions'])) {
    const definition = isLarge(value) ? {} : knownSchema(value);
    if (definition) definitions.set(name, definition);
    yield;
  }
  const prefix = `/apis/${group}/${version}/`;
  const paths = new Map([...known].filter(([path]) => path.startsWith(prefix)));
  const used = yield* reachableDefinitions(paths.values(), definitions);
  const usedElsewhere = yield* reachableDefinitions(known.values(), definitions);
  const kept = new Map([...definitions].filter(([name]) => used.has(name) || !usedElsewhere.has(name)));
  if (paths.size + kept.size > MAX_ENTRIES) throw new Error('the document has too many paths and definitions');
  return new RemoteSwagger(hash, paths, kept);
}

const entriesOf = (value: unknown): [string, unknown][] => (isFields(value) ? Object.entries(value) : []);

/** Whether a value has too many fields and items. */
function isLarge(value: unknown): boolean {
  const left = [value];
  for (let fields = 0, one: unknown; (one = left.pop()) !== undefined;) {
    if (typeof one !== 'object' || one === null) continue;
    const members: unknown[] = Object.values(one);
    if ((fields += members.length) > MAX_ENTRY_FIELDS) return true;
    left.push(...members);
  }
  return false;
}

/** Characters of shared parameters, counted wherever one is used: each use is written with all of it. */
const MAX_SHARED_LENGTH = 8 * 1_024 * 1_024;

/** Returns the known parameter of a reference, which is read once. */
function sharedParameters(parameters: unknown): (reference: string) => Json | undefined {
  const written: Json = isFields(parameters) ? parameters : {};
  const read = new Map<string, { readonly known: Json | undefined; readonly length: number }>();
  let used = 0;
  return (reference) => {
    const name = reference.startsWith(PARAMETERS) ? reference.slice(PARAMETERS.length) : '';
    if (!Object.hasOwn(written, name)) return undefined;
    let found = read.get(name);
    if (!found) {
      const known = isLarge(written[name]) ? undefined : knownParameter(written[name]);
      read.set(name, (found = { known, length: known ? JSON.stringify(known).length : 0 }));
    }
    used += found.length;
    if (used > MAX_SHARED_LENGTH)
      throw new Error('the shared parameters of the document are too large where they are used');
    return found.known;
  };
}

const PARAMETERS = '#/parameters/';
