import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { resourceRequest, type Authorizer } from '@orch/http';
import { forbidden } from './forbidden.js';

/** Whether a write is to a certificate signing request. */
export const isCertificateRequest = (a: AdmissionAttributes, vocabulary: Vocabulary): boolean =>
  a.definition.gvr.resource === 'certificatesigningrequests' &&
  a.definition.gvr.group === vocabulary.groups.certificates;

/** Whether a write is to a request of a node for a certificate of a pod. */
export const isPodCertificateRequest = (a: AdmissionAttributes, vocabulary: Vocabulary): boolean =>
  a.definition.gvr.resource === 'podcertificaterequests' && a.definition.gvr.group === vocabulary.groups.certificates;

/** `spec.signerName`; empty when unset. Immutable, so the stored and the sent object have the same. */
export function signerNameOf(object: ApiObject | undefined): string {
  const spec = object?.['spec'] as { readonly signerName?: unknown } | undefined;
  return typeof spec?.signerName === 'string' ? spec.signerName : '';
}

/** Text of the action that each verb on a signer permits. */
const PERMITTED = {
  approve: 'approve requests with',
  sign: 'sign requests with',
  attest: 'attest for',
};

/**
 * Whether a user may approve for, sign as, or publish trust anchors of a signer: verb on the virtual resource `signers`, by the
 * signer's name or by its whole domain (C-220).
 * @throws ApiError Forbidden.
 */
export async function requireSignerRight(
  verb: keyof typeof PERMITTED,
  a: AdmissionAttributes,
  authorizer: Authorizer,
  vocabulary: Vocabulary,
): Promise<void> {
  const signer = signerNameOf(a.oldObject ?? a.object);
  for (const name of [signer, `${signer.split('/', 1)[0]}/*`]) {
    const { certificates: group } = vocabulary.groups;
    const info = resourceRequest({ verb, group, version: '*', resource: 'signers', name });
    if ((await authorizer.decide(a.user, info)).allowed) return;
  }
  throw forbidden(a, `user not permitted to ${PERMITTED[verb]} signerName ${JSON.stringify(signer)}`);
}
