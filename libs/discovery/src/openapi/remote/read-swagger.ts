import { isFields, knownPathItem, knownSchema } from './known-fields.js';
import { reachableDefinitions } from './references.js';
import { RemoteSwagger, type Json } from '../../remote-swagger.js';

const entriesOf = (value: unknown): [string, unknown][] => (isFields(value) ? Object.entries(value) : []);

/**
 * The part of a Swagger document that describes one group version: its paths, what these refer to, and what nothing refers to. Known fields of
 * the right types only, so that it cannot spoil the document of all groups. Parameters that operations share become their own.
 * @param hash of the document.
 * @throws Error when its shared parameters would become too large.
 */
export function readRemoteSwagger(document: unknown, hash: string, group: string, version: string): RemoteSwagger {
  const root: Json = isFields(document) ? document : {};
  const shared = sharedParameters(root['parameters']);
  const items = entriesOf(root['paths']).map(([path, item]) => [path, knownPathItem(item, shared)] as const);
  const known = new Map(items.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined));
  const definitions = new Map(
    entriesOf(root['definitions'])
      .map(([name, value]) => [name, knownSchema(value)] as const)
      .filter((entry): entry is readonly [string, Json] => entry[1] !== undefined),
  );
  const prefix = `/apis/${group}/${version}/`;
  const paths = new Map([...known].filter(([path]) => path.startsWith(prefix)));
  const used = reachableDefinitions(paths.values(), definitions);
  const usedElsewhere = reachableDefinitions(known.values(), definitions);
  const kept = new Map([...definitions].filter(([name]) => used.has(name) || !usedElsewhere.has(name)));
  return new RemoteSwagger(hash, paths, kept);
}

/** Characters of shared parameters, counted wherever one is used: each use is written with all of it. */
const MAX_SHARED_LENGTH = 8 * 1_024 * 1_024;

/** Returns the parameter of a reference. */
function sharedParameters(parameters: unknown): (reference: string) => unknown {
  const shared = new Map(
    entriesOf(parameters).map(([name, value]) => [
      `#/parameters/${name}`,
      { value, length: JSON.stringify(value).length },
    ]),
  );
  let used = 0;
  return (reference) => {
    const found = shared.get(reference);
    used += found?.length ?? 0;
    if (used > MAX_SHARED_LENGTH)
      throw new Error('the shared parameters of the document are too large where they are used');
    return found?.value;
  };
}
