import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError, type Status } from '@orch/apimachinery';
import { deleteBatches, isDamaged, type ListParameters, type ResourceStore, type WriteRequest } from '@orch/registry';
import { type RequestContext, readListParameters, readSelection } from '@orch/http';
import { turnsOf } from '../read/read-objects.js';
import { sendItem, sendList, sendStatus } from '@orch/http';
import { readDeleteOptions, type DeleteOptions } from '../../body/read-delete-options.js';
import { negotiate } from '@orch/http';
import type { LargeObjects } from '../../large-objects/large-objects.js';
import type { WrittenObject } from '../../large-objects/messages.js';
import { ownBytes } from '../../large-objects/own-bytes.js';
import { writeRequest } from './write-objects.js';

/** Deletes of objects of this size wait for a share of the event loop. */
const LARGE_BYTES = 64 * 1_024;
const NOTHING = Buffer.alloc(0);

/** DELETE of one object (A-555, A-557..A-565). */
export async function deleteObject(
  store: ResourceStore,
  context: RequestContext,
  largeObjects: LargeObjects | undefined,
): Promise<void> {
  const representation = negotiate(context.headers.accept, context.query, 'item', store.definition);
  const options = await readOptions(store, context);
  const deleting = { store, context, request: requestFor(store, context, options), options, largeObjects };
  const { bytes, gone, name, uid } = await deleteNamed(deleting, context.info.name);
  const code = !gone && options.asksForCascade ? 202 : 200;
  if (answersStatus(store, gone)) return sendStatus(context, code, representation, deletedStatus(store, name, uid));
  const sent = largeObjects?.answers?.send(store, context, code, representation, bytes, undefined);
  return sent ?? sendItem(context, code, representation, store.definition, bytes);
}

/**
 * DELETE of a collection, with selectors (A-034, A-556, C-250). Objects deleted by others meanwhile are not an error. A
 * list in the answer has the objects as selected for deletion.
 */
export async function deleteCollection(
  store: ResourceStore,
  context: RequestContext,
  largeObjects: LargeObjects | undefined,
): Promise<void> {
  const representation = negotiate(context.headers.accept, context.query, 'list', store.definition);
  const options = await readOptions(store, context);
  const selection = readSelection(context.query, context.info, store);
  const page = await store.list(selectedState(readListParameters(context.query)), selection, {
    includesDamaged: true,
    namesOnly: true,
    ...turnsOf(context),
  });
  const request: WriteRequest = { ...requestFor(store, context, options), ofCollection: true };
  const deleting = { store, context, request, options, largeObjects };
  for (const { entries, bytes } of deleteBatches(page.entries)) {
    // After the timeout, or a disconnect of the client, no further objects are deleted.
    if (context.signal.aborted) return;
    if (bytes >= LARGE_BYTES) await turnsOf(context).takeTurn();
    await Promise.all(entries.map(({ name }) => deleteIfThere(deleting, name)));
    // Deletes without changes do not wait for the store: dry runs, and objects that wait for finalizers already.
    await nextTurn();
  }
  if (store.definition.vocabulary.answers.deletedCollection === 'list') {
    // Damaged objects were deleted too, but have no content to return.
    const shown = { ...page, entries: page.entries.filter((entry) => !isDamaged(entry)) };
    const large = largeObjects?.answers?.items(store, context);
    return sendList(context, representation, store, await store.shownPage(shown, turnsOf(context).takeTurn), large);
  }
  const status: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };
  return sendStatus(context, 200, representation, status);
}

/** With a resourceVersion, what was there at that version is deleted. */
const selectedState = (parameters: ListParameters): ListParameters =>
  parameters.resourceVersion && parameters.resourceVersion !== '0' && !parameters.resourceVersionMatch
    ? { ...parameters, resourceVersionMatch: 'Exact' }
    : parameters;

async function readOptions({ definition }: ResourceStore, context: RequestContext): Promise<DeleteOptions> {
  const options = await readDeleteOptions(context, definition.vocabulary);
  const warning = definition.declaration.defaultPropagationWarning;
  if (options.propagationPolicy === undefined && warning !== undefined) context.warnings.push(warning);
  return options;
}

/** State shared by all deletes of one request. */
interface Deleting {
  readonly store: ResourceStore;
  readonly context: RequestContext;
  readonly request: WriteRequest;
  readonly options: DeleteOptions;
  readonly largeObjects: LargeObjects | undefined;
}

interface Deleted {
  readonly bytes: Buffer;
  readonly gone: boolean;
  readonly name: string | undefined;
  readonly uid: string | undefined;
}

async function deleteNamed(
  { store, context, request, options, largeObjects }: Deleting,
  name: string,
): Promise<Deleted> {
  const intent = { operation: 'delete', request, mediaType: '', subresource: '', options } as const;
  const here = async (limited: WriteRequest): Promise<Deleted> => {
    const { bytes, object, gone } = await store.writer.delete(limited, name, options);
    return { bytes, gone, name: object.metadata.name, uid: object.metadata.uid };
  };
  const { writes } = largeObjects ?? {};
  if (!writes) return here(request);
  const there = (written: WrittenObject): Deleted => ({ ...written, bytes: ownBytes(written.bytes) });
  return writes.write({ store, context, name, body: NOTHING, intent }, here, there);
}

async function deleteIfThere(deleting: Deleting, name: string): Promise<void> {
  try {
    await deleteNamed(deleting, name);
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
  }
}

const requestFor = (store: ResourceStore, context: RequestContext, options: DeleteOptions): WriteRequest =>
  writeRequest(store, context, { dryRun: options.dryRun, fieldValidation: 'Ignore', fieldManager: undefined });

/**
 * A terminating object itself is the answer (C-246), except for Namespaces in vocabularies that answer with a Status
 * (A-561).
 */
function answersStatus({ definition }: ResourceStore, gone: boolean): boolean {
  const { deleteAnswers, removalBlocked } = definition.declaration;
  const whileTerminating = removalBlocked !== undefined && definition.vocabulary.answers.deletedNamespace === 'Status';
  return deleteAnswers === 'status' && (gone || whileTerminating);
}

function deletedStatus(store: ResourceStore, name: string | undefined, uid: string | undefined): Status {
  const { group, resource } = store.definition.gvr;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      ...(name ? { name } : {}),
      ...(group ? { group } : {}),
      kind: resource,
      ...(uid ? { uid } : {}),
    },
  };
}
