import type { ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import { connectionPaths } from './connection-paths.js';
import { isCustom } from './is-custom.js';
import { operationNames, pascal } from './operation-names.js';
import { ACTION_OPERATIONS, operation, type OperationTable, operationTables, WATCH_OPERATIONS } from './operations.js';
import { isDocumented, NAME, NAMESPACE, type Parameter, PRETTY } from './parameters.js';
import { type PathItem, pathItem } from './path-item.js';
import { actionsOf, definitionAt } from './subresource-definitions.js';

/** Operations of one path. */
interface PathOperations {
  readonly table: OperationTable;
  /** Keys of the table that are served. */
  readonly verbs: readonly string[];
  /** Scope and kind in operation ids: `NamespacedConfigMap`. */
  readonly scoped: string;
  /** Of every operation. */
  readonly parameters: readonly Parameter[];
  readonly subresource?: string;
}

/**
 * Every path of one resource with its operations: collection, all namespaces, object, sub-resources, and of
 * built-in kinds the deprecated watch paths.
 * @param minor emulated release 1.x.
 */
export function resourcePaths(
  definition: ResourceDefinition,
  naming: OpenApiNaming,
  minor: number,
): [path: string, item: PathItem][] {
  const { gvr, gvk, declaration, verbs } = definition;
  const { namespaced } = declaration;
  const { id, tag } = operationNames(definition);
  const root = gvr.group === '' ? `/api/${gvr.version}` : `/apis/${gvr.group}/${gvr.version}`;
  const tail = `${namespaced ? '/namespaces/{namespace}' : ''}/${gvr.resource}`;
  const inScope: readonly Parameter[] = namespaced ? [NAMESPACE] : [];
  const atItem = [NAME, ...inScope];
  const own = `${namespaced ? 'Namespaced' : ''}${gvk.kind}`;
  const paths: [string, PathItem][] = [];
  const add = (path: string, { table, verbs: served, scoped, parameters, subresource = '' }: PathOperations): void => {
    const about = subresource === '' ? gvk.kind : `${subresource} of ${gvk.kind}`;
    const kind = definitionAt(definition, subresource);
    const context = { definition: kind, resource: definition, naming, tag, id, scoped, about };
    const operations = served.flatMap((verb) => {
      const facts = Object.hasOwn(table, verb) ? table[verb] : undefined;
      if (!facts) return [];
      const documented = [...parameters, ...facts.parameters].filter((one) => isDocumented(one, minor));
      return [{ method: facts.method, operation: operation(facts, context), parameters: documented }];
    });
    if (operations.length > 0) paths.push([path, pathItem(operations)]);
  };

  const { onCollection, onItem } = operationTables(definition);
  const collection = { scoped: own, parameters: [...inScope, PRETTY] };
  add(`${root}${tail}`, { ...collection, table: onCollection, verbs });
  const everywhere = { scoped: `${gvk.kind}ForAllNamespaces`, parameters: [PRETTY] };
  const lists = verbs.includes('list');
  if (namespaced && lists) add(`${root}/${gvr.resource}`, { ...everywhere, table: onCollection, verbs: ['list'] });

  const item = `${tail}/{name}`;
  add(`${root}${item}`, { table: onItem, verbs, scoped: own, parameters: [...atItem, PRETTY] });
  const below = (name: string, table: OperationTable, served: readonly string[]): void =>
    add(`${root}${item}/${name}`, {
      table,
      verbs: served,
      scoped: `${own}${pascal(name)}`,
      parameters: [...atItem, PRETTY],
      subresource: name,
    });
  for (const [name, { writeOnly }] of definition.subresources) {
    below(name, onItem, writeOnly ? ['update'] : ['get', 'update', 'patch']);
  }
  for (const name of actionsOf(definition)) below(name, ACTION_OPERATIONS, ['create']);
  paths.push(...connectionPaths(definition, naming, `${root}${item}`, minor));

  if (!verbs.includes('watch') || isCustom(definition)) return paths;
  const watch = `${root}/watch`;
  const watched = { table: WATCH_OPERATIONS, verbs: ['list'], scoped: `${own}List` };
  add(`${watch}${tail}`, { ...watched, parameters: [...inScope, PRETTY] });
  if (namespaced) {
    const scoped = `${gvk.kind}ListForAllNamespaces`;
    add(`${watch}/${gvr.resource}`, { ...watched, scoped, parameters: [PRETTY] });
  }
  add(`${watch}${item}`, { ...watched, verbs: ['item'], scoped: own, parameters: [...atItem, PRETTY] });
  return paths;
}
