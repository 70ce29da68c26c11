import {
  apiVersionOf,
  compileSchema,
  type CompiledSchema,
  type GroupVersionKind,
  type GroupVersionResource,
  type SchemaDefinitions,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { structOf } from './decorators.js';
import type { StructClass } from './field-type.js';
import type { FormConversion, KindDeclaration } from './kind-declaration.js';
import { deprecationOf, isRemoved, withLifecycle } from './lifecycle.js';
import type { ResourceDefinition } from './resource-definition.js';
import type { Strategy, SubresourceStrategy } from './strategy.js';
import { hasField, schemaDefinitionsOf } from './struct-schema.js';

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const;

/**
 * Compiles every declared kind for one vocabulary. Schemas are compiled on first use, so that a server starts without
 * compiling unused kinds.
 * @param emulatedMinor release 1.x whose removals, deprecations and fields apply (B-402, D-237). Absent: all versions and fields are
 * compiled, and all versions deprecated in any release warn.
 * @throws TypeError when two declarations claim the same resource.
 */
export function compileKinds(
  declarations: readonly KindDeclaration[],
  vocabulary: Vocabulary,
  emulatedMinor?: number,
): readonly ResourceDefinition[] {
  const seen = new Set<string>();
  const isRegistered = registeredKinds(declarations, vocabulary);
  return declarations
    .map(withLifecycle)
    .filter(({ lifecycle = {} }) => !isRemoved(lifecycle, emulatedMinor))
    .map((declaration) => {
      const spelled = withColumnsOf(declaration.inVocabulary?.(vocabulary) ?? declaration, vocabulary, emulatedMinor);
      const definition = new DeclaredKind(spelled, vocabulary, emulatedMinor, isRegistered);
      const path = `${definition.apiVersion}/${declaration.resource}`;
      if (seen.has(path)) throw new TypeError(`${path} is declared twice`);
      seen.add(path);
      return definition;
    });
}

/** With the columns of the release and the vocabulary, and its descriptions. Unknown release: those of all releases. */
function withColumnsOf(
  declaration: KindDeclaration,
  { answers, columnDescriptions }: Vocabulary,
  emulatedMinor = Infinity,
): KindDeclaration {
  const { columns, kind } = declaration;
  if (!columns) return declaration;
  const texts = columnDescriptions.get(kind);
  return {
    ...declaration,
    columns: columns
      .filter(({ sinceMinor = 0, servedWith }) => sinceMinor <= emulatedMinor && (servedWith?.(answers) ?? true))
      .map((column) => {
        const text = texts?.[column.name];
        return text === undefined ? column : { ...column, description: text };
      }),
  };
}

class DeclaredKind implements ResourceDefinition {
  readonly gvk: GroupVersionKind;
  readonly stored: GroupVersionKind;
  readonly struct: StructClass;
  readonly gvr: GroupVersionResource;
  readonly apiVersion: string;
  readonly schemaName: string;
  readonly strategy: Strategy;
  readonly subresources: ReadonlyMap<string, SubresourceStrategy>;
  readonly verbs: readonly string[];
  readonly conversion: FormConversion | undefined;
  readonly deprecation: string | undefined;
  readonly strategicMerge: boolean;
  // HOT PATH (bench: get): no `#` fields, each of which is compiled to a WeakMap.
  private ownDefinitions: SchemaDefinitions | undefined;
  private compiledSchema: CompiledSchema | undefined;

  constructor(
    readonly declaration: KindDeclaration,
    readonly vocabulary: Vocabulary,
    readonly emulatedMinor: number | undefined,
    readonly isRegistered: (apiVersion: string, kind: string) => boolean,
  ) {
    const group = vocabulary.groups[declaration.group];
    const { version, kind, resource } = declaration;
    this.gvk = { group, version, kind };
    this.gvr = { group, version, resource };
    this.apiVersion = apiVersionOf(this.gvk);
    this.struct = declaration.type;
    this.schemaName = structOf(declaration.type).name;
    this.strategy = declaration.strategy?.(vocabulary) ?? {};
    this.subresources = new Map(
      Object.entries(declaration.subresources ?? {})
        // A release that does not have the field `status` yet does not have the sub-resource either.
        .filter(([name]) => name !== 'status' || hasField(declaration.type, name, emulatedMinor, vocabulary.answers))
        .map(([name, make]) => [name, make(vocabulary)]),
    );
    this.verbs = declaration.verbs ?? verbsOf(declaration);
    this.strategicMerge = declaration.strategicMerge ?? true;
    const conversion =
      typeof declaration.conversion === 'function' ? declaration.conversion(vocabulary) : declaration.conversion;
    this.conversion = conversion;
    this.stored = conversion
      ? { ...conversion.storedAs, group: vocabulary.groups[conversion.storedAs.group] }
      : this.gvk;
    this.deprecation = deprecationOf(declaration, vocabulary, emulatedMinor);
  }

  get definitions(): SchemaDefinitions {
    return (this.ownDefinitions ??= schemaDefinitionsOf(this.struct, this.emulatedMinor, this.vocabulary.answers));
  }

  get schema(): CompiledSchema {
    return (this.compiledSchema ??= compileSchema(this.schemaName, this.definitions));
  }
}

/** Kinds of every group version. */
const META_KINDS: ReadonlySet<string> = new Set(['DeleteOptions', 'ListOptions', 'Status', 'WatchEvent']);

function registeredKinds(declarations: readonly KindDeclaration[], vocabulary: Vocabulary) {
  const kindsByVersion = new Map<string, Set<string>>();
  for (const { group, version, kind } of declarations) {
    const apiVersion = apiVersionOf({ group: vocabulary.groups[group], version });
    const kinds = kindsByVersion.get(apiVersion) ?? new Set(META_KINDS);
    kindsByVersion.set(apiVersion, kinds.add(kind).add(`${kind}List`));
  }
  return (apiVersion: string, kind: string): boolean => kindsByVersion.get(apiVersion)?.has(kind) ?? false;
}

const verbsOf = (declaration: KindDeclaration): readonly string[] =>
  declaration.deleteCollection === false ? ALL_VERBS.filter((verb) => verb !== 'deletecollection') : ALL_VERBS;
