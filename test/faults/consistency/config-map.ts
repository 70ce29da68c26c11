import type { Content, Found } from '@orch/testing';

/** Where the objects of the fault runs lie. */
export const COLLECTION = '/api/v1/namespaces/default/configmaps';

/** A ConfigMap, as far as it matters here. */
export interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data?: Partial<Content>;
}

export const foundIn = ({ metadata, data }: ConfigMap): Found => ({
  version: Number(metadata.resourceVersion),
  content: { last: data?.last ?? '', a: data?.a ?? '', b: data?.b ?? '' },
});

/** The error of an answer. */
export interface Status {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
}
