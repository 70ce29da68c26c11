import type { Pod, ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { Subject } from 'rxjs';
import { serviceAccount } from './service-account.js';

const pods = { gvr: { group: '', version: 'v1', resource: 'pods' } } as ResourceDefinition;
const container = (more: object = {}) => ({ name: 'c', image: 'i', ...more });

for (const vocabulary of Object.values(vocabularies)) {
  describe(`the account of pods in the vocabulary ${vocabulary.name}`, () => {
    const mount = vocabulary.client.serviceAccountMount;
    const prefix = vocabulary.serviceAccountTokens.volumePrefix;
    let accounts: Map<string, object>;
    let appearances: Subject<unknown>;
    const plugin = serviceAccount({
      reader: {
        // eslint-disable-next-line require-yield
        *readInSteps(_resource, namespace, name) {
          const found = accounts.get(`${namespace}/${name}`);
          return found && ({ metadata: { namespace, name }, ...found } as ApiObject);
        },
      },
      upsertsOf: () => appearances,
      vocabulary,
      random: () => 0,
    });
    const attributes = (spec: object, metadata: object = {}): AdmissionAttributes =>
      ({
        operation: 'CREATE',
        definition: pods,
        subresource: '',
        namespace: 't1',
        name: 'x',
        object: { metadata: { name: 'x', ...metadata }, spec: { containers: [container()], ...spec } },
      }) as unknown as AdmissionAttributes;
    const admitted = async (spec: object, metadata?: object) =>
      ((await plugin.mutate!(attributes(spec, metadata))) as Pod).spec!;
    const mounts = (spec: Pod['spec']) => spec!.containers!.map((c) => c.volumeMounts ?? []);

    beforeEach(() => {
      accounts = new Map([['t1/default', {}]]);
      appearances = new Subject();
    });

    it('handles new pods only', () => {
      expect(plugin.handles(attributes({}))).toBe(true);
      expect(plugin.handles({ ...attributes({}), operation: 'UPDATE' })).toBe(false);
      expect(plugin.handles({ ...attributes({}), subresource: 'binding' })).toBe(false);
    });
    it('B-031 sets default on a pod without an account', async () =>
      expect(await admitted({})).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default' }));
    it('B-030 keeps the account that a pod names', async () => {
      accounts.set('t1/a', {});
      expect(await admitted({ serviceAccountName: 'a' })).toMatchObject({ serviceAccountName: 'a' });
    });
    it('B-030 refuses a pod whose account does not exist', async () => {
      expect(() => plugin.mutate!(attributes({ serviceAccountName: 'b' }))).toThrow(
        'pods "x" is forbidden: error looking up service account t1/b: serviceaccount "b" not found',
      );
      accounts.clear();
      appearances = new Subject();
      const waiting = plugin.mutate!(attributes({})) as Promise<ApiObject>;
      appearances.next(undefined); // of an account that was deleted again
      await expect(waiting).rejects.toThrow('serviceaccount "default" not found');
    });
    it('B-031 a pod waits for the account of a new namespace', async () => {
      accounts.clear();
      appearances = new Subject();
      const waiting = plugin.mutate!(attributes({})) as Promise<ApiObject>;
      accounts.set('t1/default', {});
      appearances.next(undefined);
      expect(((await waiting) as Pod).spec!.serviceAccountName).toBe('default');
    });

    it('B-030 mounts the token of the account in every container', async () => {
      const spec = await admitted({ initContainers: [container({ name: 'i' })] });
      const name = `${prefix}bbbbb`;
      expect(spec.volumes).toEqual([
        {
          name,
          projected: {
            defaultMode: 420,
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
              { configMap: { name: vocabulary.rootCaConfigMap, items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
              {
                downwardAPI: {
                  items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
                },
              },
            ],
          },
        },
      ]);
      const mounted = [{ name, mountPath: mount, readOnly: true }];
      expect([...mounts(spec), spec.initContainers![0]!.volumeMounts]).toEqual([mounted, mounted]);
    });
    it('keeps another mount at that path, and reuses an existing token volume', async () => {
      const own = { name: 'mine', mountPath: mount };
      const none = await admitted({ containers: [container({ volumeMounts: [own] })] });
      expect([none.volumes, mounts(none)]).toEqual([undefined, [[own]]]);
      const again = await admitted({ volumes: [{ name: `${prefix}old`, emptyDir: {} }] });
      expect([again.volumes!.length, mounts(again)[0]![0]!.name]).toEqual([1, `${prefix}old`]);
    });

    const cases: [pod: boolean | undefined, account: boolean | undefined, mounted: boolean][] = [
      [undefined, undefined, true],
      [undefined, false, false],
      [undefined, true, true],
      [true, false, true],
      [false, true, false],
    ];
    for (const [pod, account, want] of cases) {
      it(`mounts ${want ? 'a' : 'no'} token with automount ${pod} in the pod and ${account} in the account`, async () => {
        accounts.set('t1/default', account === undefined ? {} : { automountServiceAccountToken: account });
        const spec = await admitted(pod === undefined ? {} : { automountServiceAccountToken: pod });
        expect(spec.volumes !== undefined).toBe(want);
      });
    }

    it('sets the pull secrets of the account on a pod without any', async () => {
      accounts.set('t1/default', { imagePullSecrets: [{ name: 'p' }] });
      expect((await admitted({})).imagePullSecrets).toEqual([{ name: 'p' }]);
      expect((await admitted({ imagePullSecrets: [{ name: 'q' }] })).imagePullSecrets).toEqual([{ name: 'q' }]);
    });
    it('sets no more than a thousand pull secrets, so that a small pod stays small', async () => {
      const secrets = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `s${at}` }));
      accounts.set('t1/default', { imagePullSecrets: secrets(1_000) });
      expect((await admitted({})).imagePullSecrets).toHaveLength(1_000);
      accounts.set('t1/default', { imagePullSecrets: secrets(1_001) });
      await expect(admitted({})).rejects.toThrow('service account t1/default has 1001 image pull secrets');
      expect((await admitted({ imagePullSecrets: [{ name: 'q' }] })).imagePullSecrets).toEqual([{ name: 'q' }]);
    });
    it('leaves a mirror pod unchanged', async () => {
      const spec = await admitted({}, { annotations: { [vocabulary.annotations.mirrorPod]: 'x' } });
      expect([spec.serviceAccountName, spec.volumes]).toEqual([undefined, undefined]);
    });
  });
}
