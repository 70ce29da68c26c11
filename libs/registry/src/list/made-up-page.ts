import type { ApiObject } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import { Entry, factReader } from '../cache/entry.js';
import { objectKey } from '../keys/storage-keys.js';
import { inScope, selectsContent, type ObjectSelection } from '../watch/object-filter.js';
import type { ListPage } from './list-page.js';

/**
 * One page of whole objects that were made up for the answer and are stored nowhere, such as the states of components
 * (C-307). Selected as stored ones are; by fields only by name and namespace.
 */
export function madeUpPage(objects: readonly ApiObject[], selection: ObjectSelection, revision: Revision): ListPage {
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
