import {
  customSchemaName,
  LongWrites,
  ObjectMeta,
  schemaDefinitionsOf,
  structOf,
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type KindTraits,
  type PublishedSchema,
  type ResourceDefinition,
  type Strategy,
  type SubresourceStrategy,
} from '@orch/api';
import {
  compileSchema,
  type ApiObject,
  type CompiledSchema,
  type GroupVersionKind,
  type GroupVersionResource,
  type SchemaDefinitions,
} from '@orch/apimachinery';
import {
  compileCustomSchema,
  compileRules,
  type CompiledRules,
  type CustomSchema,
  type JsonSchema,
} from '@orch/structural-schema';
import type { Vocabulary } from '@orch/vocabulary';
import { customStrategy, customSubresources } from './custom-strategy.js';
import { deprecationWarnings } from './deprecation.js';
import { fieldReader, printerColumns } from './printer-columns.js';
import { publishedSchemaOf } from './published-schema.js';

/** What the kinds of one server have in common. */
export interface CustomKindContext {
  readonly vocabulary: Vocabulary;
  /** Release 1.x. */
  readonly emulatedMinor: number | undefined;
  /** Schema of ObjectMeta. */
  readonly metadata: CompiledSchema;
}

export const customKindContext = (vocabulary: Vocabulary, emulatedMinor: number | undefined): CustomKindContext => ({
  vocabulary,
  emulatedMinor,
  metadata: compileSchema(
    structOf(ObjectMeta).name,
    schemaDefinitionsOf(ObjectMeta, emulatedMinor, vocabulary.answers),
  ),
});

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const;
/** In discovery they have the order of kube-apiserver. */
const DISCOVERED_VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'] as const;
/** Verbs while the definition is being deleted. */
const VERBS_OF_TERMINATING = ['delete', 'deletecollection', 'get', 'list', 'watch'] as const;

/** Cost of rules from which on a validation takes long: some ten milliseconds. */
const LONG_RULES = 200_000;

/** Reads the schema of a version. */
export interface SchemaSource {
  read(): JsonSchema | undefined;
  readInSteps(): Generator<undefined, JsonSchema | undefined>;
}

/** A definition, with what is the same for all its versions: there may be thousands. */
export interface DefinedKind {
  readonly definition: CustomResourceDefinition;
  /** Name of the version that is stored; undefined where none is. */
  readonly storage: string | undefined;
  /** The warning on every use of a version; undefined where it is not deprecated. */
  readonly deprecationOf: (version: CustomResourceDefinitionVersion) => string | undefined;
}

export const definedKind = (definition: CustomResourceDefinition): DefinedKind => ({
  definition,
  storage: definition.spec.versions?.find(({ storage }) => storage)?.name,
  deprecationOf: deprecationWarnings(definition),
});

/** One version of a custom resource, as its definition describes it. Its schema is compiled on first use. */
export class CustomKind implements ResourceDefinition {
  readonly vocabulary: Vocabulary;
  readonly emulatedMinor: number | undefined;
  readonly declaration: KindTraits;
  readonly gvk: GroupVersionKind;
  readonly gvr: GroupVersionResource;
  readonly stored: GroupVersionKind;
  readonly apiVersion: string;
  readonly struct = undefined;
  readonly schemaName: string;
  readonly strategy: Strategy;
  readonly subresources: ReadonlyMap<string, SubresourceStrategy>;
  readonly verbs = VERBS;
  readonly discoveredVerbs: readonly string[];
  readonly isTerminating: boolean;
  readonly conversion = undefined;
  readonly strategicMerge = false;
  readonly published: PublishedSchema;
  readonly deprecation: string | undefined;
  readonly isRegistered: (apiVersion: string, kind: string) => boolean;
  readonly longWrites = new LongWrites();
  private readonly preservesUnknownFields: boolean;
  private compiledSchema: CustomSchema | undefined;
  private compiledRules: CompiledRules | undefined;

  /** @param source of `openAPIV3Schema` of the version. */
  constructor(
    { definition, storage, deprecationOf }: DefinedKind,
    version: CustomResourceDefinitionVersion,
    private readonly source: SchemaSource,
    private readonly context: CustomKindContext,
  ) {
    const { spec, status } = definition;
    const { group } = spec;
    const names = status?.acceptedNames?.plural ? status.acceptedNames : spec.names;
    const { kind, plural } = names;
    this.vocabulary = context.vocabulary;
    this.emulatedMinor = context.emulatedMinor;
    this.preservesUnknownFields = spec.preserveUnknownFields === true;
    const { subresources = {} } = version;
    this.isTerminating = hasCondition(definition, 'Terminating');
    this.discoveredVerbs = this.isTerminating ? VERBS_OF_TERMINATING : DISCOVERED_VERBS;
    this.gvk = { group, version: version.name, kind };
    this.gvr = { group, version: version.name, resource: plural };
    this.stored = storage === undefined || storage === version.name ? this.gvk : { ...this.gvk, version: storage };
    this.apiVersion = `${group}/${version.name}`;
    this.schemaName = customSchemaName(this.gvk);
    this.published = publishedSchemaOf(this, version, spec.preserveUnknownFields === true, () => source.readInSteps());
    this.deprecation = deprecationOf(version);
    this.isRegistered = (apiVersion, sentKind) => apiVersion === this.apiVersion && sentKind === kind;
    this.declaration = {
      version: version.name,
      kind,
      listKind: names.listKind || `${kind}List`,
      resource: plural,
      singular: names.singular || kind.toLowerCase(),
      shortNames: names.shortNames ?? [],
      categories: names.categories ?? [],
      namespaced: spec.scope === 'Namespaced',
      nameRule: 'dns-subdomain',
      generation: 'content',
      plainFinalizers: true,
      deleteAnswers: 'status',
      unconditionalUpdate: false,
      columns: printerColumns(version.additionalPrinterColumns),
      ...selectableFields(version),
      ...(version.deprecated ? { lifecycle: { deprecated: 0 } } : {}),
    };
    const schema = (): CustomSchema => this.schema;
    this.strategy = customStrategy(schema, () => this.rules, subresources);
    this.subresources = customSubresources(schema, () => this.rules, subresources);
  }

  get schema(): CustomSchema {
    return (this.compiledSchema ??= compileCustomSchema(this.source.read(), {
      kind: this.gvk,
      metadata: this.context.metadata,
      preserveUnknownFields: this.preservesUnknownFields,
    }));
  }

  private get rules(): CompiledRules {
    const validated = (cost: number): void => {
      if (cost > LONG_RULES) this.longWrites.found();
    };
    return (this.compiledRules ??= compileRules(this.source.read() ?? {}, { validated }));
  }

  /** The members that sub-resources may write; the rest is described by {@link published}. */
  get definitions(): SchemaDefinitions {
    return new Map([[this.schemaName, PARTS]]);
  }
}

const PARTS = { type: 'object', properties: { metadata: {}, spec: {}, status: {} } } as const;

/** Never absent: fields of metadata are declared ones of a custom kind. */
function selectableFields({
  selectableFields: fields = [],
}: CustomResourceDefinitionVersion): Pick<KindTraits, 'selectableFields'> {
  const readers: [string, (object: ApiObject) => string][] = fields.map(({ jsonPath }) => [
    jsonPath.replace(/^\./, ''),
    fieldReader(jsonPath),
  ]);
  return { selectableFields: Object.fromEntries(readers) };
}

/** Whether a condition of a definition is true. */
export const hasCondition = ({ status }: CustomResourceDefinition, type: string): boolean =>
  (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
