import type { ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import { operationNames, pascal } from './operation-names.js';
import { objectTypes } from './media-types.js';
import { kindOf } from './operations.js';
import {
  CONNECTION_PARAMETERS,
  isDocumented,
  NAME,
  NAMESPACE,
  PATH,
  PROXY_PATH,
  type Parameter,
} from './parameters.js';
import { type PathItem, pathItem } from './path-item.js';

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
  minor: number,
): [path: string, item: PathItem][] {
  const { gvk, declaration } = definition;
  const { id, tag } = operationNames(definition);
  const scoped = `${declaration.namespaced ? 'Namespaced' : ''}${gvk.kind}`;
  const atItem: readonly Parameter[] = declaration.namespaced ? [NAME, NAMESPACE] : [NAME];
  return Object.entries(declaration.connections ?? {}).flatMap(([name, { kind, verbs }]) => {
    const reads = kind === gvk.kind;
    const types = reads ? ['text/plain', ...objectTypes(definition)] : ['*/*'];
    const schema = { type: 'string' };
    const queries = (CONNECTION_PARAMETERS[name] ?? []).filter((one) => isDocumented(one, minor));
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
            '200': { description: 'OK', content: Object.fromEntries(types.map((type) => [type, { schema }])) },
            '401': { description: 'Unauthorized' },
          },
          [`${naming.extensionPrefix}action`]: reads ? 'get' : 'connect',
          [`${naming.extensionPrefix}group-version-kind`]: kindOf({ ...gvk, kind }),
        };
        return { method, operation, parameters };
      });
      return [path, pathItem(operations)];
    };
    const own = at(`${item}/${name}`, '', [...atItem, ...queries]);
    if (!proxied) return [own];
    return [own, at(`${item}/${name}/{path}`, 'WithPath', [...atItem, PATH, ...queries])];
  });
}
