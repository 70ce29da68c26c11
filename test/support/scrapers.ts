import { builtinResources, type HasMetadata } from '@orch/client';
import type { TestControlPlane } from '@orch/testing';

/** Service accounts that ask the port of a process of controllers: one that has a role, and one that has none. */
export class Scrapers {
  readonly reader: string;
  readonly other: string;

  private constructor(reader: string, other: string) {
    [this.reader, this.other] = [reader, other];
  }

  /** @param rules of the role. */
  static async create(
    { client, vocabulary }: TestControlPlane,
    rules: readonly { readonly nonResourceURLs: readonly string[]; readonly verbs: readonly string[] }[],
  ): Promise<Scrapers> {
    const accounts = client.resource(builtinResources.serviceAccounts);
    const tokenOf = async (name: string): Promise<string> => {
      const key = { namespace: 'default', name };
      await accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: key } as HasMetadata);
      const body = { apiVersion: `${vocabulary.groups.authentication}/v1`, kind: 'TokenRequest', spec: {} };
      return (await accounts.subresource('token').create<{ status: { token: string } }>(key, body)).status.token;
    };
    const rbac = vocabulary.groups.rbac;
    const metadata = { name: 'metrics-reader' };
    const role = { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata, rules };
    await client.resource(builtinResources.clusterRoles).create(role);
    const binding = {
      ...{ apiVersion: `${rbac}/v1`, kind: 'ClusterRoleBinding', metadata },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'metrics-reader' },
      subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'reader' }],
    };
    await client.resource(builtinResources.clusterRoleBindings).create(binding);
    return new Scrapers(await tokenOf('reader'), await tokenOf('other'));
  }
}
