import { parseFieldSelector, parseLabelSelector } from '@orch/apimachinery';
import type { StoredObject } from '../object-store.js';

/** Whether an object matches the selectors of a query. Every field of an object is selectable. @throws ApiError BadRequest. */
export function selection(query: URLSearchParams): (object: StoredObject) => boolean {
  const labels = parseLabelSelector(query.get('labelSelector') ?? '');
  const fields = parseFieldSelector(query.get('fieldSelector') ?? '');
  return (object) => labels.matches(object.metadata.labels) && fields.matches((field) => fieldOf(object, field));
}

function fieldOf(object: unknown, field: string): string {
  let value = object;
  for (const key of field.split('.')) value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  return typeof value === 'string' ? value : '';
}
