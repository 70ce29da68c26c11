import { builtinKinds, listKindOf, type ResourceDefinition, structOf } from '@orch/api';
import type { GroupVersionKind, OpenApiNaming } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { customPaths } from './custom-paths.js';
import { type DiscoveryPath, discoveryPathItem } from './discovery-paths.js';
import type { CustomPart, DocumentPart, SharedSchema } from './document-part.js';
import { toSwaggerSchema } from './formats/swagger.js';
import { isCustom } from './is-custom.js';
import { listSchemaName } from './list-schema.js';
import { bodyTypes } from './media-types.js';
import { resourcePaths } from './resource-paths.js';
import { SchemaSources } from './schema-sources.js';
import { subresourceDefinitions } from './subresource-definitions.js';

/** What a document describes. */
export interface DocumentContent {
  readonly resources: readonly ResourceDefinition[];
  readonly discovery: readonly DiscoveryPath[];
  /** All resources are of custom kinds, and the document has no others. */
  readonly isCustom?: true;
}

/** Names of a document. */
export interface DocumentNames {
  readonly naming: OpenApiNaming;
  readonly vocabulary: Vocabulary;
  /** Emulated release 1.x. */
  readonly minor: number;
}

/**
 * Documents resources and discovery (C-297, C-298), part by part: their paths, and all schemas that these refer to. Each step
 * is short; yields undefined after work without a finished part, so that the caller can yield to the event loop.
 */
export function* documentParts(
  { resources, discovery, isCustom: isOfCustomKinds }: DocumentContent,
  { naming, vocabulary, minor }: DocumentNames,
): Generator<DocumentPart | undefined> {
  const referenced = new Set<string>();
  const tracked: OpenApiNaming = {
    ...naming,
    definitionName: (name) => {
      referenced.add(name);
      return naming.definitionName(name);
    },
  };
  for (const path of discovery) {
    const { value, consumes } = discoveryPathItem(path, tracked, vocabulary);
    yield { in: 'paths', name: path.path, value, consumes };
  }
  const sources = new SchemaSources(minor);
  const kinds = new Kinds(Kinds.ofEveryDocument(vocabulary));
  const selectable = new Map<string, readonly object[]>();
  const listed = new Map<string, ResourceDefinition>();
  for (const definition of resources) {
    yield* isCustom(definition) ? customPaths(definition, tracked, minor) : builtinPaths(definition, tracked, minor);
    for (const member of [definition, ...subresourceDefinitions(definition)]) {
      sources.add(member);
      kinds.add(member.schemaName, member.gvk);
      yield undefined;
    }
    const listName = listSchemaName(definition);
    kinds.add(listName, { ...definition.gvk, kind: listKindOf(definition) });
    if (!isCustom(definition)) continue;
    selectable.set(listName, selectableFieldsOf(definition));
    listed.set(listName, definition);
  }
  // Set iteration includes names added during the loop.
  for (const name of referenced) {
    const marks = { 'group-version-kind': kinds.of(name), 'selectable-fields': selectable.get(name) ?? [] };
    const mark = (schema: Record<string, unknown>): Record<string, unknown> => {
      for (const [suffix, values] of Object.entries(marks))
        if (values.length > 0) schema[naming.extensionPrefix + suffix] = values;
      return schema;
    };
    const source = sources.customOf(name);
    const place = { in: 'schemas', name: naming.definitionName(name) } as const;
    if (!source && isOfCustomKinds) {
      const make = (used: OpenApiNaming): Record<string, unknown> => mark(sources.document(name, used));
      const shared = sharedSchema(name, listed.get(name), naming, make);
      for (const reference of shared.references) tracked.definitionName(reference);
      yield { ...place, value: {}, custom: sharedPart(shared, make, naming) };
      continue;
    }
    if (!source) {
      yield { ...place, value: mark(sources.document(name, tracked)) };
      continue;
    }
    const metadata = tracked.definitionName('meta.v1.ObjectMeta');
    const document: CustomPart['document'] = function* (version) {
      return mark(yield* source.document(version, metadata));
    };
    yield { ...place, value: {}, custom: { source, document } };
  }
}

const sharedPart = (
  source: SharedSchema,
  make: (naming: OpenApiNaming) => Record<string, unknown>,
  naming: OpenApiNaming,
): CustomPart => ({
  source,
  // eslint-disable-next-line require-yield
  *document(version) {
    const value = make(naming);
    return version === 'v3' ? value : toSwaggerSchema(value, naming.extensionPrefix);
  },
});

/** Schemas of lists of custom kinds. */
const ofLists = new WeakMap<ResourceDefinition, SharedSchema>();
/** Schemas of metadata, options and answers, by name. They are the same in all documents of custom kinds of a server. */
const ofAllKinds = new WeakMap<OpenApiNaming, Map<string, SharedSchema>>();

/** @param listed the kind whose list it describes. Undefined: it describes no list. */
function sharedSchema(
  name: string,
  listed: ResourceDefinition | undefined,
  naming: OpenApiNaming,
  make: (naming: OpenApiNaming) => object,
): SharedSchema {
  let byName = ofAllKinds.get(naming);
  if (!byName) ofAllKinds.set(naming, (byName = new Map()));
  const known = listed ? ofLists.get(listed) : byName.get(name);
  if (known) return known;
  const references = new Set<string>();
  make({
    ...naming,
    definitionName: (reference) => {
      references.add(reference);
      return naming.definitionName(reference);
    },
  });
  const shared = { references: [...references] };
  if (listed) ofLists.set(listed, shared);
  else byName.set(name, shared);
  return shared;
}

function* builtinPaths(definition: ResourceDefinition, naming: OpenApiNaming, minor: number): Generator<DocumentPart> {
  const consumes = bodyTypes(definition);
  for (const [name, value] of resourcePaths(definition, naming, minor)) yield { in: 'paths', name, value, consumes };
}

/** As an extension shows them. */
const selectableFieldsOf = ({ declaration }: ResourceDefinition): readonly object[] =>
  Object.keys(declaration.selectableFields ?? {}).map((fieldPath) => ({ fieldPath }));

/** Kinds of answers that are the same in every group. */
const CORE_KINDS = ['Status', 'APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList'];

const byGroupAndVersion = (a: Omit<GroupVersionKind, 'kind'>, b: Omit<GroupVersionKind, 'kind'>): number =>
  a.group === b.group ? (a.version < b.version ? -1 : 1) : a.group < b.group ? -1 : 1;

const everywhere = new WeakMap<Vocabulary, Kinds>();

/** Kinds by the struct that is their schema. */
class Kinds {
  private readonly byStruct: Map<string, GroupVersionKind[]>;

  /** @param before contained in it. */
  constructor(before?: Kinds) {
    this.byStruct = new Map(before?.byStruct);
  }

  /** Those that every document may show: computed once for a vocabulary. */
  static ofEveryDocument(vocabulary: Vocabulary): Kinds {
    const known = everywhere.get(vocabulary) ?? new Kinds().addShared(vocabulary);
    everywhere.set(vocabulary, known);
    return known;
  }

  private addShared({ groups }: Vocabulary): this {
    for (const kind of CORE_KINDS) this.add(`meta.v1.${kind}`, { group: '', version: 'v1', kind });
    const declared = builtinKinds.map(({ group, version, kind, type }) => ({
      group: groups[group],
      version,
      kind,
      type,
    }));
    for (const { type, ...gvk } of declared) this.add(structOf(type).name, gvk);
    // Used in every group version, also one that is not served.
    for (const { group, version } of declared.sort(byGroupAndVersion)) {
      for (const kind of ['DeleteOptions', 'WatchEvent']) this.add(`meta.v1.${kind}`, { group, version, kind });
    }
    return this;
  }

  add(struct: string, { group, version, kind }: GroupVersionKind): void {
    const known = this.byStruct.get(struct) ?? [];
    if (known.some((other) => other.kind === kind && other.group === group && other.version === version)) return;
    this.byStruct.set(struct, [...known, { group, kind, version }]);
  }

  of(struct: string): readonly GroupVersionKind[] {
    return this.byStruct.get(struct) ?? [];
  }
}
