import { JSON_TYPE, metadataListType } from '../api/media-types';
import { PageTokens } from '../api/page-tokens';
import { type ApiObject, isLastApplied, type ObjectMeta } from '../api/object';
import { apiVersionOf } from '../api/resource';
import type { Row } from '../api/table';
import { listPath, type ListQuery } from '../live/list-query';
import type { Session } from '../session/session';
import { saveFile } from '../ui/save-file';
import { csvOf } from './csv';
import type { ShownColumn } from './shown-columns';

/** The rows as they are shown. */
export function exportCsv(resource: string, columns: readonly ShownColumn[], rows: readonly Row[]): void {
  const nowMs = Date.now();
  const lines = rows.map((row) => columns.map(({ text }) => text(row, nowMs)));
  saveFile(`${resource}.csv`, 'text/csv', csvOf([columns.map(({ name }) => name), ...lines]));
}

/** Reads the whole objects of the rows and offers them as one `List`. Of Secrets only the metadata: a file would keep what they hide. */
export async function exportObjects(
  session: Session,
  query: ListQuery,
  rows: readonly Row[],
  format: 'yaml' | 'json',
): Promise<void> {
  const { resource } = query;
  const wanted = new Set(rows.map(({ uid }) => uid));
  const isSecret = resource.group === '' && resource.resource === 'secrets';
  const accept = isSecret ? metadataListType() : JSON_TYPE;
  const items: ApiObject[] = [];
  const tokens = new PageTokens();
  let token: string | undefined;
  do {
    const page: { items?: readonly ApiObject[]; metadata?: { continue?: string } } = await session.client.json(
      listPath(query, token),
      { accept },
    );
    const before = items.length;
    for (const item of page.items ?? []) {
      if (!wanted.has(item.metadata.uid ?? '')) continue;
      const { managedFields: _, ...metadata } = isSecret ? withoutLastApplied(item.metadata) : item.metadata;
      items.push({ ...item, apiVersion: apiVersionOf(resource), kind: resource.kind, metadata });
    }
    token = tokens.next(page.metadata?.continue, items.length - before);
  } while (token !== undefined && items.length < wanted.size);
  const list = { apiVersion: 'v1', kind: 'List', items };
  if (format === 'json')
    saveFile(`${resource.resource}.json`, 'application/json', `${JSON.stringify(list, null, 2)}\n`);
  else {
    const { stringify } = await import('yaml');
    saveFile(
      `${resource.resource}.yaml`,
      'application/yaml',
      stringify(list, { lineWidth: 0, aliasDuplicateObjects: false }),
    );
  }
}

/** The annotation has the whole object as it was applied, of a Secret with its values. */
function withoutLastApplied({ annotations = {}, ...metadata }: ObjectMeta): ObjectMeta {
  const kept = Object.entries(annotations).filter(([name]) => !isLastApplied(name));
  return { ...metadata, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) };
}
