import { collectionPath, requiredShape, structShape, type HasMetadata, type Shape } from '@orch/client';
import type { GroupName } from '@orch/vocabulary';
import type { Session } from '../connection/session.js';

/** A review resource, which is created and not stored. `S` is the type of its status. */
export interface Review<S> extends Pick<HasMetadata, 'apiVersion' | 'kind'> {
  readonly status: S;
}

/**
 * Creates the review in the version that the server prefers.
 * @param resource plural name. @param status form of the status.
 * @throws UserError when the server has no such review.
 */
export async function createReview<S>(
  session: Session,
  groupName: GroupName,
  resource: string,
  status: Shape,
  spec?: object,
): Promise<Review<S>> {
  const entry = await session.catalog.find(`${resource}.${session.vocabulary.groups[groupName]}`);
  const body = { apiVersion: `${entry.group}/${entry.version}`, kind: entry.kind, ...(spec ? { spec } : {}) };
  const shape = structShape({ status: requiredShape(status) });
  return session.client.json<Review<S>>({ method: 'POST', path: collectionPath(entry, ''), body }, shape);
}
