import type { ResourceDefinition } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { FieldValidation, ResourceStore, WriteRequest, WriteResult } from '@orch/registry';
import {
  annotateRequest,
  excludeTime,
  type Authorizer,
  flowOfRequester,
  ownTurn,
  type RequestContext,
} from '@orch/http';
import { requireAllowed } from '@orch/authorization';
import { sendItem } from '@orch/http';
import { configurationTypeOf, readConfigurationBody } from '../../body/read-configuration.js';
import { objectTypeOf, readObject } from '../../body/read-object.js';
import { patchTypeOf, readPatch } from '../../body/read-patch.js';
import { fieldManagerOf } from '../../query/field-manager.js';
import { readWriteParameters, type WriteParameters } from '../../query/option-parameters.js';
import { namespaceOf } from '../read/read-objects.js';
import { negotiate } from '@orch/http';
import type { Representation } from '@orch/http';
import { shownAt } from '@orch/http';
import type { LargeObjects } from '../../large-objects/large-objects.js';
import type { RequestedWrite } from '../../large-objects/large-writes.js';
import type { WrittenObject } from '../../large-objects/messages.js';
import { ownBytes } from '../../large-objects/own-bytes.js';

/** POST to a collection (A-542..A-546). */
export async function createObject(
  store: ResourceStore,
  context: RequestContext,
  largeObjects: LargeObjects | undefined,
): Promise<void> {
  const { request, representation, mediaType } = prepareCreate(store, context);
  const intent = { operation: 'create', request, mediaType, subresource: '' } as const;
  const written = await write({ store, context, intent }, largeObjects, async (limited) =>
    store.writer.create(limited, await readObject(context, store.definition, undefined, limited.limit)),
  );
  await answer(store, context, '', representation, written, largeObjects);
}

/** PUT to an object or one of its sub-resources. */
export async function updateObject(
  store: ResourceStore,
  context: RequestContext,
  subresource: string,
  authorizer: Authorizer,
  largeObjects: LargeObjects | undefined,
): Promise<void> {
  const { definition } = shownAt(store.definition, subresource);
  const { request: prepared, representation } = prepare(store, context, 'UpdateOptions', definition);
  const request = { ...prepared, mayCreate: createRight(context, authorizer) };
  const { name } = context.info;
  const mediaType = objectTypeOf(context, definition);
  const intent = { operation: 'update', request, mediaType, subresource } as const;
  const written = await write({ store, context, intent }, largeObjects, async (limited) => {
    const body = await readObject(context, definition, undefined, limited.limit);
    return subresource === ''
      ? store.writer.update(limited, name, body)
      : store.writer.updateSubresource(limited, name, subresource, body);
  });
  await answer(store, context, subresource, representation, written, largeObjects);
}

/** PATCH of an object or one of its sub-resources (A-549..A-553). */
export async function patchObject(
  store: ResourceStore,
  context: RequestContext,
  subresource: string,
  authorizer: Authorizer,
  largeObjects: LargeObjects | undefined,
): Promise<void> {
  const applyType = configurationTypeOf(context, store.definition);
  if (applyType !== undefined) return applyObject(store, context, subresource, authorizer, largeObjects, applyType);
  const { definition } = shownAt(store.definition, subresource);
  // First, as in kube-apiserver: a client that prefers CBOR falls back to YAML only when the answer is 415.
  const mediaType = patchTypeOf(context, definition);
  const { request, representation } = prepare(store, context, 'PatchOptions', definition);
  const { name } = context.info;
  const intent = { operation: 'patch', request, mediaType, subresource } as const;
  const written = await write({ store, context, intent }, largeObjects, async (limited) => {
    const patch = await readPatch(context, definition, limited.limit).catch((error: unknown) =>
      refused(store, context, error),
    );
    return subresource === ''
      ? store.writer.patch(limited, name, patch)
      : store.writer.patchSubresource(limited, name, subresource, patch);
  });
  await answer(store, context, subresource, representation, written, largeObjects);
}

/** @throws ApiError NotFound where there is nothing to patch, whatever the patch is; `error` otherwise. */
function refused(store: ResourceStore, context: RequestContext, error: unknown): never {
  const { name } = context.info;
  const isBadRequest = error instanceof ApiError && error.reason === 'BadRequest';
  if (isBadRequest && !store.get(namespaceOf(store, context), name))
    throw ApiError.notFound({ ...store.definition.gvr, name });
  throw error;
}

/** Server-side apply to an object or one of its sub-resources; creates a missing object (A-131, C-020, C-109). */
async function applyObject(
  store: ResourceStore,
  context: RequestContext,
  subresource: string,
  authorizer: Authorizer,
  largeObjects: LargeObjects | undefined,
  mediaType: string,
): Promise<void> {
  const { definition } = shownAt(store.definition, subresource);
  const representation = negotiate(context.headers.accept, context.query, 'item', definition, subresource);
  const parameters = readWriteParameters(context.query, 'PatchOptions', store.definition.vocabulary, true);
  const request = { ...writeRequest(store, context, parameters), mayCreate: createRight(context, authorizer) };
  const { name } = context.info;
  const { force } = parameters;
  const intent = { operation: 'apply', request, mediaType, subresource, force } as const;
  const written = await write({ store, context, intent }, largeObjects, async (limited) => {
    const body = await readConfigurationBody(context, mediaType, limited.limit);
    return store.writer.apply(limited, name, subresource, body, force);
  });
  await answer(store, context, subresource, representation, written, largeObjects);
}

/** Called when an update or an apply turns out to create (A-029, C-020). */
const createRight = (context: RequestContext, authorizer: Authorizer) => () =>
  requireAllowed(authorizer, context, { ...context.info, verb: 'create' });

/**
 * The write request for the registry, and the representation of the answer; rejects everything that can be rejected
 * before the body is read.
 * @param shownAs the kind of the answer, where a sub-resource has its own.
 */
function prepare(
  store: ResourceStore,
  context: RequestContext,
  optionsKind: string,
  shownAs: ResourceDefinition,
): Prepared {
  const representation = negotiate(context.headers.accept, context.query, 'item', shownAs, context.info.subresource);
  const parameters = readWriteParameters(context.query, optionsKind, store.definition.vocabulary);
  return { request: writeRequest(store, context, parameters), representation };
}

/** As `prepare`, for a POST. Of it kube-apiserver reads the media type before the options, of an update after them. */
export function prepareCreate(
  store: ResourceStore,
  context: RequestContext,
  shownAs: ResourceDefinition = store.definition,
): Prepared & { readonly mediaType: string } {
  const representation = negotiate(context.headers.accept, context.query, 'item', shownAs, context.info.subresource);
  const mediaType = objectTypeOf(context, shownAs);
  const parameters = readWriteParameters(context.query, 'CreateOptions', store.definition.vocabulary);
  return { request: writeRequest(store, context, parameters), representation, mediaType };
}

interface Prepared {
  readonly request: WriteRequest;
  readonly representation: Representation;
}

export const writeRequest = (
  store: ResourceStore,
  context: RequestContext,
  parameters: Pick<WriteParameters, 'dryRun' | 'fieldValidation' | 'fieldManager'>,
): WriteRequest => ({
  namespace: namespaceOf(store, context),
  user: context.user,
  dryRun: parameters.dryRun,
  // Without the feature the parameter has no effect, as in kube-apiserver (D-215).
  fieldValidation: store.writer.parts.features.enabled('ServerSideFieldValidation')
    ? parameters.fieldValidation
    : 'Ignore',
  fieldManager: fieldManagerOf(parameters.fieldManager, context.headers['user-agent']),
  sent: {
    fieldManager: parameters.fieldManager,
    // A value that is none was refused before.
    fieldValidation: (context.query.get('fieldValidation') ?? undefined) as FieldValidation | undefined,
  },
  warn: (text) => void context.warnings.push(text),
  annotate: annotateRequest(context),
  waited: excludeTime(context),
  assertOpen: () => context.assertOpen?.(),
  takeTurn: () => ownTurn({ flow: flowOfRequester(context), signal: context.signal }),
  // Set in copies. HOT PATH (bench: create): present from the start, see `withMember`.
  limit: undefined,
  mayCreate: undefined,
});

/** Makes a write in the thread of large objects, or here. @param here gets the request, with its limit of work. */
async function write(
  { store, context, intent }: Pick<RequestedWrite, 'store' | 'context' | 'intent'>,
  largeObjects: LargeObjects | undefined,
  here: (request: WriteRequest) => Promise<WriteResult>,
): Promise<Answered> {
  const { request, subresource, operation } = intent;
  const shown = async (limited: WriteRequest): Promise<Answered> => {
    const { bytes, created } = await here(limited);
    return { json: shownAt(store.definition, subresource).bytes(bytes), created };
  };
  const body = await context.readBody();
  const name = operation === 'create' ? '' : context.info.name;
  const { writes } = largeObjects ?? {};
  return writes ? writes.write({ store, context, name, body, intent }, shown, answerOf) : shown(request);
}

const answerOf = ({ bytes, created }: WrittenObject): Answered => ({ json: ownBytes(bytes), created });

/** An object in the version of the request. */
interface Answered {
  readonly json: Buffer;
  readonly created: boolean;
}

function answer(
  store: ResourceStore,
  context: RequestContext,
  subresource: string,
  representation: Representation,
  { json, created }: Answered,
  largeObjects: LargeObjects | undefined,
): void | Promise<void> {
  const { definition } = shownAt(store.definition, subresource);
  const code = created ? 201 : 200;
  const sent = largeObjects?.answers?.send(store, context, code, representation, json, undefined);
  return sent ?? sendItem(context, code, representation, definition, json);
}
