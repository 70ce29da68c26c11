import { ApiError, type JsonPath } from '@orch/apimachinery';
import type { TableView } from '../printing/table-rows.js';
import type { Target } from '../resources/targets.js';

/** Validated arguments of `get`. */
export interface GetQuery {
  readonly targets: readonly Target[];
  /** Empty: all namespaces. */
  readonly namespace: string;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  /** Maximum number of objects in one response; zero means no limit. */
  readonly limit: number;
  readonly ignoreNotFound: boolean;
  readonly view: TableView;
  readonly header: boolean;
  /** Absent: in the order of the server. */
  readonly sortBy: JsonPath | undefined;
}

/**
 * Runs each call, also after a NotFound: of three named objects those that exist are shown.
 * @returns the results, and the NotFound errors unless they are ignored. @throws any other error at once.
 */
export async function eachFound<T>(calls: readonly (() => Promise<T>)[], query: Pick<GetQuery, 'ignoreNotFound'>) {
  const results: T[] = [];
  const missing: ApiError[] = [];
  for (const call of calls) {
    try {
      results.push(await call());
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'NotFound') throw error;
      missing.push(error);
    }
  }
  return { results, missing: query.ignoreNotFound ? [] : missing };
}

/** @throws the error of each missing object, an AggregateError when there are several. */
export function throwMissing(missing: readonly Error[]): void {
  if (missing.length > 1) throw new AggregateError(missing);
  if (missing[0]) throw missing[0];
}

/** Message when there is nothing to show. */
export function nothingFound(query: GetQuery): string {
  const isNamespaced = query.targets.some((target) => target.entry.namespaced);
  return isNamespaced && query.namespace !== ''
    ? `No resources found in ${query.namespace} namespace.\n`
    : 'No resources found\n';
}
