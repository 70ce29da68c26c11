import { installedKubectls, Kubectl } from '../../support/kubectl.js';

describe.each(installedKubectls())('kubectl %s and services', (_release, file) => {
  let kubectl: Kubectl;
  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'served');
  });
  afterAll(() => kubectl?.stop());

  const service = (spec: string): string => `
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ${spec}}
`;
  const apply = (spec: string): Promise<string> => kubectl.feed(service(spec), 'apply', '-f', '-');
  const row = async (...wanted: string[]): Promise<string[]> => {
    const text = await kubectl.run('get', ...wanted);
    return text
      .trim()
      .split('\n')
      .at(-1)!
      .split(/\s{2,}/)
      .filter((cell) => !/^\d+m?s$/.test(cell)); // but for the age
  };

  it('shows the service of the server itself', async () => {
    expect(await row('service', 'kubernetes', '-n', 'default', '-o', 'wide')).toEqual([
      'kubernetes',
      'ClusterIP',
      '10.0.0.1',
      '<none>',
      '443/TCP',
      '<none>',
    ]);
    const addresses = kubectl.plane.servers.map(({ url }) => new URL(url).host).toSorted();
    const [name, endpoints] = await row('endpoints', 'kubernetes', '-n', 'default');
    expect([name, endpoints!.split(',').toSorted()]).toEqual(['kubernetes', addresses]);
    const described = await kubectl.run('describe', 'service', 'kubernetes', '-n', 'default');
    const [, shown] = /IP: +10\.0\.0\.1\n[^]*TargetPort: +\d+\/TCP\nEndpoints: +(.*)\n/.exec(described)!;
    expect(shown!.split(',').toSorted()).toEqual(addresses);
  });

  it('applies one type after the other', async () => {
    expect(await apply('type: NodePort, ports: [{name: http, port: 80, nodePort: 30100}]')).toBe(
      'service/web created\n',
    );
    const [, , address] = await row('service', 'web');
    expect(await apply('type: NodePort, ports: [{name: http, port: 80, nodePort: 30100}]')).toBe(
      'service/web unchanged\n',
    );
    await apply('type: LoadBalancer, ports: [{name: http, port: 80}]');
    expect(await row('service', 'web')).toEqual(['web', 'LoadBalancer', address, '<pending>', '80:30100/TCP']);
    await apply('type: ClusterIP, ports: [{name: http, port: 81}]');
    expect(await row('service', 'web')).toEqual(['web', 'ClusterIP', address, '<none>', '81/TCP']);
    await apply('type: ExternalName, externalName: example.com, ports: [{name: http, port: 81}]');
    expect(await row('service', 'web')).toEqual(['web', 'ExternalName', '<none>', 'example.com', '81/TCP']);
    await apply('ports: [{name: http, port: 81}]');
    expect(await row('service', 'web')).toEqual([
      'web',
      'ClusterIP',
      expect.stringMatching(/^10\./),
      '<none>',
      '81/TCP',
    ]);
  });

  it('says what is taken', async () => {
    await kubectl.run('create', 'service', 'nodeport', 'first', '--tcp=80', '--node-port=30200');
    const said = await kubectl.fails(
      undefined,
      'create',
      'service',
      'nodeport',
      'next',
      '--tcp=80',
      '--node-port=30200',
    );
    expect(said).toContain('spec.ports[0].nodePort: Invalid value: 30200: provided port is already allocated');
  });

  it('describes what is about networks', async () => {
    await kubectl.run('create', 'service', 'clusterip', 'back', '--tcp=80');
    await kubectl.run('create', 'ingress', 'front', '--class=nginx', '--rule=example.com/a*=back:80');
    expect(await row('ingress', 'front')).toEqual(['front', 'nginx', 'example.com', '80']);
    expect(await kubectl.run('describe', 'ingress', 'front')).toMatch(/example\.com *\n +\/a +back:80/);
    const policy = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: closed}
spec: {podSelector: {matchLabels: {app: web}}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8}}], ports: [{port: 80}]}]}
`;
    await kubectl.feed(policy, 'apply', '-f', '-');
    expect(await row('networkpolicy', 'closed')).toEqual(['closed', 'app=web']);
    expect(await kubectl.run('describe', 'networkpolicy', 'closed')).toContain('CIDR: 10.0.0.0/8');
  });
});
