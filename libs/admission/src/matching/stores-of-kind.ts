import type { Registry, ResourceStore } from '@orch/registry';

/** The resources that serve a kind, usually one. Walks all resources: not for each request. */
export function* storesOfKind(
  { resources }: Pick<Registry, 'resources'>,
  apiVersion: string,
  kind: string,
): Generator<ResourceStore> {
  for (const store of resources)
    if (store.definition.gvk.kind === kind && store.definition.apiVersion === apiVersion) yield store;
}
