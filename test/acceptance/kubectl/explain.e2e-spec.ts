import { installedKubectls, Kubectl } from '../../support/kubectl.js';

// Until 1.26 out of Swagger in protobuf, then out of OpenAPI 3.
describe.each(installedKubectls())('kubectl %s explains', (release, file) => {
  const fromSwagger = Number(release.split('.')[1]) < 27;
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'explains');
  });
  afterAll(() => kubectl?.stop());

  it.each<[field: string, swagger: RegExp, openApi: RegExp]>([
    ['pod', /KIND: +Pod\nVERSION: +v1\n/, /KIND: +Pod\nVERSION: +v1\n/],
    ['pod.spec.containers.image', /FIELD: +image <string>/, /FIELD: image <string>/],
    ['pod.spec.containers.ports.containerPort', /<integer>/, /<integer>/],
    ['deployment.spec.strategy.rollingUpdate', /maxSurge\t<string>/, /maxSurge\t<IntOrString>/],
    ['deployment.spec.replicas', /FIELD: +replicas <integer>/, /FIELD: replicas <integer>/],
    ['job.spec.template.spec', /RESOURCE: +spec <Object>/, /FIELD: spec <PodSpec>/],
    ['ingress.spec.rules', /RESOURCE: +rules <\[\]Object>/, /FIELD: rules <\[\]IngressRule>/],
    ['csidriver.spec', /volumeLifecycleModes\t<\[\]string>/, /volumeLifecycleModes\t<\[\]string>/],
    ['role.rules', /verbs\t<\[\]string> -required-/, /verbs\t<\[\]string> -required-/],
    ['secret.data', /FIELD: +data <map\[string\]string>/, /FIELD: data <map\[string\]string>/],
  ])('C-297 C-298 %s', async (field, swagger, openApi) => {
    expect(await kubectl.run('explain', field)).toMatch(fromSwagger ? swagger : openApi);
  });

  it('C-297 C-298 every kind, down to its last field', async () => {
    const names = (await kubectl.run('api-resources', '-o', 'name')).trim().split('\n');
    // After a dot comes a field to explain.
    const kinds = [...new Set(names.map((name) => name.split('.', 1)[0]!))];
    expect(kinds.length).toBeGreaterThan(40);
    const explained = await Promise.all(kinds.map((kind) => kubectl.run('explain', kind, '--recursive')));
    for (const text of explained) expect(text).toMatch(/apiVersion\s+<string>[^]*kind\s+<string>/);
  });

  it.each(['pod.spec.containers', 'deployment.status', 'hpa.spec.metrics', 'node', 'configmap'])(
    'C-297 C-298 each field of %s in words',
    async (field) => {
      const text = await kubectl.run('explain', field);
      expect(text).toContain('FIELDS:');
      expect(text).not.toContain('<no description>');
    },
  );

  it('C-297 C-298 a kind in another version', async () =>
    expect(await kubectl.run('explain', 'events.reportingController', '--api-version=events.k8s.io/v1')).toMatch(
      /reportingController <string>/,
    ));
});
