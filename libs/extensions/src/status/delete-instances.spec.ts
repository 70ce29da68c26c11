import type { Change, ResourceStore } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { NEVER, type Observable } from 'rxjs';
import { deleteInstances } from './delete-instances.js';

it('deletes no further batch of objects after its end', async () => {
  const ended = new AbortController();
  const deleted: string[] = [];
  const entries = Array.from({ length: 150 }, (_, n) => ({ key: `n\0o${n}`, length: 100 }));
  const store = {
    definition: { vocabulary: vocabularies.orch },
    objectCount: 150,
    list: () => Promise.resolve({ entries }),
    delete: (_request: unknown, name: string) => {
      deleted.push(name);
      ended.abort(new Error('the server stops'));
      return Promise.resolve();
    },
  } as unknown as ResourceStore;
  const changes: Observable<Change> = NEVER;
  await expect(deleteInstances(store, changes, ended.signal)).rejects.toThrow('the server stops');
  expect(deleted).toHaveLength(64);
});
