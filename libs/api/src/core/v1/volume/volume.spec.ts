import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('Pod');
const errors = (...volumes: object[]): string[] =>
  harness
    .create({
      spec: {
        containers: [{ name: 'c', image: 'i' }],
        volumes: volumes.map((volume, i) => ({ name: `v${i}`, ...volume })),
      },
    })
    .map((error) => error.replace('spec.volumes[0].', ''));
const item = (more: object): object => ({ configMap: { name: 'm', items: [{ key: 'k', path: 'p', ...more }] } });
const file = (more: object): object => ({ downwardAPI: { items: [{ path: 'p', ...more }] } });
const projected = (...sources: object[]): object => ({ projected: { sources } });
const amount = (resource: string, divisor: string, ...faults: string[]): [object, string[]] => [
  file({ resourceFieldRef: { containerName: 'c', resource, divisor } }),
  faults.map((fault) => `downwardAPI.resourceFieldRef.divisor ${fault}`),
];
const diskURI = 'https://a.blob.core.windows.net/b/c.vhd';
const REQUIRED = 'FieldValueRequired';
const INVALID = 'FieldValueInvalid';
const at = 'projected.sources[0]';

describe('volumes of a pod', () => {
  const cases: [string, object, string[]][] = [
    ['A-339', { secret: { secretName: 's' }, configMap: { name: 'm' } }, ['configMap FieldValueForbidden']],
    ['A-347', projected({ serviceAccountToken: {} }), [`projected.path ${REQUIRED}`]],
    ['A-348', { ephemeral: {} }, [`ephemeral.volumeClaimTemplate ${REQUIRED}`]],
    ['A-354', { gitRepo: {} }, [`gitRepo.repository ${REQUIRED}`]],
    ['A-355', { awsElasticBlockStore: {} }, [`awsElasticBlockStore.volumeID ${REQUIRED}`]],
    [
      'A-356',
      { azureDisk: {} },
      [`azureDisk.diskName ${REQUIRED}`, `azureDisk.diskURI ${REQUIRED}`, 'azureDisk.diskURI FieldValueNotSupported'],
    ],
    [
      'A-357',
      { azureDisk: { diskName: 'd', diskURI, cachingMode: 'Foo' } },
      ['azureDisk.cachingMode FieldValueNotSupported'],
    ],
    ...['None', 'ReadOnly', 'ReadWrite'].map((cachingMode): [string, object, string[]] => [
      'A-357',
      { azureDisk: { diskName: 'd', diskURI, cachingMode } },
      [],
    ]),
    ['A-358', { azureDisk: { diskName: 'd', diskURI, kind: 'Foo' } }, ['azureDisk.kind FieldValueNotSupported']],
    ['A-356', { azureDisk: { diskName: 'd', diskURI: 'u' } }, [`azureDisk.diskURI FieldValueNotSupported`]],
    ['A-358', { azureDisk: { diskName: 'd', diskURI, kind: 'Managed' } }, ['azureDisk.diskURI FieldValueNotSupported']],
    ['A-358', { azureDisk: { diskName: 'd', diskURI: '/subscriptions/s', kind: 'Managed' } }, []],
    ['A-360', { azureFile: {} }, [`azureFile.secretName ${REQUIRED}`, `azureFile.shareName ${REQUIRED}`]],
    ['A-362', { csi: {} }, [`csi.driver ${REQUIRED}`, `csi.driver ${INVALID}`]],
    ['A-362', { csi: { driver: 'd', nodePublishSecretRef: { name: 'A' } } }, [`csi.name ${INVALID}`]],
    ['A-365', { fc: {} }, [`fc.targetWWNs ${REQUIRED}`]],
    ['A-365', { fc: { targetWWNs: ['a'], wwids: ['b'] } }, [`fc.targetWWNs ${INVALID}`, `fc.lun ${REQUIRED}`]],
    ['A-365', { fc: { targetWWNs: ['a'] } }, [`fc.lun ${REQUIRED}`]],
    ['A-366', { flexVolume: {} }, [`flexVolume.driver ${REQUIRED}`]],
    ['A-367', { flocker: {} }, [`flocker ${REQUIRED}`]],
    ['A-367', { flocker: { datasetName: 'a', datasetUUID: 'b' } }, [`flocker ${INVALID}`]],
    ['A-368', { iscsi: { lun: 0 } }, [`iscsi.targetPortal ${REQUIRED}`, `iscsi.iqn ${REQUIRED}`]],
    ['A-371', { photonPersistentDisk: {} }, [`photonPersistentDisk.pdID ${REQUIRED}`]],
    ['A-372', { portworxVolume: {} }, [`portworxVolume.volumeID ${REQUIRED}`]],
    ['A-373', { quobyte: {} }, [`quobyte.registry ${REQUIRED}`, `quobyte.volume ${REQUIRED}`]],
    ['A-374', { quobyte: { registry: 'a', volume: 'v' } }, [`quobyte.registry ${INVALID}`]],
    ['A-374', { quobyte: { registry: 'a:1,b:2', volume: 'v' } }, []],
    [
      'A-375',
      { scaleIO: { volumeName: 'v' } },
      [`scaleIO.gateway ${REQUIRED}`, `scaleIO.system ${REQUIRED}`, `scaleIO.secretRef ${REQUIRED}`],
    ],
    ['A-380', { vsphereVolume: {} }, [`vsphereVolume.volumePath ${REQUIRED}`]],
    ['A-381', { configMap: { name: 'm', defaultMode: 511 } }, []],
    ['A-381', { configMap: { name: 'm', defaultMode: 512 } }, [`configMap.defaultMode ${INVALID}`]],
    ['A-381', { configMap: { name: 'm', defaultMode: -1 } }, [`configMap.defaultMode ${INVALID}`]],
    ['A-390', item({ path: '/a' }), [`configMap.items[0].path ${INVALID}`]],
    ['A-391', item({ path: 'a/../b' }), [`configMap.items[0].path ${INVALID}`]],
    ['A-392', item({ path: '..a' }), [`configMap.items[0].path ${INVALID}`]],
    ['A-393', item({ key: '' }), [`configMap.items[0].key ${REQUIRED}`]],
    ['A-394', item({ path: '' }), [`configMap.items[0].path ${REQUIRED}`]],
    ['A-395', item({ mode: 512 }), [`configMap.items[0].mode ${INVALID}`]],
    ['A-396', file({ path: '../a', fieldRef: { fieldPath: 'metadata.name' } }), [`downwardAPI.path ${INVALID}`]],
    ['A-397', file({ fieldRef: { fieldPath: 'metadata.labels' } }), []],
    [
      'A-397',
      file({ fieldRef: { fieldPath: 'spec.nodeName' } }),
      ['downwardAPI.fieldRef.fieldPath FieldValueNotSupported'],
    ],
    ['C-199', file({ fieldRef: { fieldPath: "metadata.labels['a']" } }), []],
    ['C-199', file({ fieldRef: { fieldPath: "metadata.name['a']" } }), [`downwardAPI.fieldRef.fieldPath ${INVALID}`]],
    ['A-398', file({ mode: 512, fieldRef: { fieldPath: 'metadata.name' } }), [`downwardAPI.mode ${INVALID}`]],
    [
      'A-399',
      file({ resourceFieldRef: { containerName: 'c', resource: 'limits.foo' } }),
      ['downwardAPI.resourceFieldRef.resource FieldValueNotSupported'],
    ],
    ['A-399', file({ resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } }), []],
    ...['0', '1m', '1000m'].map((divisor): [string, object, string[]] => ['C-200', ...amount('limits.cpu', divisor)]),
    ['C-200', ...amount('requests.cpu', '2', INVALID)],
    ['C-200', ...amount('limits.memory', '1Mi')],
    ['C-200', ...amount('limits.memory', '1m', INVALID)],
    ['C-200', ...amount('limits.hugepages-2Mi', '2Mi', INVALID)],
    ['C-198', file({}), [`downwardAPI ${REQUIRED}`]],
    [
      'C-198',
      file({ fieldRef: { fieldPath: 'metadata.name' }, resourceFieldRef: { resource: 'limits.cpu' } }),
      [`downwardAPI ${INVALID}`],
    ],
    [
      'C-198',
      file({ resourceFieldRef: { resource: 'limits.cpu' } }),
      [`downwardAPI.resourceFieldRef.containerName ${REQUIRED}`],
    ],
    [
      'A-403',
      projected({ serviceAccountToken: { path: 'p', expirationSeconds: 599 } }),
      [`${at}.serviceAccountToken.expirationSeconds ${INVALID}`],
    ],
    [
      'C-201',
      projected({ serviceAccountToken: { path: 'p', expirationSeconds: 4_294_967_297 } }),
      [`${at}.serviceAccountToken.expirationSeconds ${INVALID}`],
    ],
    ['C-189', { emptyDir: { sizeLimit: '-1' } }, ['emptyDir.sizeLimit FieldValueForbidden']],
    ['C-190', { hostPath: {} }, [`hostPath.path ${REQUIRED}`]],
    ['C-190', { hostPath: { path: 'a/../b' } }, [`hostPath.path ${INVALID}`]],
    ...['', 'DirectoryOrCreate', 'Directory', 'FileOrCreate', 'File', 'Socket', 'CharDevice', 'BlockDevice'].map(
      (type): [string, object, string[]] => ['C-190', { hostPath: { path: '/a', type } }, []],
    ),
    ...(['configMap', 'secret', 'downwardAPI', 'projected'] as const).flatMap((kind) =>
      [-1, 0, 511, 512].map((defaultMode): [string, object, string[]] => [
        'B-347',
        {
          [kind]: {
            ...(kind === 'configMap' ? { name: 'm' } : kind === 'secret' ? { secretName: 's' } : {}),
            defaultMode,
          },
        },
        defaultMode < 0 || defaultMode > 511 ? [`${kind}.defaultMode ${INVALID}`] : [],
      ]),
    ),
    ['C-190', { hostPath: { path: '/a', type: 'Foo' } }, ['hostPath.type FieldValueNotSupported']],
    ['C-191', { persistentVolumeClaim: {} }, [`persistentVolumeClaim.claimName ${REQUIRED}`]],
    ['C-192', { nfs: { server: 's', path: 'a' } }, [`nfs.path ${INVALID}`]],
    ['C-192', { rbd: {} }, [`rbd.monitors ${REQUIRED}`, `rbd.image ${REQUIRED}`]],
    ['C-192', { cephfs: {} }, [`cephfs.monitors ${REQUIRED}`]],
    ['C-192', { glusterfs: {} }, [`glusterfs.endpoints ${REQUIRED}`, `glusterfs.path ${REQUIRED}`]],
    ['C-192', { gcePersistentDisk: {} }, [`persistentDisk.pdName ${REQUIRED}`]],
    ['C-193', { configMap: {} }, [`configMap.name ${REQUIRED}`]],
    ['C-193', { secret: {} }, [`secret.secretName ${REQUIRED}`]],
    ['C-193', { cinder: {} }, [`cinder.volumeID ${REQUIRED}`]],
    ['C-193', { storageos: {} }, [`storageos.volumeName ${REQUIRED}`]],
    ['C-193', projected({ secret: {} }), [`${at}.secret.name ${REQUIRED}`]],
    ['C-194', { iscsi: { targetPortal: 'p', iqn: 'iqn.2026-01.io.orch:a', lun: 256 } }, [`iscsi.lun ${INVALID}`]],
    ['C-194', { iscsi: { targetPortal: 'p', iqn: 'a', lun: 0 } }, [`iscsi.iqn ${INVALID}`]],
    [
      'C-194',
      { iscsi: { targetPortal: 'p', iqn: 'iqn.2026-01.io.orch:a', lun: 0, chapAuthSession: true } },
      [`iscsi.secretRef ${REQUIRED}`],
    ],
    ['C-195', { csi: { driver: 'd'.repeat(64) } }, ['csi.driver FieldValueTooLong']],
    [
      'C-195',
      { flexVolume: { driver: 'd', options: { 'a.orch.io/b': '' } } },
      [`flexVolume.options[a.orch.io/b] ${INVALID}`],
    ],
    ['C-195', { flexVolume: { driver: 'd', options: { 'notorch.io/b': '' } } }, []],
    ['C-196', projected({ secret: { name: 's' }, configMap: { name: 'm' } }), [`${at} FieldValueForbidden`]],
    [
      'C-196',
      projected(
        { secret: { name: 's', items: [{ key: 'a', path: 'p' }] } },
        { configMap: { name: 'm', items: [{ key: 'a', path: 'p' }] } },
      ),
      [`projected ${INVALID}`],
    ],
  ];
  for (const [id, volume, want] of cases) {
    it(`${id} ${JSON.stringify(volume).slice(0, 100)}`, () => expect(errors(volume)).toEqual(want));
  }

  const template = (more: object): object => ({
    ephemeral: {
      volumeClaimTemplate: {
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
        ...more,
      },
    },
  });
  it('A-350 a claim template takes labels only', () => {
    expect(errors(template({ metadata: { name: 'n' } }))).toEqual([
      'ephemeral.volumeClaimTemplate.metadata.name FieldValueForbidden',
    ]);
    expect(errors(template({ metadata: { labels: { a: 'b' } } }))).toEqual([]);
    expect(errors(template({ metadata: { labels: { a: 'b c' } } }))).toEqual([
      expect.stringMatching(/^ephemeral.volumeClaimTemplate.metadata.labels.* FieldValueInvalid$/),
    ]);
  });
  it('A-349 a claim template has a spec', () =>
    expect(errors({ ephemeral: { volumeClaimTemplate: {} } })).toEqual([
      `ephemeral.volumeClaimTemplate.spec.accessModes ${REQUIRED}`,
      `ephemeral.volumeClaimTemplate.spec.resources[storage] ${REQUIRED}`,
    ]));

  it('C-187 names are labels, each once', () => {
    expect(errors({ name: 'a' }, { name: 'a' })).toEqual(['spec.volumes[1].name FieldValueDuplicate']);
    expect(errors({ name: 'a.b' })).toEqual([`name ${INVALID}`]);
  });

  it('C-188 no source means an empty directory', () =>
    expect(harness.made({ spec: { containers: [], volumes: [{ name: 'v' }] } })['spec']).toMatchObject({
      volumes: [{ name: 'v', emptyDir: {} }],
    }));

  it('A-384 A-402 B-348 C-201 modes and lifetimes have defaults', () => {
    const volumes = [
      { name: 'a', configMap: {} },
      { name: 'b', secret: {} },
      { name: 'c', downwardAPI: {} },
      { name: 'd', projected: { sources: [{ serviceAccountToken: {} }] } },
    ];
    expect(harness.made({ spec: { containers: [], volumes } })['spec']).toMatchObject({
      volumes: [
        { configMap: { defaultMode: 420 } },
        { secret: { defaultMode: 420 } },
        { downwardAPI: { defaultMode: 420 } },
        { projected: { defaultMode: 420, sources: [{ serviceAccountToken: { expirationSeconds: 3600 } }] } },
      ],
    });
  });
});
