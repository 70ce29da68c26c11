import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { virtualPage } from '@orch/registry';
import type { HealthCheck } from '../../health/health-checks.js';
import { sendItem, sendList } from '@orch/http';
import { readSelection } from '@orch/http';
import { negotiate } from '@orch/http';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/** Health of the server's dependencies, checked on each request (C-307). */
export const componentStatuses = ({ components, log }: VirtualParts): VirtualResource => ({
  get: async ({ definition }, context) => {
    const { info, headers, query } = context;
    const representation = negotiate(headers.accept, query, 'item', definition);
    const component = components.find(({ name }) => name === info.name);
    if (!component) throw ApiError.notFound({ group: info.group, resource: info.resource, name: info.name });
    const bytes = Buffer.from(JSON.stringify(await statusOf(component, log)), 'utf8');
    return sendItem(context, 200, representation, definition, bytes);
  },
  list: async (store, context) => {
    const { info, headers, query } = context;
    const representation = negotiate(headers.accept, query, 'list', store.definition);
    const selection = readSelection(query, info, store);
    const page = virtualPage(
      await Promise.all(components.map((component) => statusOf(component, log))),
      selection,
      store.revision,
    );
    return sendList(context, representation, store, page);
  },
});

async function statusOf(component: HealthCheck, log: Logger): Promise<ApiObject> {
  const conditions = [await conditionOf(component, log)];
  return { kind: 'ComponentStatus', apiVersion: 'v1', metadata: { name: component.name }, conditions };
}

/** The reason of a failure is logged only, as at the health endpoints. */
async function conditionOf({ name, check }: HealthCheck, log: Logger): Promise<object> {
  try {
    await check();
    return { type: 'Healthy', status: 'True', message: 'ok' };
  } catch (error) {
    log.warn('component unhealthy', { component: name, error });
    return { type: 'Healthy', status: 'False', error: 'the check failed: see the log of the server' };
  }
}
