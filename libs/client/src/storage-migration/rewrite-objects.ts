import { ApiError, type GroupVersionResource } from '@orch/apimachinery';
import type { Client } from '../client.js';
import { keyOf, keyText, type HasMetadata, type ObjectKey } from '../object/object-key.js';
import { PageTokens } from '../resource/page-tokens.js';
import type { ResourceClient } from '../resource/resource-client.js';

/** What became of the objects so far. */
export interface RewriteCounts {
  /** Written again in the storage version. */
  readonly rewritten: number;
  /** Stored in it already. */
  readonly unchanged: number;
  /** Written by others since they were listed, so stored in it too. */
  readonly changed: number;
  /** Deleted since they were listed. */
  readonly deleted: number;
}

export interface RewriteOptions {
  /** Objects of one page. */
  readonly pageSize: number;
  /** Concurrent writes. */
  readonly concurrency: number;
  /** Where an earlier run stopped. Default: at the first object. */
  readonly continueToken?: string | undefined;
  /** Called after each page. @param continueToken where another run could go on; undefined: all is done. */
  readonly onPage?: (counts: RewriteCounts, continueToken: string | undefined) => void;
  /** Ends the run; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The refusal of the write of one object, which its message names. */
export class RewriteError extends Error {
  override readonly name = 'RewriteError';

  constructor(
    readonly object: ObjectKey,
    override readonly cause: ApiError,
  ) {
    super(`${keyText(object)}: ${cause.message}`, { cause });
  }
}

type Outcome = keyof RewriteCounts;

/**
 * Writes every object of a resource again, without a change, so that the server stores it in the storage version of today. Page by page, with
 * bounded memory; a page whose token has expired goes on in the newest state: later objects are stored in that version anyway.
 * @throws RewriteError when the server refuses a write, ApiError when it refuses a list; TransportError. The first failure ends the run.
 */
export async function rewriteObjects(
  client: Pick<Client, 'metadata'>,
  resource: GroupVersionResource,
  { pageSize, concurrency, continueToken, onPage, signal }: RewriteOptions,
): Promise<RewriteCounts> {
  const objects = client.metadata(resource);
  const call = signal === undefined ? {} : { signal };
  const counts: Record<Outcome, number> = { rewritten: 0, unchanged: 0, changed: 0, deleted: 0 };
  const tokens = new PageTokens();
  let token = continueToken;
  do {
    const page = await listPage(objects, { ...call, limit: pageSize }, token);
    const waiting = page.items.values();
    let failed = false;
    const worker = async (): Promise<void> => {
      for (const item of waiting) {
        if (failed) return;
        try {
          counts[await rewrite(objects, item, call)]++;
        } catch (error) {
          failed = true;
          throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    token = tokens.next(page.metadata.continue, page.items.length);
    onPage?.({ ...counts }, token);
  } while (token !== undefined);
  return counts;
}

async function listPage(
  objects: ResourceClient,
  options: { readonly limit: number; readonly signal?: AbortSignal },
  token: string | undefined,
): ReturnType<ResourceClient['list']> {
  const list = (at: string | undefined) => objects.list({ ...options, ...(at ? { continue: at } : {}) });
  try {
    return await list(token);
  } catch (error) {
    const next = error instanceof ApiError && error.reason === 'Expired' ? error.metadata.continue : undefined;
    if (!next) throw error;
    return list(next);
  }
}

async function rewrite(
  objects: ResourceClient,
  object: HasMetadata,
  call: { readonly signal?: AbortSignal },
): Promise<Outcome> {
  const { uid, resourceVersion } = object.metadata;
  const key = keyOf(object);
  try {
    const written = await objects.patch(key, 'merge', { metadata: { uid, resourceVersion } }, call);
    return written.metadata.resourceVersion === resourceVersion ? 'unchanged' : 'rewritten';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason === 'NotFound') return 'deleted';
    if (error.reason === 'Conflict') return 'changed';
    throw new RewriteError(key, error);
  }
}
