import type { ApiObject } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import { Entry, factReader } from '../cache/entry.js';
import { objectKey } from '../keys/storage-keys.js';
import { inScope, selectsContent, type ObjectSelection } from '../watch/object-filter.js';
import type { ListPage } from './list-page.js';

/**
 * One page of virtual objects, which are computed for the response and not stored, such as component statuses (C-307).
 * Selectors apply as for stored objects; field selectors only to name and namespace.
 */
export function virtualPage(objects: readonly ApiObject[], selection: ObjectSelection, revision: Revision): ListPage {
  const entries = objects
    .map((object) => {
      const { namespace = '', name = '' } = object.metadata;
      return new Entry(
        objectKey(namespace, name),
        revision,
        Buffer.from(JSON.stringify(object)),
        factReader(undefined),
      );
    })
    .filter((entry) => inScope(selection, entry.key) && selectsContent(selection, entry));
  return { revision, entries, continue: undefined, remaining: undefined };
}
