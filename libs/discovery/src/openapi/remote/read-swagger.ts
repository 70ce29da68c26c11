import { createHash } from 'node:crypto';
import { isFields, knownPathItem, knownSchema } from './known-fields.js';
import { reachableDefinitions } from './references.js';
import { RemoteSwagger, type Json } from '../../remote-swagger.js';

const entriesOf = (value: unknown): [string, unknown][] => (isFields(value) ? Object.entries(value) : []);

/**
 * The part of a Swagger document that describes one group version: its paths, what these refer to, and what nothing refers to. Known fields of
 * the right types only, so that it cannot spoil the document of all groups. Parameters that operations share become their own.
 * @throws Error when the text is not JSON.
 */
export function readRemoteSwagger(source: string, group: string, version: string): RemoteSwagger {
  const document: unknown = JSON.parse(source);
  const root: Json = isFields(document) ? document : {};
  const shared = new Map(entriesOf(root['parameters']).map(([name, value]) => [`#/parameters/${name}`, value]));
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
  return new RemoteSwagger(createHash('sha256').update(source).digest('base64url'), paths, kept);
}
