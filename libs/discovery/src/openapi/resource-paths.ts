import type { ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import { connectionPaths } from './connection-paths.js';
import { operationNames, pascal } from './operation-names.js';
import {
  ACTION_OPERATIONS,
  COLLECTION_OPERATIONS,
  ITEM_OPERATIONS,
  operation,
  type OperationFacts,
  WATCH_OPERATIONS,
} from './operations.js';
import { LIST, NAME, NAMESPACE, type Parameter, PRETTY } from './parameters.js';
import type { PathItem } from './path-item.js';
import { actionsOf, definitionAt } from './subresource-definitions.js';

/** Operations of one path. */
interface PathOperations {
  readonly table: Readonly<Record<string, OperationFacts>>;
  /** Keys of the table that are served. */
  readonly verbs: readonly string[];
  readonly idSuffix: string;
  readonly parameters: readonly Parameter[];
  readonly subresource?: string;
}

/** Every path of one resource with its operations: collection, all namespaces, object, sub-resources, and the deprecated watch paths. */
export function resourcePaths(definition: ResourceDefinition, naming: OpenApiNaming): [path: string, item: PathItem][] {
  const { gvr, gvk, declaration, verbs } = definition;
  const { namespaced } = declaration;
  const { id, tag } = operationNames(definition);
  const root = gvr.group === '' ? `/api/${gvr.version}` : `/apis/${gvr.group}/${gvr.version}`;
  const tail = `${namespaced ? '/namespaces/{namespace}' : ''}/${gvr.resource}`;
  const inScope: readonly Parameter[] = namespaced ? [NAMESPACE] : [];
  const atItem = [NAME, ...inScope];
  const own = `${id}${namespaced ? 'Namespaced' : ''}${gvk.kind}`;
  const paths: [string, PathItem][] = [];
  const add = (
    path: string,
    { table, verbs: served, idSuffix, parameters, subresource = '' }: PathOperations,
  ): void => {
    const about = subresource === '' ? gvk.kind : `${subresource} of ${gvk.kind}`;
    const context = { definition: definitionAt(definition, subresource), naming, tag, idSuffix, about };
    const operations = served.flatMap((verb) => {
      const facts = Object.hasOwn(table, verb) ? table[verb] : undefined;
      return facts ? [[facts.method, operation(facts, context)] as const] : [];
    });
    if (operations.length > 0) paths.push([path, { ...Object.fromEntries(operations), parameters }]);
  };

  const collection = { idSuffix: own, parameters: [...inScope, PRETTY] };
  add(`${root}${tail}`, { ...collection, table: COLLECTION_OPERATIONS, verbs });
  const everywhere = { idSuffix: `${id}${gvk.kind}ForAllNamespaces`, parameters: [PRETTY] };
  const lists = verbs.includes('list');
  if (namespaced && lists)
    add(`${root}/${gvr.resource}`, { ...everywhere, table: COLLECTION_OPERATIONS, verbs: ['list'] });

  const item = `${tail}/{name}`;
  add(`${root}${item}`, { table: ITEM_OPERATIONS, verbs, idSuffix: own, parameters: [...atItem, PRETTY] });
  const below = (name: string, table: PathOperations['table'], served: readonly string[]): void =>
    add(`${root}${item}/${name}`, {
      table,
      verbs: served,
      idSuffix: `${own}${pascal(name)}`,
      parameters: [...atItem, PRETTY],
      subresource: name,
    });
  for (const [name, { writeOnly }] of definition.subresources) {
    below(name, ITEM_OPERATIONS, writeOnly ? ['update'] : ['get', 'update', 'patch']);
  }
  for (const name of actionsOf(definition)) below(name, ACTION_OPERATIONS, ['create']);
  paths.push(...connectionPaths(definition, naming, `${root}${item}`));

  if (!verbs.includes('watch')) return paths;
  const watch = `${root}/watch`;
  const watched = { table: WATCH_OPERATIONS, verbs: ['list'], idSuffix: `${own}List` };
  add(`${watch}${tail}`, { ...watched, parameters: [...inScope, PRETTY, ...LIST] });
  if (namespaced) {
    const idSuffix = `${id}${gvk.kind}ListForAllNamespaces`;
    add(`${watch}/${gvr.resource}`, { ...watched, idSuffix, parameters: [PRETTY, ...LIST] });
  }
  add(`${watch}${item}`, { ...watched, verbs: ['item'], idSuffix: own, parameters: [...atItem, PRETTY, ...LIST] });
  return paths;
}
