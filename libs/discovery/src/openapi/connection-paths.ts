import type { ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import { operationNames, pascal } from './operation-names.js';
import { CONNECTION_PARAMETERS, NAME, NAMESPACE, PATH, PROXY_PATH, type Parameter } from './parameters.js';
import type { PathItem } from './path-item.js';

const METHODS: Readonly<Record<string, string>> = {
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
};

/**
 * Connect sub-resources of the object path `item`, to the kubelet or to an address (C-022, C-233): streams and
 * proxies, whose content has no schema.
 */
export function connectionPaths(
  definition: ResourceDefinition,
  naming: OpenApiNaming,
  item: string,
): [path: string, item: PathItem][] {
  const { gvk, declaration } = definition;
  const { id, tag } = operationNames(definition);
  const scoped = `${declaration.namespaced ? 'Namespaced' : ''}${gvk.kind}`;
  const atItem: readonly Parameter[] = declaration.namespaced ? [NAME, NAMESPACE] : [NAME];
  return Object.entries(declaration.connections ?? {}).flatMap(([name, { kind, verbs }]) => {
    const reads = kind === gvk.kind;
    const type = reads ? 'text/plain' : '*/*';
    const queries = CONNECTION_PARAMETERS[name] ?? [];
    const proxied = queries.includes(PROXY_PATH);
    // A proxy forwards every method, also those without a verb.
    const methods = [...verbs.map((verb) => METHODS[verb]!), ...(proxied ? ['head', 'options'] : [])];
    const at = (path: string, ending: string, parameters: readonly Parameter[]): [string, PathItem] => {
      const operations = methods.map((method) => {
        const word = reads ? `read${id}` : `connect${id}${pascal(method)}`;
        const operation = {
          tags: [tag],
          description: reads
            ? `Read ${name} of ${gvk.kind}`
            : `Connect ${method.toUpperCase()} requests to ${name} of ${gvk.kind}`,
          operationId: `${word}${scoped}${pascal(name)}${ending}`,
          responses: {
            '200': { description: 'OK', content: { [type]: { schema: { type: 'string' } } } },
            '401': { description: 'Unauthorized' },
          },
          [`${naming.extensionPrefix}action`]: reads ? 'get' : 'connect',
          [`${naming.extensionPrefix}group-version-kind`]: { ...gvk, kind },
        };
        return [method, operation] as const;
      });
      return [path, { ...Object.fromEntries(operations), parameters }];
    };
    const own = at(`${item}/${name}`, '', [...atItem, ...queries]);
    if (!proxied) return [own];
    return [own, at(`${item}/${name}/{path}`, 'WithPath', [...atItem, PATH, ...queries])];
  });
}
