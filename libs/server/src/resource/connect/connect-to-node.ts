import { chooseContainer, type Connection, type Pod } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { Registry, ResourceStore } from '@orch/registry';
import type { RequestContext } from '@orch/http';
import { readProxyName } from '@orch/proxy';

/** Sub-resources that are about one container of a pod. */
const OF_CONTAINERS: ReadonlySet<string> = new Set(['attach', 'exec', 'log']);

/**
 * Answers what only the agent on a node could: logs, commands, forwarded ports, its own pages (C-233). No connection leads from this
 * server to a node, so it says what it knows: whether the pod, the container and the node are there, and then that it ends here.
 */
export function connectToNode(
  registry: Registry,
  store: ResourceStore,
  connection: Connection,
  context: RequestContext,
): never {
  const { info } = context;
  if (!connection.verbs.includes(info.verb)) throw ApiError.methodNotAllowed();
  const name = info.subresource === 'proxy' ? (readProxyName(info.name)?.name ?? info.name) : info.name;
  const object = registry.read(store.definition.gvr, info.namespace, name);
  if (!object) throw ApiError.notFound({ group: info.group, resource: info.resource, name });
  if (info.resource !== 'pods') throw unreachable(name);
  const nodeName = placeOf(object as Pod, context);
  if (!registry.read({ group: '', resource: 'nodes' }, '', nodeName)) {
    throw ApiError.notFound({ group: '', resource: 'nodes', name: nodeName });
  }
  throw unreachable(nodeName);
}

/**
 * Node of a pod, for a container that is there. An empty log of a pod on no node would look like one of a pod that said
 * nothing, so it is refused like the rest.
 */
function placeOf(pod: Pod, { info, query }: RequestContext): string {
  if (OF_CONTAINERS.has(info.subresource)) {
    const choice = chooseContainer(pod, query.get('container') ?? '');
    if ('refusal' in choice) throw ApiError.badRequest(choice.refusal);
  }
  const nodeName = pod.spec?.nodeName ?? '';
  if (nodeName === '') throw ApiError.badRequest(`pod ${info.name} does not have a host assigned`);
  return nodeName;
}

/** Without Retry-After: clients would try again for a while, and nothing would change. */
const unreachable = (node: string): ApiError =>
  new ApiError(
    'ServiceUnavailable',
    `no connection to node ${JSON.stringify(node)}: this server keeps the state of nodes and does not reach their agents`,
  );
