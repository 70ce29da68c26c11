import { bindPod, type Binding, type Pod } from '@orch/api';
import { ApiError, FieldPath, fieldError, formatTime, type Status } from '@orch/apimachinery';
import type { Registry } from '@orch/registry';
import type { RequestContext } from '../../request/request-context.js';
import { sendDocument } from '../answer.js';
import { readObject } from '../body/read-object.js';
import { prepare } from './write-objects.js';

/**
 * POST of a Binding, to a pod's `binding` sub-resource or to the old `bindings` collection: puts the pod on a node
 * (A-295..A-297, A-531, A-532, C-171..C-173). A Binding is never stored.
 */
export async function createBinding(registry: Registry, context: RequestContext): Promise<void> {
  const bindings = registry.resource('', 'v1', 'bindings');
  const pods = registry.resource('', 'v1', 'pods');
  if (!bindings || !pods) throw ApiError.noSuchResource();
  const { request, representation } = prepare(bindings, context, 'CreateOptions');
  const binding = bindings.writer.read(request, await readObject(context, bindings.definition));
  const name = context.info.subresource === 'binding' ? context.info.name : (binding.metadata.name ?? '');
  if (name === '') {
    throw ApiError.invalid({ group: '', kind: 'Binding' }, [
      fieldError.required(FieldPath.of('metadata', 'name'), 'name of the pod'),
    ]);
  }
  await pods.writer.changeWhole(request, name, 'binding', (pod) => {
    const bound = bindPod(pod as Pod, binding as Binding, formatTime(Date.now()));
    if (bound instanceof ApiError) throw bound;
    return bound;
  });
  return sendDocument(context, 201, representation.status.contentType, representation.status.document(BOUND));
}

const BOUND: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
