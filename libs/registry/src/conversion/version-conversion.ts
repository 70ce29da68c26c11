import type { ResourceDefinition } from '@orch/api';
import {
  ApiError,
  encodeObject,
  StepTime,
  WorkLimitError,
  type ApiObject,
  type KindVersions,
  type WorkLimit,
} from '@orch/apimachinery';
import type { Revision, Stored } from '@orch/storage';
import { isDamaged } from '../cache/damaged-entry.js';
import { Entry, factReader, type FactReader } from '../cache/entry.js';
import { separateTurn } from '../cache/separate-turn.js';
import { dryRunBytes } from '../write/dry-run-bytes.js';
import { fillDefaults } from '../write/decode-object.js';
import type { EncodedForm, FormConversion } from '../write/form-conversion.js';
import { objectHead, startsWith } from '../write/object-head.js';
import { ConversionError } from '../errors/conversion-error.js';
import { ConversionGrowth } from './conversion-growth.js';
import type { ConvertedCache } from './converted-cache.js';
import { ConvertedEntry } from './converted-entry.js';
import { knownConversions } from './known-conversions.js';
import type { ObjectConversion } from './object-conversion.js';

/** Bounds of one call, so that neither side works long on it. */
const OBJECTS_PER_CALL = 500;
const BYTES_PER_CALL = 512 * 1_024;
/** Converted objects that are read and encoded in one turn: a webhook may return far more than was sent. Unit: bytes. */
const BYTES_PER_TURN = 256 * 1_024;

/** Converts large objects of one version elsewhere. */
interface LargeEntries {
  /** Undefined for a small object. */
  convert(entry: Entry): Promise<Buffer> | undefined;
  /** Of a small object that may become large. */
  readonly limit: () => WorkLimit;
  convertGrown(entry: Entry): Promise<Buffer>;
}

/** What a version of a custom kind is converted with. */
export interface VersionConversionParts {
  readonly definition: ResourceDefinition;
  /** The version that is stored. */
  readonly stored: ResourceDefinition;
  /** All versions in which objects may be stored, served or not, by `apiVersion`. */
  readonly declared: ReadonlyMap<string, ResourceDefinition>;
  /** Versions that are served. */
  readonly served: readonly ResourceDefinition[];
  readonly conversion: ObjectConversion;
  /** Objects of later revisions were written under the schemas of these definitions. */
  readonly currentSince: Revision;
  readonly cache: ConvertedCache;
  /** Converts large objects elsewhere. Default: all are converted here. */
  readonly large?: LargeEntries | undefined;
}

/** An object of a call in progress. */
interface PendingEntry {
  readonly call: Promise<readonly Entry[]>;
  /** Position in the result of the call. */
  readonly at: number;
  /** Objects of the call. */
  readonly count: number;
}

/**
 * Converts the objects of one served version from and to their stored form (decision 063). Objects that are stored in the version itself cost no
 * call and no promise. Converted objects are cached by key and revision, and concurrent conversions of one object share a call.
 */
export class VersionConversion implements FormConversion {
  private readonly scope: string;
  private readonly head: Buffer;
  private readonly factsOf: FactReader;
  /** Conversions in progress, by cache key. */
  private readonly pending = new Map<string, PendingEntry>();
  /** Of large objects, by cache key. */
  private readonly pendingElsewhere = new Map<string, Promise<Entry>>();

  constructor(private readonly parts: VersionConversionParts) {
    const { definition, cache } = parts;
    this.scope = cache.newScope();
    this.head = objectHead(definition);
    this.factsOf = factReader(definition.declaration.selectableFields);
  }

  /** Whether objects of the version are stored as they are served. */
  get isStored(): boolean {
    return this.parts.definition.apiVersion === this.parts.stored.apiVersion;
  }

  entry(entry: Entry): Entry | Promise<Entry> {
    const entries = this.entries([entry]);
    return entries instanceof Promise ? entries.then(([only]) => only!) : entries[0]!;
  }

  /**
   * The objects in the served version, in order; damaged ones as they are. Synchronous if nothing has to be converted.
   * @param growth of the request. Default: it needs no more objects.
   * @throws ApiError when an object cannot be converted, or all together become too large.
   */
  entries(entries: readonly Entry[], growth = new ConversionGrowth()): readonly Entry[] | Promise<readonly Entry[]> {
    let out: Entry[] | undefined;
    const missing: number[] = [];
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]!;
      const known = this.known(entry);
      if (known === undefined) missing.push(at);
      else if (known !== entry) this.put((out ??= entries.slice()), at, known, growth);
    }
    if (missing.length === 0) return out ?? entries;
    return this.fill(out ?? entries.slice(), missing, growth);
  }

  encode(object: ApiObject, limit?: WorkLimit): EncodedForm | Promise<EncodedForm> {
    if (this.parts.conversion.checksWrites) return this.checked(object, limit).then(encodeObject);
    if (this.isStored) return encodeObject(object);
    return this.toStored(object, limit).then(encodeObject);
  }

  encodeDeleted(current: Entry, deleted: ApiObject): EncodedForm {
    const { finalizers, deletionTimestamp, deletionGracePeriodSeconds, generation } = deleted.metadata;
    if (isDamaged(current)) return encodeObject({ ...deleted, apiVersion: this.parts.stored.apiVersion });
    const object = current.parse();
    const changed = { finalizers, deletionTimestamp, deletionGracePeriodSeconds, generation };
    return encodeObject({ ...object, metadata: { ...object.metadata, ...changed } });
  }

  metadataOf(entry: Entry): ApiObject {
    return { ...entry.parse(), apiVersion: this.parts.definition.apiVersion };
  }

  async committed(key: string, { revision, value }: Stored): Promise<Buffer> {
    return (await this.entry(new Entry(key, revision, value, this.factsOf))).bytes;
  }

  async dryRun(object: ApiObject, limit?: WorkLimit): Promise<Buffer> {
    const stored = this.parts.conversion.checksWrites ? await this.checked(object, limit) : undefined;
    if (this.isStored) return dryRunBytes(object);
    const shown = await this.shown(stored ?? (await this.toStored(object, limit)), limit);
    const { resourceVersion } = object.metadata;
    return dryRunBytes({ ...shown, metadata: { ...shown.metadata, resourceVersion } });
  }

  inVersions<T>(versions: KindVersions, compute: (versions: KindVersions) => T, limit?: WorkLimit): Promise<T> {
    return knownConversions(versions, (object, to) => this.one(object, to, limit), compute);
  }

  private known(entry: Entry): Entry | undefined {
    if (entry instanceof ConvertedEntry || isDamaged(entry)) return entry;
    if (entry.revision > this.parts.currentSince && startsWith(entry.bytes, this.head)) return entry;
    return this.parts.cache.get(this.keyOf(entry));
  }

  private keyOf({ key, revision }: Entry): string {
    return `${this.scope}${revision} ${key}`;
  }

  /** Converts the entries at `missing`, in as few calls as the bounds allow. */
  private async fill(
    entries: Entry[],
    missing: readonly number[],
    growth: ConversionGrowth,
  ): Promise<readonly Entry[]> {
    let batch: number[] = [];
    let bytes = 0;
    for (const [i, at] of missing.entries()) {
      const elsewhere = this.elsewhere(entries[at]!);
      if (elsewhere) this.put(entries, at, await elsewhere, growth);
      else {
        batch.push(at);
        bytes += entries[at]!.length;
      }
      if (batch.length < OBJECTS_PER_CALL && bytes < BYTES_PER_CALL && i < missing.length - 1) continue;
      if (batch.length === 0) continue;
      const converted = await this.batch(batch.map((index) => entries[index]!));
      for (const [n, index] of batch.entries()) this.put(entries, index, converted[n]!, growth);
      batch = [];
      bytes = 0;
    }
    return entries;
  }

  private put(entries: Entry[], at: number, converted: Entry, growth: ConversionGrowth): void {
    growth.add(entries[at]!.length, converted.length, this.parts.definition);
    entries[at] = converted;
  }

  /** The conversion of a large object, which concurrent requests share. */
  private elsewhere(entry: Entry): Promise<Entry> | undefined {
    const { large } = this.parts;
    if (!large) return undefined;
    const key = this.keyOf(entry);
    const conversion = this.pendingElsewhere.get(key) ?? large.convert(entry)?.then((bytes) => this.keep(entry, bytes));
    if (conversion) track(this.pendingElsewhere, key, conversion);
    return conversion;
  }

  private keep(entry: Entry, bytes: Buffer): Entry {
    const converted = new ConvertedEntry(entry.key, entry.revision, bytes, this.factsOf);
    this.parts.cache.set(this.keyOf(entry), converted);
    return converted;
  }

  private async batch(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const own = new Map<string, Entry>();
    for (const entry of entries) if (!this.pending.has(this.keyOf(entry))) own.set(this.keyOf(entry), entry);
    const begun = own.size > 0 ? this.begin(own) : undefined;
    const places = entries.map((entry) => this.pending.get(this.keyOf(entry))!);
    // By call, not by object: many lists may share the calls of hundreds of objects.
    const converted = new Map<PendingEntry['call'], readonly Entry[] | undefined>();
    if (begun) converted.set(begun, await begun);
    for (const { call, count } of places) {
      // In the call of another request, another object may be the reason of a failure.
      if (!converted.has(call)) converted.set(call, await (count === 1 ? call : call.catch(() => undefined)));
    }
    const found = places.map(({ call, at }) => converted.get(call)?.[at]);
    const failed = entries.filter((_entry, at) => !found[at]);
    const again = failed.length === 0 ? [] : await this.again(failed);
    let at = 0;
    return found.map((entry) => entry ?? again[at++]!);
  }

  /**
   * After a shared call that failed. Requests for one object, which may be hundreds, share the next call of it; lists, of which there may be as many,
   * read their objects for a call of their own in turns.
   */
  private again(failed: readonly Entry[]): Promise<readonly Entry[]> {
    const [entry] = failed as readonly [Entry];
    const pending = this.pending.get(this.keyOf(entry));
    if (failed.length > 1 || (pending && pending.count > 1)) return separateTurn().then(() => this.call(failed));
    return pending?.call ?? this.begin(new Map([[this.keyOf(entry), entry]]));
  }

  /** Other requests for the same objects share the call. */
  private begin(entries: ReadonlyMap<string, Entry>): PendingEntry['call'] {
    const call = this.call([...entries.values()]);
    let at = 0;
    for (const key of entries.keys()) this.pending.set(key, { call, at: at++, count: entries.size });
    const done = (): void => {
      for (const key of entries.keys()) this.pending.delete(key);
    };
    call.then(done, done);
    return call;
  }

  /** One call for all of them. */
  private call(entries: readonly Entry[]): Promise<readonly Entry[]> {
    return entries.length === 1 ? this.convertOne(entries[0]!) : this.convertMany(entries);
  }

  /** An object that the webhook makes large is converted elsewhere. */
  private async convertOne(entry: Entry): Promise<readonly Entry[]> {
    const { large } = this.parts;
    if (!large) return this.convert([entry]);
    try {
      return await this.convert([entry], large.limit());
    } catch (error) {
      if (!(error instanceof WorkLimitError)) throw error;
      return [this.keep(entry, await large.convertGrown(entry))];
    }
  }

  /** In as many calls as the defaults of the objects need. */
  private async convertMany(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const kept: Entry[] = [];
    while (kept.length < entries.length) {
      const rest = entries.slice(kept.length);
      const read = await this.readSome(rest);
      const converted =
        read.length === 0 ? this.convertOne(rest[0]!) : this.convertRead(rest.slice(0, read.length), read);
      kept.push(...(await converted));
    }
    return kept;
  }

  /**
   * The first of the objects, with the defaults of the version they are stored in, which may be far longer than what is stored: as many as are read
   * with the work of one that is small. None: the first takes more.
   */
  private async readSome(entries: readonly Entry[]): Promise<readonly ApiObject[]> {
    const limit = this.parts.large?.limit();
    const read: ApiObject[] = [];
    const time = new StepTime();
    for (const entry of entries) {
      if (time.isOver) {
        await separateTurn();
        time.begin();
      }
      try {
        read.push(this.readStored(entry.parse(), limit));
      } catch (error) {
        if (!(error instanceof WorkLimitError)) throw error;
        break;
      }
    }
    return read;
  }

  private async convert(entries: readonly Entry[], limit?: WorkLimit): Promise<readonly Entry[]> {
    const read = entries.map((entry) => this.readStored(entry.parse(), limit));
    return this.convertRead(entries, read, limit);
  }

  /** @param read the entries as they are converted. */
  private async convertRead(
    entries: readonly Entry[],
    read: readonly ApiObject[],
    limit?: WorkLimit,
  ): Promise<readonly Entry[]> {
    const converted = await this.parts.conversion.convert(read, this.parts.definition.apiVersion, limit);
    const kept: Entry[] = [];
    let bytes = 0;
    for (const [i, object] of converted.entries()) {
      if (bytes >= BYTES_PER_TURN) {
        bytes = 0;
        await separateTurn();
      }
      const { kind, apiVersion, ...rest } = this.served(object, read[i]!);
      const json = Buffer.from(JSON.stringify({ kind, apiVersion, ...rest }), 'utf8');
      kept.push(this.keep(entries[i]!, json));
      bytes += json.length;
    }
    return kept;
  }

  /** A stored object in the served version. It is read by the schema of the version it was stored in, as kube-apiserver does. */
  private async shown(object: ApiObject, limit: WorkLimit | undefined): Promise<ApiObject> {
    const read = this.readStored(object, limit);
    return this.served(await this.one(read, this.parts.definition.apiVersion, limit), read);
  }

  /** @param read the stored object that was converted. */
  private served(converted: ApiObject, read: ApiObject): ApiObject {
    return converted === read ? converted : prunedResult(this.parts.definition, converted);
  }

  private readStored(object: ApiObject, limit: WorkLimit | undefined): ApiObject {
    const version = this.parts.declared.get(object.apiVersion ?? '');
    if (!version) throw unknownVersion(object.apiVersion ?? '');
    return fillDefaults(version, pruned(version, object), limit);
  }

  /** With the defaults of the stored version, which kube-apiserver fills at each read. */
  private async toStored(object: ApiObject, limit?: WorkLimit): Promise<ApiObject> {
    const { stored } = this.parts;
    // The store assigns resourceVersions.
    const { resourceVersion: _revision, ...metadata } = object.metadata;
    const converted = await this.one({ ...object, metadata }, stored.apiVersion, limit);
    const { kind, apiVersion, ...rest } = fillDefaults(stored, prunedResult(stored, converted), limit);
    return { kind, apiVersion, ...rest } as ApiObject;
  }

  /** The object as it is to be stored. @throws ApiError Invalid when it cannot be converted to a version that is served. */
  private async checked(object: ApiObject, limit: WorkLimit | undefined): Promise<ApiObject> {
    const { definition, stored: storedVersion, served, conversion } = this.parts;
    try {
      const stored = this.isStored ? object : await this.toStored(object, limit);
      const read = fillDefaults(storedVersion, stored, limit);
      for (const { apiVersion } of served) await conversion.convert([read], apiVersion);
      return stored;
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      const { kind, group } = definition.gvk;
      const name = object.metadata.name ?? '';
      const message = `${kind}.${group} "${name}" is invalid: ${error.message}`;
      throw new ApiError('Invalid', message, { details: { name, group, kind }, cause: error });
    }
  }

  private async one(object: ApiObject, apiVersion: string, limit?: WorkLimit): Promise<ApiObject> {
    const [converted] = await this.parts.conversion.convert([object], apiVersion, limit);
    return converted!;
  }
}

function track(pending: Map<string, Promise<Entry>>, key: string, conversion: Promise<Entry>): void {
  if (pending.get(key) === conversion) return;
  pending.set(key, conversion);
  const done = (): void => void pending.delete(key);
  conversion.then(done, done);
}

/** Without fields that the schema of the version does not know. */
const pruned = ({ schema }: ResourceDefinition, object: ApiObject): ApiObject =>
  schema.stored(object) as unknown as ApiObject;

/** Of a conversion. @throws ConversionError for what no body of a client may have, such as whole numbers beyond 2^53: the client did not send it. */
function prunedResult(definition: ResourceDefinition, converted: ApiObject): ApiObject {
  try {
    return pruned(definition, converted);
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === 'BadRequest')) throw error;
    throw new ConversionError(
      `conversion to ${definition.apiVersion} returned an invalid object: ${error.message}`,
      error,
    );
  }
}

const unknownVersion = (apiVersion: string): ConversionError =>
  new ConversionError(`request to convert CR from an invalid group/version: ${apiVersion}`);
