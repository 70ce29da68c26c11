import { at, isRecord, listAt, textAt } from '../../api/object';
import type { Fact } from './fact';

/** A selector of labels; that of Services and ReplicationControllers is a map of labels. */
export function selectorOf(object: unknown): unknown {
  const selector = at(object, 'spec', 'selector');
  const isMap =
    isRecord(selector) && !isRecord(selector['matchLabels']) && !Array.isArray(selector['matchExpressions']);
  return isMap ? { matchLabels: selector } : selector;
}

const labelsOf = (selector: unknown): [string, string][] =>
  Object.entries((at(selector, 'matchLabels') ?? {}) as Record<string, string>);

/** `app=web, tier In (db, cache)` */
export function selectorText(selector: unknown): string {
  const labels = labelsOf(selector).map(([key, value]) => `${key}=${value}`);
  const expressions = listAt(selector, 'matchExpressions').map((expression) => {
    const values = listAt(expression, 'values').join(', ');
    return `${textAt(expression, 'key')} ${textAt(expression, 'operator')}${values === '' ? '' : ` (${values})`}`;
  });
  return [...labels, ...expressions].join(', ');
}

/** The same as a parameter of a list: `app=web,tier in (db,cache)`. */
export function selectorParameter(selector: unknown): string {
  const labels = labelsOf(selector).map(([key, value]) => `${key}=${value}`);
  return [...labels, ...listAt(selector, 'matchExpressions').map(requirement)].join(',');
}

function requirement(expression: unknown): string {
  const key = textAt(expression, 'key');
  const values = `(${listAt(expression, 'values').join(',')})`;
  switch (textAt(expression, 'operator')) {
    case 'In':
      return `${key} in ${values}`;
    case 'NotIn':
      return `${key} notin ${values}`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}

/** What an object selects, and the pods that have these labels. An empty selector is not one. */
export function selectorFacts(object: unknown): Fact[] {
  const selector = selectorOf(object);
  const labels = selectorParameter(selector);
  if (labels === '') return [];
  return [
    { label: 'Selector', value: selectorText(selector) },
    { label: 'Pods', value: 'List the pods it selects', list: { resource: 'pods', labels } },
  ];
}
