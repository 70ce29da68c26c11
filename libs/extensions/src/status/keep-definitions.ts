import type { Registry } from '@orch/registry';
import { definitionIn, definitionOutline } from '../custom-kind/definition-contents.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DefinitionParts } from './definition-parts.js';
import { DefinitionKeeper, type DefinitionKeeperParts } from './definition-keeper.js';
import { deleteInstances } from './delete-instances.js';

/** Follows the definitions of a registry and keeps their status until the registry closes. Resolves when the present ones are known. */
export async function keepDefinitions(
  registry: Registry,
  parts: Omit<DefinitionKeeperParts, 'deleteInstances'>,
): Promise<void> {
  const definitions = { group: parts.vocabulary.groups.apiextensions, resource: 'customresourcedefinitions' };
  const keeper = new DefinitionKeeper({
    ...parts,
    deleteInstances: async ({ spec, metadata }, ended) => {
      const resource = { group: spec.group, resource: spec.names.plural };
      // Its objects are not the definition's: who may delete definitions deletes none of them.
      if (registry.isBuiltin(resource)) return;
      const store = registry.anyVersion(resource);
      if (!store) throw new Error(`the objects of ${metadata.name} are not loaded`);
      await store.ready;
      await deleteInstances(store, registry.changesOf(resource), ended);
    },
  });
  registry.changesOf(definitions).subscribe(({ type, entry }) => {
    const definition = definitionIn(entry) as unknown as DefinitionParts;
    if (type === 'DELETED') keeper.removed(definition);
    else keeper.changed(definition);
  });
  for (const entry of registry.entriesOf(definitions)) {
    keeper.loaded(definitionOutline(entry) as unknown as DefinitionParts);
    await nextTurn();
  }
  keeper.begin();
}
