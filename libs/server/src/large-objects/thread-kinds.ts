import { builtinKinds, CBOR_GATE, compileKinds, type CustomResourceDefinition, type FeatureGates } from '@orch/api';
import {
  customKindContext,
  customResourceOf,
  ruleConversionOf,
  schemaOf,
  webhookConversionOf,
  type CustomKindContext,
} from '@orch/extensions';
import {
  convertedKind,
  customKinds,
  Entry,
  writtenKinds,
  type ConversionCalls,
  type CustomResource,
  type ObjectConversion,
  type ServedResource,
  type WriterParts,
  type WrittenKind,
} from '@orch/registry';
import { vocabularies, withCbor, type VocabularyName } from '@orch/vocabulary';
import type { CustomSource, TaskKind, WorkerSettings } from './messages.js';
import { ownBytes } from './own-bytes.js';

/** Resources that are served at run time and whose kinds are kept, with their compiled schemas and rules. */
const KEPT = 16;

const nameOf = ({ group, version, resource }: ServedResource): string => `${group}/${version}/${resource}`;

const noFacts = () => ({ labels: undefined, fields: {} });

/** The kinds of the tasks of a worker thread: the built-in ones, and those of definitions that came with tasks. */
export class ThreadKinds {
  private readonly builtin: ReadonlyMap<string, WrittenKind>;
  /** By the numbers of their sources, the one used last at the end. */
  private readonly custom = new Map<number, ServedKinds>();
  private readonly context: CustomKindContext;
  private readonly rulesAnnotation: string;
  private readonly reviewGroup: string;

  constructor({ vocabulary: name, emulatedMinor }: WorkerSettings, features: FeatureGates) {
    const plain = vocabularies[name as VocabularyName];
    const vocabulary = features.enabled(CBOR_GATE) ? withCbor(plain) : plain;
    this.builtin = byName(writtenKinds(compileKinds(builtinKinds, vocabulary, emulatedMinor)));
    this.context = customKindContext(vocabulary, emulatedMinor);
    this.rulesAnnotation = vocabulary.annotations.declaredConversion;
    this.reviewGroup = vocabulary.groups.apiextensions;
  }

  /** The kind of a task whose objects come as they are served. */
  of({ resource, custom }: TaskKind): WrittenKind {
    return (custom ? this.served(custom).shown : this.builtin).get(nameOf(resource))!;
  }

  /** The kind of a task whose objects come as they are stored. @param calls of the task, where a webhook converts them. */
  stored(task: TaskKind, calls: ConversionCalls): StoredKind {
    const converted = task.custom && this.served(task.custom).converted;
    if (!converted) return this.of(task);
    const { resource, conversionBy } = converted;
    const version = resource.served.find(({ gvr }) => nameOf(gvr) === nameOf(task.resource))!;
    return convertedKind(resource, version, conversionBy(calls));
  }

  private served(source: CustomSource): ServedKinds {
    const kinds = this.custom.get(source.id) ?? this.compiled(source);
    this.custom.delete(source.id);
    this.custom.set(source.id, kinds);
    if (this.custom.size > KEPT) this.custom.delete(this.custom.keys().next().value!);
    return kinds;
  }

  private compiled({ definition: bytes, currentSince, convertedSince }: CustomSource): ServedKinds {
    const entry = new Entry('', 0, ownBytes(bytes), noFacts);
    const definition = entry.parse() as unknown as CustomResourceDefinition;
    const shown = byName(customKinds(customResourceOf(definition, entry, this.context, currentSince)!));
    if (convertedSince === undefined) return { shown, converted: undefined };
    const rules = ruleConversionOf(definition, this.rulesAnnotation, (version) => schemaOf(version, entry).read());
    const { reviewGroup } = this;
    const conversionBy = (calls: ConversionCalls): ObjectConversion =>
      rules ?? webhookConversionOf(definition, { reviewGroup, callsOf: () => calls })!;
    const resource = customResourceOf(definition, entry, this.context, convertedSince)!;
    return { shown, converted: { resource, conversionBy } };
  }
}

/** A kind, with the conversion of what is stored where there is one. */
export type StoredKind = WrittenKind & Pick<WriterParts, 'conversion'>;

interface ServedKinds {
  readonly shown: ReadonlyMap<string, WrittenKind>;
  /** Undefined: stored objects are those that are served. */
  readonly converted: ConvertedKinds | undefined;
}

interface ConvertedKinds {
  readonly resource: CustomResource;
  readonly conversionBy: (calls: ConversionCalls) => ObjectConversion;
}

const byName = <T extends WrittenKind>(kinds: Iterable<T>): ReadonlyMap<string, T> =>
  new Map([...kinds].map((kind) => [nameOf(kind.definition.gvr), kind]));
