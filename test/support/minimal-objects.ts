import type { Vocabulary } from '@orch/vocabulary';
import type { Paths } from './resource-fixtures.js';
import { CLIENT_USAGES, pkcs10 } from './signing-requests.js';

/** Of each kind an object with no more in it than the server asks for, by the collection it belongs into. */
export async function minimalObjects(
  { signers }: Vocabulary,
  paths: Paths,
  namespace: string,
): Promise<[path: string, body: object][]> {
  const named = (rest: object = {}) => ({ metadata: { name: 'minimal' }, ...rest });
  return [
    [paths.namespaces, named()],
    [paths.nodes, named()],
    [paths.configMaps, named()],
    [paths.secrets, named()],
    [paths.serviceAccounts, named()],
    [paths.events, named({ involvedObject: { namespace } })],
    [paths.pods, named({ spec: { containers: [{ name: 'main', image: 'example.com/main:1' }] } })],
    [paths.claims, named({ spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } })],
    [
      paths.volumes,
      named({
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          nfs: { server: 'example.com', path: '/' },
        },
      }),
    ],
    [paths.leases, named()],
    [paths.drivers, named({ spec: {} })],
    [paths.csiNodes, named({ spec: { drivers: [] } })],
    [paths.capacities, named({ storageClassName: 'fast' })],
    [
      paths.attachments,
      named({ spec: { attacher: 'd.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } } }),
    ],
    [paths.storageClasses, named({ provisioner: 'example.com/disk' })],
    [
      paths.requests,
      named({
        spec: {
          request: await pkcs10({ commonName: 'minimal' }),
          signerName: signers.apiServerClient,
          usages: CLIENT_USAGES,
        },
      }),
    ],
  ];
}
