import { protobufCodec, type ProtobufCodec, type ResourceDefinition } from '@orch/api';
import { ApiError, decodeCbor, decodeJson, encodeCbor, WorkLimitError, type DecodedBody } from '@orch/apimachinery';
import { MERGE_PATCH_TYPE, STRATEGIC_PATCH_TYPE } from '@orch/http';
import type { ResourceStore, WriteRequest } from '@orch/registry';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { warningHeaders } from '../../../libs/http/src/request/warning-header.js';
import { patchOf } from '../../../libs/server/src/body/read-patch.js';
import { LARGE_MEMBERS, smallWorkLimit } from '../../../libs/server/src/large-objects/is-large.js';
import { minimalObjects } from '../../support/minimal-objects.js';
import { pathsOf } from '../../support/resource-fixtures.js';

const NAMESPACE = 'sizes';
/** Where objects are created that are not there yet. */
const OTHER_NAMESPACE = 'other';

/** A write of a body. */
export type Write = 'create' | 'update' | 'apply' | 'strategic' | 'merge' | 'status' | 'protobuf' | 'cbor';

/** A built-in kind, with a small object of it that is stored. */
export class WrittenKind {
  readonly name: string;

  private constructor(
    private readonly store: ResourceStore,
    /** A valid object, where the test has one: of some versions it does not. */
    readonly object: { readonly metadata: { readonly name: string } },
    private readonly isStored: boolean,
  ) {
    this.name = `${store.definition.apiVersion}/${store.definition.gvk.kind}`;
  }

  static async open(store: ResourceStore, minimal: object): Promise<WrittenKind> {
    const { gvk, apiVersion } = store.definition;
    const object = { kind: gvk.kind, apiVersion, ...(minimal as { metadata: { name: string } }) };
    const isStored = await answered(() => store.writer.create(testWrite(namespaceOf(store)), bodyOf(object)));
    return new WrittenKind(store, object, isStored);
  }

  get definition(): ResourceDefinition {
    return this.store.definition;
  }

  /** What can be made of a body of this kind. */
  get writes(): readonly Write[] {
    const codec = protobufCodec(this.definition);
    const always: readonly Write[] = codec ? ['create', 'protobuf', 'cbor'] : ['create', 'cbor'];
    if (!this.isStored) return always;
    const ofStored: readonly Write[] = ['update', 'apply', 'strategic', 'merge'];
    return [...always, ...ofStored, ...(this.definition.subresources.has('status') ? (['status'] as const) : [])];
  }

  /** All that one request with a body does, but for admission and the commit. @returns undefined when the body has no such form. */
  prepared(write: Write, object: object): (() => Promise<boolean>) | undefined {
    const { writer, definition } = this.store;
    const { name } = this.object.metadata;
    const warnings: string[] = [];
    const request = testWrite(namespaceOf(this.store, write), {
      dryRun: true,
      limit: smallWorkLimit(LARGE_MEMBERS),
      // Both: what is unknown is an error here, and a warning there.
      fieldValidation: write === 'create' || write === 'apply' ? 'Strict' : 'Warn',
      fieldManager: write === 'apply' ? 'another' : 'test',
      warn: (text) => void warnings.push(text),
    });
    const read = reader(write, object, definition);
    if (!read) return undefined;
    return () =>
      answered(async () => {
        await made(writer, request, name, write, read(), definition);
        warningHeaders(warnings);
      });
  }
}

/** The kinds of a registry with a real store. */
export async function openKinds(): Promise<{
  readonly registry: TestRegistry;
  readonly kinds: readonly WrittenKind[];
}> {
  const vocabulary = vocabularies.kubernetes;
  const registry = await startTestRegistry({ vocabulary: 'kubernetes' });
  const minimal = await minimalObjects(vocabulary, pathsOf(vocabulary, NAMESPACE), NAMESPACE);
  const kinds: WrittenKind[] = [];
  for (const store of registry.registry.resources) {
    const { gvr, struct } = store.definition;
    if (!struct) continue;
    const [, object] = minimal.find(([path]) => path.endsWith(`/${gvr.resource}`)) ?? ['', { metadata: { name: 'minimal' } }]; // prettier-ignore
    kinds.push(await WrittenKind.open(store, object));
  }
  return { registry, kinds };
}

const bodyOf = (object: object): DecodedBody => decodeJson(Buffer.from(JSON.stringify(object)));

const namespaceOf = ({ definition }: ResourceStore, write?: Write): string => {
  if (!definition.declaration.namespaced) return '';
  return write === 'create' || write === 'protobuf' || write === 'cbor' ? OTHER_NAMESPACE : NAMESPACE;
};

/** Encodes the object; decoding is part of what is measured. */
function reader(write: Write, object: object, definition: ResourceDefinition): (() => DecodedBody) | undefined {
  if (write === 'cbor') {
    const bytes = Buffer.from(encodeCbor(object));
    return () => decodeCbor(bytes);
  }
  if (write === 'protobuf') {
    const codec = protobufCodec(definition)!;
    const bytes = asProtobuf(codec, object);
    return bytes && (() => ({ value: codec.decode(bytes), duplicateFields: [] }));
  }
  const bytes = Buffer.from(JSON.stringify(object));
  return () => decodeJson(bytes);
}

/** Undefined for values that it cannot have, such as a text that is not a time. */
function asProtobuf(codec: ProtobufCodec, object: object): Buffer | undefined {
  try {
    return Buffer.from(codec.encode(object));
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function made(
  writer: ResourceStore['writer'],
  request: WriteRequest,
  name: string,
  write: Write,
  body: DecodedBody,
  definition: ResourceDefinition,
): Promise<unknown> {
  switch (write) {
    case 'create':
    case 'protobuf':
    case 'cbor':
      return writer.create(request, body);
    case 'update':
      return writer.update(request, name, body);
    case 'apply':
      return writer.apply(request, name, '', body, false);
    case 'strategic':
      return writer.patch(request, name, patchOf(STRATEGIC_PATCH_TYPE, body, definition, name));
    case 'merge':
      return writer.patch(request, name, patchOf(MERGE_PATCH_TYPE, body, definition, name));
    case 'status':
      return writer.updateSubresource(request, name, 'status', body);
  }
}

/** Whether it succeeds. A refusal is written as an answer; what is too much work goes to the thread of large objects. @throws anything but these. */
async function answered(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (error instanceof WorkLimitError) return false;
    if (!(error instanceof ApiError && error.code < 500)) throw error;
    JSON.stringify(error.toStatus());
    return false;
  }
}
