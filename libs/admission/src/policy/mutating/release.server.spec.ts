import { AdmissionServer, CONFIG_MAP_RULE } from '../../admission-server.fixture.js';

const ALPHA = '/apis/admissionregistration.orch.io/v1alpha1';

describe('MutatingAdmissionPolicy in release 1.33', () => {
  const started = (...featureGates: string[]) =>
    AdmissionServer.start({
      emulatedMinor: 33,
      runtimeConfig: ['admissionregistration.orch.io/v1alpha1=true'],
      featureGates,
    });
  const bound = async (server: AdmissionServer) => {
    const expression = 'Object{data: {"b": "2"}}';
    await server.make(`${ALPHA}/mutatingadmissionpolicies`, {
      metadata: { name: 'p' },
      spec: {
        matchConstraints: { resourceRules: [CONFIG_MAP_RULE] },
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
      },
    });
    await server.make(`${ALPHA}/mutatingadmissionpolicybindings`, {
      metadata: { name: 'b' },
      spec: { policyName: 'p' },
    });
  };

  it.each([
    ['without its gate is stored, without effect', [], { a: '1' }],
    ['with its gate changes objects', ['MutatingAdmissionPolicy=true'], { a: '1', b: '2' }],
  ])('%s', async (_what, gates, data) => {
    const server = await started(...gates);
    await bound(server);
    expect((await server.createConfigMap('a')).json['data']).toEqual(data);
    await server.close();
  });

  it('is not served by default', async () => {
    const server = await AdmissionServer.start({ emulatedMinor: 33 });
    for (const version of ['v1', 'v1beta1', 'v1alpha1']) {
      const path = `/apis/admissionregistration.orch.io/${version}/mutatingadmissionpolicies`;
      expect([version, (await server.send(`GET ${path}`)).code]).toEqual([version, 404]);
    }
    await server.close();
  });
});
