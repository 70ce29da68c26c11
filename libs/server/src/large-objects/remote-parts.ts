import type { FeatureGates } from '@orch/api';
import { systemClock, type ApiObject, type Random } from '@orch/apimachinery';
import {
  Entry,
  resourcePrefix,
  type Admission,
  type AdmissionAttributes,
  type WriteStorage,
  type WriteTarget,
  type WriterParts,
} from '@orch/registry';
import type { Stored, Value } from '@orch/storage';
import type { CurrentObject, SentObject, ServerCall, WriteTask } from './messages.js';
import { ownBytes } from './own-bytes.js';
import type { StoredKind } from './thread-kinds.js';

/** The connection of one write to the server. Caches current objects received with answers. */
export interface ServerLine {
  /** @param key the key whose current object is returned with the answer if it has changed. */
  call<T>(key: string | undefined, request: ServerCall, transfer?: readonly ArrayBuffer[]): Promise<T>;
  /** The current object received last for that key. */
  current(key: string): CurrentObject['stored'];
}

const noFacts = () => ({ labels: undefined, fields: {} });

/** The dependencies of a writer in the worker thread, for one write: cache, mailbox, store and admission are remote. */
export function remoteParts(
  { definition, stored, form, versions, conversion }: StoredKind,
  features: FeatureGates,
  task: WriteTask,
  keyOf: (name: string) => string,
  line: ServerLine,
): WriterParts {
  const random: Random = Math.random;
  return {
    definition,
    form,
    versions,
    conversion,
    features,
    random,
    clock: { ...systemClock, now: () => task.nowMs },
    actor: remoteTarget(resourcePrefix(stored.gvr), keyOf(task.name), task.isShared, line),
    storage: remoteStorage(line),
    admission: new RemoteAdmission(task, keyOf, line),
  };
}

/** @param target the key of the object in the URL. */
function remoteTarget(prefix: string, target: string, isShared: boolean, line: ServerLine): WriteTarget {
  return {
    prefix,
    get: (key) => {
      const stored = line.current(key);
      return stored && new Entry(key, stored.revision, ownBytes(stored.bytes), noFacts);
    },
    mailbox: {
      run: async (key, turn) => {
        await line.call(key, { kind: 'enter' });
        try {
          return await turn({ passOn: () => void line.call(key, { kind: 'leave' }).catch(() => undefined) });
        } finally {
          await line.call(key, { kind: 'leave' });
        }
      },
    },
    // Selectors read these objects on first use.
    expect: () => undefined,
    unexpect: () => undefined,
    position: {
      waitFor: (revision, timeoutMs) => line.call(target, { kind: 'waitFor', revision, timeoutMs }),
      refresh: () => (isShared ? line.call(target, { kind: 'refresh' }) : undefined),
    },
  };
}

function remoteStorage(line: ServerLine): WriteStorage {
  const write = async (
    kind: 'create' | 'replace' | 'delete',
    storageKey: string,
    expected: number,
    { bytes, revisionAt }: Value,
  ): Promise<Stored> => {
    const { revision, value } = await line.call<{ revision: number; value: Uint8Array }>(undefined, {
      kind,
      storageKey,
      expected,
      bytes: ownBytes(bytes),
      revisionAt,
    });
    return { key: storageKey, revision, value: ownBytes(value) };
  };
  return {
    create: (key, value) => write('create', key, 0, value),
    replace: (key, expected, value) => write('replace', key, expected, value),
    delete: (key, expected, last) => write('delete', key, expected, last),
  };
}

/** Admission of the server, which receives each object once, as JSON. */
class RemoteAdmission implements Admission {
  private readonly sent = new WeakMap<ApiObject, number>();
  private lastId = 0;

  constructor(
    private readonly task: WriteTask,
    private readonly keyOf: (name: string) => string,
    private readonly line: ServerLine,
  ) {}

  async mutate(attributes: AdmissionAttributes): Promise<ApiObject> {
    const object = attributes.object!;
    const resultId = ++this.lastId;
    const changed = await this.call<{ json: Uint8Array } | undefined>('mutate', attributes, resultId);
    if (!changed) return object;
    const mutated = JSON.parse(ownBytes(changed.json).toString('utf8')) as ApiObject;
    const { managedFields } = object.metadata;
    const whole =
      managedFields === undefined ? mutated : { ...mutated, metadata: { ...mutated.metadata, managedFields } };
    this.sent.set(whole, resultId);
    return whole;
  }

  validate(attributes: AdmissionAttributes): Promise<void> {
    return this.call('validate', attributes, 0);
  }

  private async call<T>(kind: 'mutate' | 'validate', attributes: AdmissionAttributes, resultId: number): Promise<T> {
    const { operation, subresource, name, object, oldObject } = attributes;
    const key = this.keyOf(name);
    const of = ++this.lastId;
    // Undo functions of admission run on the server.
    attributes.onFailure((outcome) => this.line.call(undefined, { kind: 'undo', of, outcome }));
    return this.line.call<T>(key, {
      kind,
      operation,
      subresource,
      name,
      object: object && this.sentObject(object),
      oldObject: oldObject && this.sentObject(oldObject),
      resultId,
      of,
    });
  }

  private sentObject(object: ApiObject): SentObject {
    if (!this.task.sendsContent) return { named: namesOf(object) };
    const known = this.sent.get(object);
    if (known !== undefined) return { id: known };
    const id = ++this.lastId;
    this.sent.set(object, id);
    const { managedFields: _owners, ...metadata } = object.metadata;
    return { id, json: Buffer.from(JSON.stringify({ ...object, metadata }), 'utf8') };
  }
}

/** The object without fields that may be large. */
function namesOf({ kind, apiVersion, metadata }: ApiObject): ApiObject {
  const { name, generateName, namespace, uid, resourceVersion, deletionTimestamp, finalizers } = metadata;
  return {
    kind,
    apiVersion,
    metadata: { name, generateName, namespace, uid, resourceVersion, deletionTimestamp, finalizers },
  } as ApiObject;
}
