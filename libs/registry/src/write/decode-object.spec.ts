import { WorkLimit, WorkLimitError, type DecodedBody } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';

/** Messages of kube-apiserver 1.33. */
describe('a body that cannot be decoded', () => {
  let test: TestRegistry;
  beforeAll(async () => {
    test = await startTestRegistry();
  });
  afterAll(() => test.close());

  const refusal = (resource: 'configmaps' | 'pods', value: unknown) =>
    test
      .store(resource)
      .writer.create(testWrite('t1', { fieldValidation: 'Strict' }), { value, duplicateFields: [] })
      .then(
        () => 'none',
        (error: unknown) => (error as Error).message,
      );
  it('C-261 names the lines of repeated keys of YAML, then unknown fields', async () => {
    const duplicateKeys = ['line 6: key "name" already set in map', 'line 9: key "a" already set in map'];
    const body = { value: { foo: 1 }, duplicateFields: ['metadata.name', 'data.a'], duplicateKeys };
    const maps = test.store('configmaps').writer;
    const prefix =
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal errors:';
    await expect(maps.create(testWrite('t1', { fieldValidation: 'Strict' }), body)).rejects.toThrow(
      `${prefix}\n  ${duplicateKeys.join('\n  ')}, unknown field "foo"`,
    );
    const warnings: string[] = [];
    const warn = (text: string) => void warnings.push(text);
    const named = { ...body, value: { foo: 1, metadata: { name: 'lines' } } };
    await maps.create({ ...testWrite('t1', { fieldValidation: 'Warn' }), warn }, named);
    expect(warnings).toEqual([...duplicateKeys, 'unknown field "foo"']);
  });

  const warningsOf = async (body: DecodedBody) => {
    const warnings: string[] = [];
    const warn = (text: string) => void warnings.push(text);
    await test.store('configmaps').writer.create({ ...testWrite('t1', { fieldValidation: 'Warn' }), warn }, body);
    return warnings;
  };
  const fields = (name: string) => ({ z: [1], metadata: { name, y: 1, annotations: { a: '1' } }, b: { c: 1 } });
  const duplicateFields = ['z', 'metadata.annotations.a', 'b.c'];

  it('C-261 reports fields of JSON in its order, and no duplicates of what is unknown', async () =>
    expect(await warningsOf({ value: fields('json'), duplicateFields })).toEqual([
      'unknown field "z"',
      'unknown field "metadata.y"',
      'duplicate field "metadata.annotations.a"',
      'unknown field "b"',
    ]));

  it('C-261 sorts unknown fields of YAML', async () =>
    expect(await warningsOf({ value: fields('yaml'), duplicateFields: [], duplicateKeys: [] })).toEqual([
      'unknown field "b"',
      'unknown field "metadata.y"',
      'unknown field "z"',
    ]));

  it.each(['/v1', '/'])('C-088 takes the version %s as that of the core group', async (apiVersion) => {
    const metadata = { name: `core-${apiVersion.length}` };
    expect(await refusal('configmaps', { apiVersion, kind: 'ConfigMap', metadata })).toBe('none');
  });

  const containers = (container: object) => ({ spec: { containers: [container] } });
  const quantities = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

  it.each([
    [{ metadata: 5 }, 'number into Go struct field Pod.metadata of type v1.ObjectMeta'],
    [{ metadata: { labels: 5 } }, 'number into Go struct field ObjectMeta.metadata.labels of type map[string]string'],
    [{ metadata: { labels: { a: 5 } } }, 'number into Go struct field ObjectMeta.metadata.labels of type string'],
    [
      { metadata: { ownerReferences: [{ uid: 5 }] } },
      'number into Go struct field OwnerReference.metadata.ownerReferences.uid of type types.UID',
    ],
    [
      containers({ ports: [{ containerPort: 3e9 }] }),
      'number 3000000000 into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32',
    ],
    [
      containers({ ports: [{ protocol: 5 }] }),
      'number into Go struct field ContainerPort.spec.containers.ports.protocol of type v1.Protocol',
    ],
    [
      containers({ resources: { limits: 5 } }),
      'number into Go struct field ResourceRequirements.spec.containers.resources.limits of type v1.ResourceList',
    ],
    [
      containers({ livenessProbe: { httpGet: { port: true } } }),
      'bool into Go struct field HTTPGetAction.spec.containers.livenessProbe.httpGet.port of type int32',
    ],
    [
      containers({ securityContext: { capabilities: { add: 'x' } } }),
      'string into Go struct field Capabilities.spec.containers.securityContext.capabilities.add of type []v1.Capability',
    ],
    [
      containers({ securityContext: { capabilities: { add: [5] } } }),
      'number into Go struct field Capabilities.spec.containers.securityContext.capabilities.add of type v1.Capability',
    ],
    [
      { spec: { ephemeralContainers: [{ name: 5 }] } },
      'number into Go struct field EphemeralContainer.spec.ephemeralContainers.name of type string',
    ],
  ])('C-089 %j: cannot unmarshal %s', async (body, message) =>
    expect(await refusal('pods', body)).toBe(
      `Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal ${message}`,
    ),
  );

  it.each([
    [containers({ resources: { limits: { cpu: true } } }), quantities],
    [
      { metadata: { creationTimestamp: '2020-01-01' } },
      'parsing time "2020-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
    ],
    [{ zz: 1, spec: { aa: 2 } }, 'strict decoding error: unknown field "zz", unknown field "spec.aa"'],
    [
      { kind: 'Secret', apiVersion: 'v1' },
      'converting (v1.Secret) to (core.Pod): unknown conversion',
      'Secret in version "v1"',
    ],
    [
      { kind: 'Secret', apiVersion: 'apps/v7' },
      'no kind "Secret" is registered for version "apps/v7" in scheme "pkg/runtime/scheme.go:110"',
      'Secret in version "v7"',
    ],
  ])('C-088 C-089 C-261 %j: %s', async (body, message, sent = 'Pod in version "v1"') =>
    expect(await refusal('pods', body)).toBe(`${sent} cannot be handled as a Pod: ${message}`),
  );

  it.each([
    [
      { kind: 5 },
      `couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string`,
    ],
    [[], /json: cannot unmarshal array into Go value of type struct \{ APIVersion string .* \}$/],
    [{ apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
    [{ apiVersion: '//v1' }, 'unexpected GroupVersion string: //v1'],
  ])('C-088 %j is not recognized', async (body, message) => {
    const refused = await refusal('configmaps', body);
    expect(refused).toMatch(/^the object provided is unrecognized \(must be of type ConfigMap\): /);
    expect(refused).toEqual(
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    );
  });

  it('C-088 names both versions if the kind has the sent one', async () => {
    const sent = { value: { kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v2' }, duplicateFields: [] };
    await expect(test.store('horizontalpodautoscalers').writer.create(testWrite('t1'), sent)).rejects.toThrow(
      'the API version in the data (autoscaling/v2) does not match the expected API version (autoscaling/v1)',
    );
  });

  it('says of the result of a patch what its explanation says', async () => {
    const patched = { value: { data: 'x' }, duplicateFields: [], shownAs: () => 'map[data:x]' };
    const sent = test.store('configmaps').writer.create(testWrite('t1'), { ...patched, explain: (why) => `<${why}>` });
    await expect(sent).rejects.toMatchObject({
      code: 422,
      message:
        ' "" is invalid: patch: Invalid value: "map[data:x]": ' +
        '<json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string>',
    });
  });

  it('decodes a body of null as an empty object', async () =>
    expect(await refusal('configmaps', null)).toContain('name or generateName is required'));
});

describe('defaults that depend on other fields', () => {
  it('are work of the request', async () => {
    const test = await startTestRegistry();
    const limits = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`example.com/k${i}`, '1']));
    const value = {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { limits } }] },
    };
    const created = (members: number) =>
      test
        .store('pods')
        .writer.create(testWrite('t1', { limit: new WorkLimit({ checks: 1_000, members, bytes: 100_000 }) }), {
          value,
          duplicateFields: [],
        });
    await expect(created(11)).rejects.toThrow(WorkLimitError);
    await expect(created(100)).resolves.toBeDefined();
    await test.close();
  });
});
