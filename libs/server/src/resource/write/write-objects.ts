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
import type { WrittenObject } from '../../large-objects/messages.js';
import { ownBytes } from '../../large-objects/own-bytes.js';

/** POST to a collection (A-542..A-546). */
export async function createObject(
  store: ResourceStore,
  context: RequestContext,
  largeObjects: LargeObjects | undefined,
): Promise<void> {
  const { request, representation } = prepare(store, context, 'CreateOptions');
  const mediaType = objectTypeOf(context, store.definition);
  const intent = { operation: 'create', request, mediaType, subresource: '' } as const;
  const large = largeObjects?.writes?.write(store, context, '', await context.readBody(), intent);
  if (large) return answerWritten(store, context, '', representation, await large, largeObjects);
  const body = await readObject(context, store.definition);
  await answer(store, context, '', representation, await store.writer.create(request, body), largeObjects);
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
  const large = largeObjects?.writes?.write(store, context, name, await context.readBody(), intent);
  if (large) return answerWritten(store, context, subresource, representation, await large, largeObjects);
  const body = await readObject(context, definition);
  const result =
    subresource === ''
      ? await store.writer.update(request, name, body)
      : await store.writer.updateSubresource(request, name, subresource, body);
  await answer(store, context, subresource, representation, result, largeObjects);
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
  const { request, representation } = prepare(store, context, 'PatchOptions', definition);
  const { name } = context.info;
  const mediaType = patchTypeOf(context, definition);
  const intent = { operation: 'patch', request, mediaType, subresource } as const;
  const large = largeObjects?.writes?.write(store, context, name, await context.readBody(), intent);
  if (large) return answerWritten(store, context, subresource, representation, await large, largeObjects);
  const patch = await readPatch(context, definition).catch((error: unknown) => refused(store, context, error));
  const result =
    subresource === ''
      ? await store.writer.patch(request, name, patch)
      : await store.writer.patchSubresource(request, name, subresource, patch);
  await answer(store, context, subresource, representation, result, largeObjects);
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
  const large = largeObjects?.writes?.write(store, context, name, await context.readBody(), intent);
  if (large) return answerWritten(store, context, subresource, representation, await large, largeObjects);
  const body = await readConfigurationBody(context, mediaType);
  const result = await store.writer.apply(request, name, subresource, body, force);
  await answer(store, context, subresource, representation, result, largeObjects);
}

/** Called when an update or an apply turns out to create (A-029, C-020). */
const createRight = (context: RequestContext, authorizer: Authorizer) => () =>
  requireAllowed(authorizer, context, { ...context.info, verb: 'create' });

/**
 * The write request for the registry, and the representation of the answer; rejects everything that can be rejected
 * before the body is read.
 * @param shownAs the kind of the answer, where a sub-resource has its own.
 */
export function prepare(
  store: ResourceStore,
  context: RequestContext,
  optionsKind: string,
  shownAs: ResourceDefinition = store.definition,
): { request: WriteRequest; representation: Representation } {
  const representation = negotiate(context.headers.accept, context.query, 'item', shownAs, context.info.subresource);
  const parameters = readWriteParameters(context.query, optionsKind, store.definition.vocabulary);
  return { request: writeRequest(store, context, parameters), representation };
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
});

function answer(
  store: ResourceStore,
  context: RequestContext,
  subresource: string,
  representation: Representation,
  { bytes, created }: WriteResult,
  largeObjects: LargeObjects | undefined,
): void | Promise<void> {
  const json = shownAt(store.definition, subresource).bytes(bytes);
  return answerBytes(store, context, subresource, representation, { json, created }, largeObjects);
}

/** Answers with the result of a large write. */
const answerWritten = (
  store: ResourceStore,
  context: RequestContext,
  subresource: string,
  representation: Representation,
  { bytes, created }: WrittenObject,
  largeObjects: LargeObjects | undefined,
): void | Promise<void> =>
  answerBytes(store, context, subresource, representation, { json: ownBytes(bytes), created }, largeObjects);

/** An object in the version of the request. */
interface Answered {
  readonly json: Buffer;
  readonly created: boolean;
}

function answerBytes(
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
