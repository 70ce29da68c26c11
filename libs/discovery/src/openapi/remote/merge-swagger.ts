import { isDeepStrictEqual } from 'node:util';
import type { DocumentPart } from '../document-part.js';
import { isFields } from './known-fields.js';
import { withRenamedReferences } from './references.js';
import type { Json, RemoteSwagger } from '../../remote-swagger.js';

/** Kinds of one definition that are read; the options of deletes have as many as there are group versions. */
const MAX_KINDS = 1_000;

/**
 * Adds documents of other API servers to the Swagger document of this one. A definition that is equal but for its kinds is shared, and has the
 * kinds of all. A different one of the same name gets another name, `NAME_v2`. A path that is already there stays as it is.
 */
export class SwaggerMerge {
  private readonly paths = new Set<string>();
  private readonly definitions = new Map<string, Json>();
  /** Names of definitions that another server has as well. */
  private readonly shared: ReadonlySet<string>;

  /** @param kinds name of the extension that holds the kinds of a schema. */
  constructor(
    private readonly remotes: readonly RemoteSwagger[],
    private readonly kinds: string,
  ) {
    this.shared = new Set(remotes.flatMap(({ definitions }) => [...definitions.keys()]));
  }

  /** A part of the document of this server, in Swagger; in steps. */
  *own(
    part: Pick<DocumentPart, 'in' | 'name'>,
    inSwagger: () => Generator<undefined, Json>,
  ): Generator<undefined, void> {
    if (part.in === 'paths') this.paths.add(part.name);
    else if (this.shared.has(part.name)) this.definitions.set(part.name, plain(yield* inSwagger()));
    else this.definitions.set(part.name, UNSHARED);
  }

  /** The parts to add, and parts of this server that gained kinds. */
  *parts(): Generator<DocumentPart | undefined> {
    for (const remote of this.remotes) {
      const renames = yield* this.renamesOf(remote);
      for (const [name, definition] of remote.definitions) {
        yield this.add(renames.get(name) ?? name, withRenamedReferences(definition, renames));
      }
      for (const [path, item] of remote.paths) {
        if (this.paths.has(path)) continue;
        this.paths.add(path);
        const swagger = withRenamedReferences(item, renames);
        yield { in: 'paths', name: path, value: {}, swagger };
      }
    }
  }

  /** New names of definitions that differ from those that are there, in steps. */
  private *renamesOf({ definitions }: RemoteSwagger): Generator<undefined, Map<string, string>> {
    const renames = new Map<string, string>();
    const taken = new Set(definitions.keys());
    for (const name of [...definitions.keys()].sort()) {
      const definition = this.withoutKinds(definitions.get(name)!);
      const fits = (candidate: string): boolean => {
        const current = this.definitions.get(candidate);
        return !current || isDeepStrictEqual(this.withoutKinds(current), definition);
      };
      let candidate = name;
      for (let at = 2; !fits(candidate) || (candidate !== name && this.isTaken(candidate, taken)); at++) {
        candidate = `${name}_v${at}`;
        // Another server may have taken thousands of names.
        yield undefined;
      }
      if (candidate !== name) renames.set(name, candidate);
      taken.add(candidate);
      yield undefined;
    }
    return renames;
  }

  /** Whether the same document has a definition of that name, which is not an equal one that is there already. */
  private isTaken(candidate: string, taken: ReadonlySet<string>): boolean {
    return taken.has(candidate) && !this.definitions.has(candidate);
  }

  private add(name: string, definition: Json): DocumentPart | undefined {
    const current = this.definitions.get(name);
    const merged = current ? this.withKindsOf(current, definition) : definition;
    if (merged === current) return undefined;
    this.definitions.set(name, merged);
    return { in: 'schemas', name, value: {}, swagger: { ...merged } };
  }

  private withKindsOf(current: Json, other: Json): Json {
    const own = this.kindsOf(current);
    const known = new Set(own.map(kindKey));
    const more = this.kindsOf(other).filter((kind) => !known.has(kindKey(kind)));
    return more.length === 0 ? current : { ...current, [this.kinds]: [...own, ...more] };
  }

  /** Another server may have written anything. */
  private kindsOf({ [this.kinds]: kinds }: Json): readonly Json[] {
    return Array.isArray(kinds) ? kinds.slice(0, MAX_KINDS).filter(isFields) : [];
  }

  private withoutKinds(definition: Json): Json {
    const { [this.kinds]: _kinds, ...rest } = definition;
    return rest;
  }
}

/** Equal for equal kinds. */
const kindKey = ({ group, version, kind }: Json): string => JSON.stringify([group, version, kind]);

/** Marks a definition that no other server has. */
const UNSHARED: Json = {};

/** As it is on the wire. */
const plain = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;
