import type { ApiObject } from '@orch/apimachinery';

/** Which stored resource is meant: the plural and its group. */
export interface ResourceKey {
  readonly group: string;
  readonly resource: string;
}

/**
 * Reads from the registry's memory, for those inside the server who must look (admission, authentication). Answers at
 * once with the newest durable state. Objects are shared: never change them.
 */
export interface ObjectReader {
  /** Namespace is empty for cluster-scoped kinds. */
  read(resource: ResourceKey, namespace: string, name: string): ApiObject | undefined;
  /** All objects of a namespace, or of all namespaces when it is undefined. */
  readAll(resource: ResourceKey, namespace?: string): Iterable<ApiObject>;
}
