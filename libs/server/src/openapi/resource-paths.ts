import type { ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import { COLLECTION_OPERATIONS, ITEM_OPERATIONS, operation } from './operations.js';
import { NAME, NAMESPACE, type Parameter, PRETTY } from './parameters.js';

export type PathItems = Record<string, Record<string, unknown>>;

/** Every path of one resource with its operations: collection, all namespaces, object, sub-resources. */
export function resourcePaths(definition: ResourceDefinition, naming: OpenApiNaming): PathItems {
  const { gvr, gvk, declaration } = definition;
  const root = gvr.group === '' ? `/api/${gvr.version}` : `/apis/${gvr.group}/${gvr.version}`;
  const scope = declaration.namespaced ? '/namespaces/{namespace}' : '';
  const inScope: readonly Parameter[] = declaration.namespaced ? [NAMESPACE] : [];
  const collection = `${root}${scope}/${gvr.resource}`;
  const id = `${pascal((gvr.group || 'core').split('.', 1)[0]!)}${pascal(gvr.version)}`;
  const scopedId = `${id}${declaration.namespaced ? 'Namespaced' : ''}${gvk.kind}`;
  const paths: PathItems = {};
  const add = (
    path: string,
    table: typeof ITEM_OPERATIONS,
    verbs: readonly string[],
    of: Omit<Place, 'definition' | 'naming'>,
  ): void => {
    const operations = verbs.flatMap((verb) => {
      const facts = Object.hasOwn(table, verb) ? table[verb] : undefined;
      return facts ? [[facts.method, operation(facts, { definition, naming, ...of })] as const] : [];
    });
    if (operations.length > 0) paths[path] = { ...Object.fromEntries(operations), parameters: [...of.path, PRETTY] };
  };
  add(collection, COLLECTION_OPERATIONS, definition.verbs, { idSuffix: scopedId, subresource: '', path: inScope });
  if (declaration.namespaced && definition.verbs.includes('list')) {
    add(`${root}/${gvr.resource}`, COLLECTION_OPERATIONS, ['list'], {
      idSuffix: `${id}${gvk.kind}ForAllNamespaces`,
      subresource: '',
      path: [],
    });
  }
  const item = `${collection}/{name}`;
  const atItem = [NAME, ...inScope];
  add(item, ITEM_OPERATIONS, definition.verbs, { idSuffix: scopedId, subresource: '', path: atItem });
  for (const [name, strategy] of definition.subresources) {
    const verbs = strategy.writeOnly ? ['update'] : ['get', 'update', 'patch'];
    add(`${item}/${name}`, ITEM_OPERATIONS, verbs, {
      idSuffix: `${scopedId}${pascal(name)}`,
      subresource: name,
      path: atItem,
    });
  }
  return paths;
}

type Place = Parameters<typeof operation>[1] & { readonly path: readonly Parameter[] };

const pascal = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
