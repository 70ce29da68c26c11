import { builtinKinds, CBOR_GATE, compileKinds, type CustomResourceDefinition, type FeatureGates } from '@orch/api';
import {
  customKindContext,
  customResourceOf,
  ruleConversionOf,
  schemaOf,
  type CustomKindContext,
} from '@orch/extensions';
import {
  convertedKind,
  customKinds,
  Entry,
  writtenKinds,
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

/** The kinds of the tasks of the worker thread: the built-in ones, and those of definitions that came with tasks. */
export class ThreadKinds {
  private readonly builtin: ReadonlyMap<string, WrittenKind>;
  /** By the numbers of their sources, the one used last at the end. */
  private readonly custom = new Map<number, ServedKinds>();
  private readonly context: CustomKindContext;
  private readonly rulesAnnotation: string;

  constructor({ vocabulary: name, emulatedMinor }: WorkerSettings, features: FeatureGates) {
    const plain = vocabularies[name as VocabularyName];
    const vocabulary = features.enabled(CBOR_GATE) ? withCbor(plain) : plain;
    this.builtin = byName(writtenKinds(compileKinds(builtinKinds, vocabulary, emulatedMinor)));
    this.context = customKindContext(vocabulary, emulatedMinor);
    this.rulesAnnotation = vocabulary.annotations.declaredConversion;
  }

  /** The kind of a task whose objects come as they are served. */
  of({ resource, custom }: TaskKind): WrittenKind {
    return (custom ? this.served(custom).shown : this.builtin).get(nameOf(resource))!;
  }

  /** The kind of a task whose objects come as they are stored. */
  stored(task: TaskKind): StoredKind {
    const { resource, custom } = task;
    return (custom && this.served(custom).converted?.get(nameOf(resource))) ?? this.of(task);
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
    const rules = ruleConversionOf(definition, this.rulesAnnotation, (version) => schemaOf(version, entry).read());
    if (convertedSince === undefined || !rules) return { shown, converted: undefined };
    const resource = customResourceOf(definition, entry, this.context, convertedSince, rules)!;
    return { shown, converted: byName(resource.served.map((version) => convertedKind(resource, version, rules))) };
  }
}

/** A kind, with the conversion of what is stored where rules convert it. */
export type StoredKind = WrittenKind & Pick<WriterParts, 'conversion'>;

interface ServedKinds {
  readonly shown: ReadonlyMap<string, WrittenKind>;
  /** Undefined: stored objects are those that are served. */
  readonly converted: ReadonlyMap<string, StoredKind> | undefined;
}

const byName = <T extends WrittenKind>(kinds: Iterable<T>): ReadonlyMap<string, T> =>
  new Map([...kinds].map((kind) => [nameOf(kind.definition.gvr), kind]));
