import { ListMemory, type HasMetadata } from '@orch/client';
import type { Session } from '../connection/session.js';
import { objectOrList, objectText, withoutManagedFields } from '../printing/object-output.js';
import type { ObjectPrinter } from '../printing/object-printer.js';
import type { OutputFormat } from '../printing/output-format.js';
import { sortedBy } from '../printing/sort-objects.js';
import { keyIn, scoped } from '../resources/object-scope.js';
import { objectLabel } from '../resources/resource-catalog.js';
import type { Target } from '../resources/targets.js';
import type { Output } from '../output.js';
import { eachFound, throwMissing, type GetQuery } from './get-query.js';

interface Wish {
  /** What the user describes is printed by a printer of its own. */
  readonly format: OutputFormat | ObjectPrinter;
  readonly managedFields: boolean;
}

/** `get` for programs: whole objects, or their names. @throws every NotFound, after the rest is shown. */
export async function getObjects(session: Session, query: GetQuery, wish: Wish, output: Output): Promise<void> {
  const shown: { readonly object: HasMetadata; readonly label: string }[] = [];
  const missing: Error[] = [];
  for (const target of query.targets) {
    const found = await eachFound(callsFor(session, query, target), query);
    missing.push(...found.missing);
    for (const object of found.results.flat()) {
      shown.push({
        object: wish.managedFields ? object : withoutManagedFields(object),
        label: objectLabel(target.entry, object.metadata.name ?? ''),
      });
    }
  }
  const sorted = query.sortBy ? sortedBy(shown, query.sortBy, ({ object }) => object) : shown;
  const objects = sorted.map(({ object }) => object);
  const single = query.targets.length === 1 && query.targets[0]?.names.length === 1;
  if (wish.format === 'name') output.out(sorted.map(({ label }) => `${label}\n`).join(''));
  else if (objects.length > 0 || !single) output.raw(textOf(objects, single, wish.format));
  throwMissing(missing);
}

function textOf(objects: readonly HasMetadata[], single: boolean, format: Wish['format']): string {
  if (typeof format === 'function') return format(objects, single);
  return objectText(objectOrList(objects, single), format === 'json' ? 'json' : 'yaml');
}

function callsFor(
  session: Session,
  query: GetQuery,
  { entry, names }: Target,
): readonly (() => Promise<HasMetadata[]>)[] {
  const resource = scoped(session, entry, query.namespace);
  if (names.length > 0) {
    return names.map((name) => async () => [await resource.get(keyIn(entry, query.namespace, name))]);
  }
  return [() => listObjects(resource, query)];
}

async function listObjects(resource: ReturnType<typeof scoped>, query: GetQuery): Promise<HasMetadata[]> {
  const selectors = {
    ...(query.labelSelector === undefined ? {} : { labelSelector: query.labelSelector }),
    ...(query.fieldSelector === undefined ? {} : { fieldSelector: query.fieldSelector }),
  };
  if (query.limit === 0) return (await resource.list(selectors)).items;
  const objects: HasMetadata[] = [];
  const memory = new ListMemory();
  const pages = { ...selectors, limit: query.limit, onSize: (bytes: number) => memory.add(bytes) };
  for await (const object of resource.listAll(pages)) objects.push(object);
  return objects;
}
