import { builtinResources } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import type { DemoObject } from './demo-object.js';
import { POD_ACCOUNT } from './pods.js';

const DEVELOPERS = 'developers';
/** PKCS#10 for CN=kim, O=developers, made once; its private key was not kept, which makes a certificate useless. */
const REQUEST = `-----BEGIN CERTIFICATE REQUEST-----
MIHdMIGFAgEAMCMxEzARBgNVBAoMCmRldmVsb3BlcnMxDDAKBgNVBAMMA2tpbTBZ
MBMGByqGSM49AgEGCCqGSM49AwEHA0IABMO612XrdDfrVVch5zajKbG6gTQ/lROg
h2ssvLvdMFA7OybZPa4OolMLGP0w0rOBMs45s+OpIrYkZEq+/94w536gADAKBggq
hkjOPQQDAgNHADBEAiAYqDrr+t6XVYwB06nyR5LLs/AZlJCSB+OOhznOjxG7MwIg
PhGeWc2qBTOg4rWficY2RWA7/sB1DRopGDHYDgYbyQk=
-----END CERTIFICATE REQUEST-----
`;

/** Roles and bindings. */
export function access(vocabulary: Vocabulary): DemoObject[] {
  const group = vocabulary.groups.rbac;
  const developers = { kind: 'Group', name: DEVELOPERS, apiGroup: group };
  const kim = { kind: 'User', name: 'kim', apiGroup: group };
  const account = { kind: 'ServiceAccount', name: POD_ACCOUNT, namespace: 'payments' };
  const binding = (
    namespace: string | undefined,
    name: string,
    [kind, role]: readonly ['Role' | 'ClusterRole', string],
    subjects: readonly object[],
  ): DemoObject => ({
    resource: namespace === undefined ? builtinResources.clusterRoleBindings : builtinResources.roleBindings,
    ...(namespace !== undefined && { namespace }),
    name,
    content: { roleRef: { apiGroup: group, kind, name: role }, subjects },
  });
  return [
    {
      resource: builtinResources.roles,
      namespace: 'payments',
      name: 'credentials-reader',
      content: { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] }] },
    },
    binding('payments', 'credentials-reader', ['Role', 'credentials-reader'], [account, kim]),
    binding('payments', 'auditors', ['ClusterRole', 'view'], [{ kind: 'Group', name: 'auditors', apiGroup: group }]),
    binding('shop', DEVELOPERS, ['ClusterRole', 'edit'], [developers]),
    {
      resource: builtinResources.clusterRoles,
      name: 'certificate-requester',
      content: {
        rules: [
          { apiGroups: [vocabulary.groups.certificates], resources: ['certificatesigningrequests'], verbs: ['create'] },
        ],
      },
    },
    binding(undefined, 'developers-request-certificates', ['ClusterRole', 'certificate-requester'], [developers]),
  ];
}

/** A request for a certificate, by one who is bound above, that waits for approval. */
export const pendingRequest = (vocabulary: Vocabulary): DemoObject => ({
  resource: builtinResources.certificateSigningRequests,
  name: 'kim-laptop',
  creator: { user: 'kim', groups: [DEVELOPERS] },
  content: {
    spec: {
      request: Buffer.from(REQUEST).toString('base64'),
      signerName: vocabulary.signers.apiServerClient,
      usages: ['digital signature', 'key encipherment', 'client auth'],
    },
  },
});
