import { fieldError, FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy, UserInfo } from '../../../definition/strategy.js';
import { withConditionTimes } from './condition-times.js';
import type { CertificateSigningRequest, CertificateSigningRequestSpec } from './certificate-signing-request.types.js';
import { validateRequestSpec, type RestrictedValues } from './certificate-signing-request.validation.js';
import { validateStatusUpdate } from './status-transitions.js';

const SPEC = FieldPath.of('spec');

/** A-450..A-456, C-211..C-213, C-218, C-219. */
export const certificateSigningRequestStrategy =
  (signersAndUsages: RestrictedValues) =>
  (vocabulary: Vocabulary): Strategy<CertificateSigningRequest> => ({
    resets: ['spec'],
    prepareForCreate: (request, { user }) => ({
      ...request,
      ...(request.spec ? { spec: asRequester(request.spec, user) } : {}),
      status: {},
    }),
    prepareForUpdate: (request, old) => {
      const { status: _sent, ...rest } = request;
      return { ...rest, spec: old.spec, ...(old.status ? { status: old.status } : {}) } as CertificateSigningRequest;
    },
    validateCreate: ({ spec }) =>
      spec ? validateRequestSpec(SPEC, spec, vocabulary, signersAndUsages) : [fieldError.required(SPEC)],
  });

/** Sets the requester to the authenticated user (C-212). */
function asRequester(spec: CertificateSigningRequestSpec, user: UserInfo): CertificateSigningRequestSpec {
  const { username: _username, uid: _uid, groups: _groups, extra: _extra, ...asked } = spec;
  return {
    ...asked,
    username: user.username,
    ...(user.uid ? { uid: user.uid } : {}),
    ...(user.groups.length === 0 ? {} : { groups: [...user.groups] }),
    ...(user.extra && Object.keys(user.extra).length > 0
      ? { extra: Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]])) }
      : {}),
  };
}

/** Sets `Approved` and `Denied`; keeps the current certificate (C-214, C-216). */
export const certificateSigningRequestApproval = (): SubresourceStrategy<CertificateSigningRequest> => ({
  resets: ['status.certificate'],
  prepareForUpdate(sent, old, { now }) {
    const { certificate: _ignored, ...decided } = sent.status ?? {};
    const current = old.status?.certificate;
    const status = current === undefined ? decided : { ...decided, certificate: current };
    return withConditionTimes(takeStatus({ ...sent, status }, old), old, now);
  },
  validateUpdate: (request, old) => validateStatusUpdate(request, old, { mayDecide: true }),
});

/** Signers set certificates and the `Failed` condition; keeps the current decisions. */
export const certificateSigningRequestStatus = (): SubresourceStrategy<CertificateSigningRequest> => ({
  resets: ['status.conditions'],
  prepareForUpdate: (sent, old, { now }) => withConditionTimes(takeStatus(sent, old), old, now),
  validateUpdate: (request, old) => validateStatusUpdate(request, old, { mayDecide: false }),
});
