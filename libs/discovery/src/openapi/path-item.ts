import type { Parameter } from './parameters.js';

/** OpenAPI path item: operations by method, and their shared parameters. */
export type PathItem = Record<string, unknown>;

/** An operation and all of its parameters. */
export interface PathOperation {
  readonly method: string;
  readonly operation: Readonly<Record<string, unknown>>;
  readonly parameters: readonly Parameter[];
}

/** Joins the operations of a path. The parameters that all of them have are the path's. */
export function pathItem(operations: readonly PathOperation[]): PathItem {
  const [first] = operations;
  const shared = first!.parameters.filter((one) => operations.every(({ parameters }) => parameters.includes(one)));
  const members = operations.map(({ method, operation, parameters }) => {
    const own = parameters.filter((one) => !shared.includes(one));
    return [method, own.length === 0 ? operation : { ...operation, parameters: sorted(own) }] as const;
  });
  return { ...Object.fromEntries(members), ...(shared.length === 0 ? {} : { parameters: sorted(shared) }) };
}

const sorted = (parameters: readonly Parameter[]): Parameter[] =>
  [...parameters].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
