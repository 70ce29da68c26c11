import { vocabularies } from '@orch/vocabulary';

/** What a webhook that does not answer does to a write. */
export type FailurePolicy = 'Fail' | 'Ignore';
export const FAILURE_POLICIES: readonly FailurePolicy[] = ['Fail', 'Ignore'];
/** Validating webhooks that review each write. */
export const VALIDATORS = ['first', 'second'] as const;
export type Validator = (typeof VALIDATORS)[number];

/** Each policy has a namespace of its own, whose writes its webhooks review. */
export const namespaceOf = (policy: FailurePolicy): string => `reviewed-${policy.toLowerCase()}`;
export const objectsOf = (policy: FailurePolicy): string => `/api/v1/namespaces/${namespaceOf(policy)}/configmaps`;

/** A ConfigMap, as far as it matters here. */
export interface Reviewed {
  readonly metadata: { readonly name: string };
  readonly data?: {
    /** Of the write that made this state: no two writes have the same. */
    readonly id?: string;
    /** Set by the mutating webhook: no two of its answers have the same. */
    readonly mark?: string;
    /** The validating webhooks deny it. */
    readonly denied?: string;
  };
}

export const objectOf = (name: string, data: NonNullable<Reviewed['data']>): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

/** How long an API server waits for a webhook. Unit: seconds. */
const TIMEOUT_SECONDS = 1;
const RULE = { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], scope: 'Namespaced' };
// The API server runs in the `orch` vocabulary.
const GROUP = vocabularies.orch.groups.admissionregistration;
const NAMESPACE_LABEL = 'reviewed-by';

/** Objects that register the webhooks, each with the path of its collection. */
export function registrations(url: string, caBundle: string): { readonly path: string; readonly body: object }[] {
  const webhook = (policy: FailurePolicy, name: string, operations: readonly string[]) => ({
    name: `${name}.${policy.toLowerCase()}.faults.example.com`,
    clientConfig: { url: `${url}/${policy}/${name}`, caBundle },
    rules: [{ ...RULE, operations }],
    namespaceSelector: { matchLabels: { [NAMESPACE_LABEL]: policy } },
    failurePolicy: policy,
    timeoutSeconds: TIMEOUT_SECONDS,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  });
  const configuration = (kind: string, webhooks: readonly object[]) => ({
    path: `/apis/${GROUP}/v1/${kind.toLowerCase()}s`,
    body: { apiVersion: `${GROUP}/v1`, kind, metadata: { name: 'faults' }, webhooks },
  });
  return [
    ...FAILURE_POLICIES.map((policy) => ({
      path: '/api/v1/namespaces',
      body: {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: namespaceOf(policy), labels: { [NAMESPACE_LABEL]: policy } },
      },
    })),
    configuration(
      'MutatingWebhookConfiguration',
      FAILURE_POLICIES.map((policy) => webhook(policy, 'mutate', ['CREATE', 'UPDATE'])),
    ),
    configuration(
      'ValidatingWebhookConfiguration',
      FAILURE_POLICIES.flatMap((policy) =>
        VALIDATORS.map((name) => webhook(policy, name, ['CREATE', 'UPDATE', 'DELETE'])),
      ),
    ),
  ];
}
