import { ApiError, type ApiObject, type FieldOwner } from '@orch/apimachinery';
import type { Entry } from '../cache/entry.js';
import { objectKey } from '../keys/storage-keys.js';
import { createUnlessExists } from './create.js';
import type { FormConversion } from './form-conversion.js';
import { inTurn } from './long-wait.js';
import { attempt } from './write-attempt.js';
import type { WriteContext } from './write-context.js';
import type { ViewDraft, WriteDraft, WritePipeline } from './write-draft.js';
import { changePipeline, runPipeline } from './write-pipeline.js';
import type { WriteRequest, WriteResult } from './write-request.js';
import { refOf } from './writer-parts.js';

/** Attempts of a create-or-update, when the object is created and deleted meanwhile. */
const MAX_TURNS = 8;

/** Computes the object to store from the current one. Runs again after a conflict with another replica. */
export type Compute = (current: ApiObject) => ApiObject | Promise<ApiObject>;

/** Input of the steps of an update. */
export interface UpdateInput {
  readonly object: ApiObject;
  readonly appliedOwners?: readonly FieldOwner[];
  readonly view?: ViewDraft;
  /** The uid of the object is a precondition, as in a PUT: another one is a conflict. Default: another one is invalid. */
  readonly uidIsPrecondition?: boolean;
}

/** The object to change, and the pipeline. */
export interface Change {
  readonly name: string;
  readonly subresource: string;
  readonly pipeline: WritePipeline;
  /** Computed from the current object. Runs again after a conflict with another replica. */
  readonly input: (current: ApiObject) => UpdateInput | Promise<UpdateInput>;
}

/** A change by the server itself. @param compute returns the whole new object. */
export const changeWhole = (
  context: WriteContext,
  request: WriteRequest,
  name: string,
  subresource: string,
  compute: Compute,
): Promise<WriteResult> =>
  change(context, request, {
    name,
    subresource,
    pipeline: changePipeline,
    input: async (current) => ({ object: await compute(current) }),
  });

/**
 * Changes an existing object, one write at a time, and retries from its new state after a conflict with another replica.
 * @throws ApiError NotFound, Conflict, Invalid, and what admission throws.
 */
export function change(
  context: WriteContext,
  request: WriteRequest,
  { name, subresource, pipeline, input }: Change,
): Promise<WriteResult> {
  const { form, conversion } = context.parts;
  const key = objectKey(request.namespace, name);
  return inTurn(context, key, async (turn) => {
    for (let count = 1; ; count++) {
      request.assertOpen?.();
      const slice = sliceFor(request, existing(context, key, name));
      if (slice) await slice;
      const entry = existing(context, key, name);
      const current = form.read(conversion ? await convertedEntry(conversion, entry, request) : entry, request.limit);
      try {
        return await attempt(async (onFailure) => {
          const given = input(current);
          const {
            object,
            appliedOwners,
            view,
            uidIsPrecondition = false,
          } = given instanceof Promise ? await given : given;
          const target = { key, name, entry, object: current };
          const draft: WriteDraft = {
            context,
            request,
            onFailure,
            subresource,
            decoded: object,
            target,
            turn,
            appliedOwners,
            view,
            uidIsPrecondition,
            object,
          };
          return runPipeline(pipeline, draft);
        });
      } catch (error) {
        await context.committer.retryOrThrow(error, name, count);
      }
    }
  });
}

/**
 * Changes an object, or creates it if it does not exist. If another writer creates or deletes it in between, tries the other
 * operation.
 * @param create throws if a missing object is an error.
 */
export async function changeOrCreate(
  context: WriteContext,
  request: WriteRequest,
  change: () => Promise<WriteResult>,
  create: () => Promise<WriteResult>,
  name: string,
): Promise<WriteResult> {
  const { actor } = context.parts;
  const key = objectKey(request.namespace, name);
  for (let turn = 1; ; turn++) {
    if (!actor.get(key)) {
      const created = await createUnlessExists(context, key, create);
      if (created) return created;
    }
    try {
      return await change();
    } catch (error) {
      const isGone = error instanceof ApiError && error.reason === 'NotFound' && !actor.get(key);
      if (!isGone || turn === MAX_TURNS) throw error;
    }
  }
}

/** The current object as it is served. @throws WorkLimitError where a webhook makes it large. */
export async function convertedEntry(
  conversion: FormConversion,
  entry: Entry,
  { limit }: WriteRequest,
): Promise<Entry> {
  const converted = await conversion.entry(entry);
  if (converted !== entry) limit?.refuseLarge(converted.bytes);
  return converted;
}

/** Changing an object of this size can take milliseconds, and many changes may continue in one turn of the event loop. */
const LARGE_BYTES = 16 * 1_024;

/** Waits for a time slice if the current object is large. */
export function sliceFor({ takeTurn }: WriteRequest, entry: Entry): Promise<void> | undefined {
  return entry.length >= LARGE_BYTES ? takeTurn?.() : undefined;
}

/** @throws ApiError NotFound. */
export function existing({ parts }: WriteContext, key: string, name: string): Entry {
  const entry = parts.actor.get(key);
  if (!entry) throw ApiError.notFound(refOf(parts, name));
  return entry;
}
