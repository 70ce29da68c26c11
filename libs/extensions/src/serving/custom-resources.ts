import { createHash } from 'node:crypto';
import type { CustomResourceDefinition, ResourceDefinition } from '@orch/api';
import { jsonPart } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { type Change, type CustomResource, type Entry, type Registry } from '@orch/registry';
import type { Revision } from '@orch/storage';
import type { HookClient } from '@orch/webhook';
import { ConversionMetrics } from '../conversion/conversion-metrics.js';
import { conversionOf, type ConversionParts } from '../conversion/conversions.js';
import { WebhookCalls } from '../conversion/webhook-calls.js';
import { customKindContext, type CustomKindContext } from '../custom-kind/custom-kind.js';
import { customResourceOf, schemaOf } from '../custom-kind/custom-resource.js';
import { definitionIn, definitionOutline } from '../custom-kind/definition-contents.js';

/** A definition as it is served now. */
interface Member {
  /** Its newest state. */
  readonly entry: Entry;
  readonly resource: CustomResource | undefined;
  readonly currentSince: Revision;
  /** Of what the served resource depends on. */
  readonly served: string;
  /** Of what the form of stored objects depends on. Undefined: not needed yet. */
  readonly form: string | undefined;
  /** Identity of the spec. */
  readonly spec: string | undefined;
}

const NONE: readonly ResourceDefinition[] = [];

/**
 * Serves the established custom resources. A definition is read from the events of the store, in the turn in which it becomes visible: so its
 * change is in force before the answer to the write that changed it, on every server as soon as it has the event.
 */
export class CustomResources {
  private readonly context: CustomKindContext;
  private readonly members = new Map<string, Member>();
  /** Of the members, sorted. */
  private readonly names: string[] = [];
  private list: readonly ResourceDefinition[] | undefined = NONE;
  private registry: Registry | undefined;
  private conversions: ConversionParts | undefined;
  /** Calls of conversion webhooks. */
  readonly metrics = new ConversionMetrics();

  constructor(
    private readonly vocabulary: Vocabulary,
    emulatedMinor: number | undefined,
    /** Calls of webhooks that convert objects. */
    private readonly hookClient: (registry: Registry) => HookClient,
  ) {
    this.context = customKindContext(vocabulary, emulatedMinor);
  }

  /** All served versions, by the names of their definitions. A new array when they change. */
  get served(): readonly ResourceDefinition[] {
    if (this.list) return this.list;
    const list: ResourceDefinition[] = [];
    for (const name of this.names) for (const kind of this.members.get(name)?.resource?.served ?? []) list.push(kind);
    return (this.list = list);
  }

  /** Serves the definitions of the registry, and follows their changes. Resolves when the objects of all are loaded. */
  async follow(registry: Registry): Promise<void> {
    const definitions = { group: this.vocabulary.groups.apiextensions, resource: 'customresourcedefinitions' };
    this.registry = registry;
    const { groups, annotations } = this.vocabulary;
    const { metrics } = this;
    const client = this.hookClient(registry);
    this.conversions = {
      callsOf: (definition, config) => new WebhookCalls({ client, config, definition, metrics }),
      reviewGroup: groups.apiextensions,
      rulesAnnotation: annotations.declaredConversion,
    };
    registry.changesOf(definitions).subscribe((change) => this.changed(change));
    const loading = registry.entriesOf(definitions).map((entry) => this.load(entry));
    await Promise.all(loading.filter((objects) => objects !== undefined));
  }

  private changed({ type, entry, revision }: Change): void {
    if (type !== 'DELETED') void this.set(entry, Math.max(revision, this.registry!.revision));
    else if (this.members.has(entry.name)) this.remove(entry.name);
  }

  /** As `set`, for the state at the start: nothing is known that it could differ from. */
  private load(entry: Entry): Promise<void> | undefined {
    const outline = definitionOutline(entry);
    // Without it, what is served is identified by the whole spec.
    const definition = outline.metadata.generation === undefined ? definitionIn(entry) : outline;
    const served = this.servedDigest(definition);
    return this.serve(entry, definition, { currentSince: entry.revision, served, form: undefined });
  }

  /** HOT PATH (bench: definitions). @param now objects written after it are of the present form of the definition. */
  private set(entry: Entry, now: Revision): Promise<void> | undefined {
    const definition = definitionIn(entry);
    const { name } = entry;
    const before = this.members.get(name);
    const served = this.servedDigest(definition);
    if (before?.served === served) {
      this.members.set(name, { ...before, entry });
      return undefined;
    }
    const spec = specIdentity(definition);
    // The schemas may be large, and most changes are those of the status.
    if (before && before.spec === spec && spec !== undefined)
      return this.serve(entry, definition, { currentSince: before.currentSince, served, form: before.form });
    const form = formDigest(entry);
    const formBefore = before && (before.form ?? formDigest(before.entry));
    const currentSince = form === formBefore ? before!.currentSince : now;
    return this.serve(entry, definition, { currentSince, served, form });
  }

  private servedDigest(definition: CustomResourceDefinition): string {
    return servedDigest(definition, this.vocabulary.annotations.declaredConversion);
  }

  private serve(
    entry: Entry,
    definition: CustomResourceDefinition,
    known: Pick<Member, 'currentSince' | 'served' | 'form'>,
  ): Promise<void> | undefined {
    const { name } = entry;
    const before = this.members.get(name);
    const conversion = conversionOf(definition, this.conversions!, (version) => schemaOf(version, entry).read());
    const { group, names } = definition.spec;
    // Listed nowhere either: clients would prefer a version that does not exist.
    const resource = this.registry!.isBuiltin({ group, resource: names.plural })
      ? undefined
      : customResourceOf(definition, entry, this.context, known.currentSince, conversion);
    this.members.set(name, { entry, resource, ...known, spec: specIdentity(definition) });
    if (!before) this.names.splice(placeOf(name, this.names), 0, name);
    // A new definition is not served before its names are accepted.
    if (resource || before?.resource) this.list = undefined;
    if (resource) return this.registry!.serve(resource);
    this.withdraw(before);
    return undefined;
  }

  private remove(name: string): void {
    const member = this.members.get(name);
    this.members.delete(name);
    this.names.splice(placeOf(name, this.names), 1);
    if (member?.resource) this.list = undefined;
    this.withdraw(member);
  }

  private withdraw(member: Member | undefined): void {
    if (member?.resource) this.registry!.withdraw(member.resource.stored.gvr);
  }
}

/** Where a name is in a sorted list, or belongs. */
function placeOf(name: string, sorted: readonly string[]): number {
  let [low, high] = [0, sorted.length];
  if (high > 0 && sorted[high - 1]! < name) return high; // they are loaded in order
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

const SERVING_CONDITIONS: ReadonlySet<string> = new Set(['Established', 'Terminating']);

/** What the served resource depends on. */
function servedDigest({ metadata, spec, status }: CustomResourceDefinition, rulesAnnotation: string): string {
  const conditions = (status?.conditions ?? []).filter(({ type }) => SERVING_CONDITIONS.has(type));
  // The generation changes with the spec, which may be large.
  const content = metadata.generation ?? spec;
  return digest([
    metadata.uid,
    content,
    status?.acceptedNames,
    metadata.annotations?.[rulesAnnotation],
    conditions.map(({ type, status: state }) => [type, state]),
  ]);
}

/** Undefined: there is none. */
const specIdentity = ({ metadata: { uid, generation } }: CustomResourceDefinition): string | undefined =>
  uid === undefined || generation === undefined ? undefined : `${uid} ${generation}`;

/** What the form of stored objects depends on. */
const FORM_PARTS = [
  ['metadata', 'uid'],
  ['spec', 'versions'],
  ['spec', 'preserveUnknownFields'],
] as const;

/** Of the bytes, which are not decoded: the schemas may be large. */
function formDigest({ bytes }: Entry): string {
  const hash = createHash('sha256');
  for (const path of FORM_PARTS) hash.update(jsonPart(bytes, path) ?? 'absent').update('\n');
  return hash.digest('base64');
}

/** Definitions are stored in one order of fields. */
const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');
