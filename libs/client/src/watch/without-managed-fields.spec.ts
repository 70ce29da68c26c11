import { lastValueFrom, of } from 'rxjs';
import type { HasMetadata } from '../object/object-key.js';
import type { ListOptions } from '../resource/call-options.js';
import { listWhole } from '../resource/list-pages.js';
import { withoutManagedFields } from './without-managed-fields.js';

interface Owned extends HasMetadata {
  readonly metadata: HasMetadata['metadata'] & { managedFields?: readonly object[] };
}

it('drops managed fields from a page before the next is requested, and from events', async () => {
  const object = (name: string): Owned => ({ metadata: { name, managedFields: [{ manager: 'm' }] } });
  const given: Owned[] = [];
  const keptAtRequest: number[] = [];
  const source = withoutManagedFields<Owned>({
    list: (options: ListOptions = {}) => {
      keptAtRequest.push(given.filter(({ metadata }) => metadata.managedFields).length);
      const item = object(`x${given.length}`);
      given.push(item);
      const next = options.continue === undefined ? { continue: 'next' } : {};
      return Promise.resolve({ kind: 'XList', apiVersion: 'v1', metadata: { resourceVersion: '1', ...next }, items: [item] }); // prettier-ignore
    },
    watch: () => of({ type: 'ADDED' as const, object: object('w') }),
  });
  const { items } = await listWhole((options) => source.list(options), {});
  expect(items).toEqual([{ metadata: { name: 'x0' } }, { metadata: { name: 'x1' } }]);
  expect(keptAtRequest).toEqual([0, 0]);
  expect(await lastValueFrom(source.watch())).toEqual({ type: 'ADDED', object: { metadata: { name: 'w' } } });
});
