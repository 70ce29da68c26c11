import { actionDefinition, bindPod, type Binding, type Pod } from '@orch/api';
import { ApiError, FieldPath, fieldError, formatTime, type Status } from '@orch/apimachinery';
import { sendStatus } from '@orch/http';
import { bindingConflict } from '@orch/registry';
import { admitAction } from './admit-action.js';
import { readSent } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/**
 * POST of a Binding, to a pod's `binding` sub-resource or to the legacy `bindings` collection: binds the pod to a node
 * (A-295..A-297, A-531, A-532, C-171..C-173).
 */
export const bindings = ({ registry }: VirtualParts): VirtualResource => ({
  create: async (store, context) => {
    const pods = registry.resource('', 'v1', 'pods');
    if (!pods) throw ApiError.noSuchResource();
    const { info } = context;
    const definition = actionDefinition(store.definition, info.subresource) ?? store.definition;
    const { request, representation, object: read } = await readSent<Binding>(store, definition, context);
    const sent = read.metadata.name ?? '';
    if (info.name !== '' && sent !== '' && sent !== info.name)
      throw ApiError.badRequest('name in URL does not match name in Binding object');
    const name = info.name || sent;
    if (name === '') {
      throw ApiError.invalid({ group: '', kind: 'Binding' }, [
        fieldError.required(FieldPath.of('metadata', 'name'), 'name of the pod'),
      ]);
    }
    const object = await admitAction(store, context, request, read);
    const copiesLabels = pods.writer.parts.features.enabled('PodTopologyLabelsAdmission');
    await pods.change({ ...request, action: 'executed' }, name, 'binding', (pod) => {
      const conflict = bindingConflict(name, object.metadata, pod.metadata);
      if (conflict) throw conflict;
      const bound = bindPod(pod as Pod, object, { copiesLabels, now: formatTime(Date.now()) });
      if (bound instanceof ApiError) throw bound;
      return bound;
    });
    return sendStatus(context, 201, representation, BOUND);
  },
});

const BOUND: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
