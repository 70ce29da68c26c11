import { collectionPath, type HasMetadata } from '@orch/client';
import type { GroupName } from '@orch/vocabulary';
import type { Session } from '../connection/session.js';

/** A question that the server answers and does not keep. `S` is what its status holds. */
export interface Review<S> extends Pick<HasMetadata, 'apiVersion' | 'kind'> {
  readonly status: S;
}

/**
 * Asks in the version that the server prefers.
 * @param resource plural name. @throws UserError when the server has no such question.
 */
export async function askReview<S>(
  session: Session,
  groupName: GroupName,
  resource: string,
  spec?: object,
): Promise<Review<S>> {
  const entry = await session.catalog.find(`${resource}.${session.vocabulary.groups[groupName]}`);
  const body = { apiVersion: `${entry.group}/${entry.version}`, kind: entry.kind, ...(spec ? { spec } : {}) };
  const text = await session.client.text({ method: 'POST', path: collectionPath(entry, ''), body });
  return JSON.parse(text) as Review<S>;
}
