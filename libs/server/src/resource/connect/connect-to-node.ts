import { chooseContainer, type Connection, type Pod } from '@orch/api';
import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { Registry, ResourceStore } from '@orch/registry';
import { atOnceOrInTurns, flowOf, type RequestContext } from '@orch/http';
import { readProxyName } from '@orch/proxy';
import { checkLogOptions } from './log-options.js';

/** Sub-resources of one container of a pod. */
const OF_CONTAINERS: ReadonlySet<string> = new Set(['attach', 'exec', 'log']);

/**
 * Answers sub-resources that need the agent on a node: logs, exec, port forwarding, node proxy (C-233). This server has
 * no connection to nodes, so it checks that the pod, the container and the node exist, and then answers that the node
 * cannot be reached.
 */
export function connectToNode(
  registry: Registry,
  store: ResourceStore,
  connection: Connection,
  context: RequestContext,
): Promise<never> | never {
  const { info } = context;
  if (!connection.verbs.includes(info.verb)) throw ApiError.methodNotAllowed();
  if (info.subresource === 'log') {
    const takesStream = store.writer.parts.features.enabled('PodLogsQuerySplitStreams');
    checkLogOptions(info.name, context.query, takesStream);
  }
  const name = info.subresource === 'proxy' ? (readProxyName(info.name)?.name ?? info.name) : info.name;
  const read = registry.readInSteps(store.definition.gvr, info.namespace, name);
  const refuse = (object: ApiObject | undefined): never => {
    if (!object) throw ApiError.notFound({ group: info.group, resource: info.resource, name });
    if (info.resource !== 'pods') throw unreachable(name);
    const nodeName = placeOf(object as Pod, context);
    if (!registry.has({ group: '', resource: 'nodes' }, '', nodeName)) {
      throw ApiError.notFound({ group: '', resource: 'nodes', name: nodeName });
    }
    throw unreachable(nodeName);
  };
  const object = atOnceOrInTurns(read, () => ({ flow: flowOf(context.user), signal: context.signal }));
  return object instanceof Promise ? object.then(refuse) : refuse(object);
}

/**
 * Node of a pod with that container. The log of an unscheduled pod is refused too: an empty one would look like the log
 * of a silent pod.
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

/** Without Retry-After: clients would retry for a while without success. */
const unreachable = (node: string): ApiError =>
  new ApiError(
    'ServiceUnavailable',
    `no connection to node ${JSON.stringify(node)}: this server keeps the state of nodes and does not reach their agents`,
  );
