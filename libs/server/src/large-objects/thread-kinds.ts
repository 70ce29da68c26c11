import { builtinKinds, CBOR_GATE, compileKinds, type CustomResourceDefinition, type FeatureGates } from '@orch/api';
import { customKindContext, customResourceOf, type CustomKindContext } from '@orch/extensions';
import { customKinds, Entry, writtenKinds, type ServedResource, type WrittenKind } from '@orch/registry';
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
  private readonly custom = new Map<number, ReadonlyMap<string, WrittenKind>>();
  private readonly context: CustomKindContext;

  constructor({ vocabulary: name, emulatedMinor }: WorkerSettings, features: FeatureGates) {
    const plain = vocabularies[name as VocabularyName];
    const vocabulary = features.enabled(CBOR_GATE) ? withCbor(plain) : plain;
    this.builtin = byName(writtenKinds(compileKinds(builtinKinds, vocabulary, emulatedMinor)));
    this.context = customKindContext(vocabulary, emulatedMinor);
  }

  /** The kind of a task. */
  of({ resource, custom }: TaskKind): WrittenKind {
    return (custom ? this.served(custom) : this.builtin).get(nameOf(resource))!;
  }

  private served(source: CustomSource): ReadonlyMap<string, WrittenKind> {
    const kinds = this.custom.get(source.id) ?? this.compiled(source);
    this.custom.delete(source.id);
    this.custom.set(source.id, kinds);
    if (this.custom.size > KEPT) this.custom.delete(this.custom.keys().next().value!);
    return kinds;
  }

  private compiled({ definition: bytes, currentSince }: CustomSource): ReadonlyMap<string, WrittenKind> {
    const entry = new Entry('', 0, ownBytes(bytes), noFacts);
    const definition = entry.parse() as unknown as CustomResourceDefinition;
    return byName(customKinds(customResourceOf(definition, entry, this.context, currentSince)!));
  }
}

const byName = (kinds: Iterable<WrittenKind>): ReadonlyMap<string, WrittenKind> =>
  new Map([...kinds].map((kind) => [nameOf(kind.definition.gvr), kind]));
