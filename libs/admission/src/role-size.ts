import type { ApiObject } from '@orch/apimachinery';
import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';
import { forbidden } from './forbidden.js';

/**
 * Bytes of the Roles of one namespace, and of its RoleBindings: their rules and subjects are on the heap of the server, where they take several times as
 * much. Real ones have some hundred kilobytes.
 */
const MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * Refuses Roles and RoleBindings where the namespace has too many bytes of them already: who administers one namespace must not fill the memory of the
 * server. Those that become smaller, and deletes, are admitted. Cannot be disabled.
 * @param maxBytes default 16 MiB.
 */
export const roleSize = (
  reader: Pick<Registry, 'entriesOf'>,
  { groups }: Pick<Vocabulary, 'groups'>,
  maxBytes = MAX_BYTES,
): AdmissionPlugin => ({
  name: 'RoleSize',
  handles: ({ definition: { gvr }, operation, subresource, namespace }) =>
    gvr.group === groups.rbac && namespace !== '' && operation !== 'DELETE' && subresource === '',
  validate: (a) => {
    const { gvr } = a.definition;
    let bytes = 0;
    for (const { length } of reader.entriesOf(gvr, a.namespace)) bytes += length;
    if (bytes <= maxBytes || (a.oldObject && sizeOf(a.object!) <= sizeOf(a.oldObject))) return;
    throw forbidden(a, `the ${gvr.resource} of namespace ${a.namespace} have more than ${maxBytes} bytes together`);
  },
});

/** Of what a role or a binding says, without its metadata. */
const sizeOf = ({ metadata: _metadata, ...content }: ApiObject): number => Buffer.byteLength(JSON.stringify(content));
