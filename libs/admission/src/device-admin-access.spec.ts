import { builtinKinds, compileKinds } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { objectReader } from './attributes.fixture.js';
import { deviceAdminAccess } from './device-admin-access.js';

const vocabulary = vocabularies.kubernetes;
const kinds = compileKinds(builtinKinds, vocabulary);
const LABEL = 'resource.kubernetes.io/admin-access';

function check(kind: string, version: string, spec: object, labels: Record<string, string> = {}, minor = 34): void {
  const plugin = deviceAdminAccess(
    objectReader(() => ({ metadata: { name: 't1', labels } })),
    vocabulary,
    minor,
  );
  const attributes = {
    operation: 'CREATE',
    definition: kinds.find(({ gvk }) => gvk.kind === kind && gvk.version === version)!,
    subresource: '',
    namespace: 't1',
    name: 'c',
    object: { metadata: { name: 'c' }, spec } as ApiObject,
  } as unknown as AdmissionAttributes;
  expect(plugin.handles(attributes)).toBe(true);
  void plugin.validate!(attributes);
}

const request = (adminAccess?: boolean) => ({ name: 'r', exactly: { deviceClassName: 'd', adminAccess } });
const claim = (...requests: object[]) => ({ devices: { requests } });

describe('access of administrators to devices', () => {
  const refusal = (field: string) =>
    expect.objectContaining({
      code: 422,
      reason: 'Invalid',
      message: expect.stringContaining(
        `${field}: Forbidden: admin access to devices requires the \`${LABEL}: true\` label on the containing namespace`,
      ) as string,
    }) as Error;

  it('needs the label of the namespace', () => {
    const spec = claim(request(), request(true), request(true));
    expect(() => check('ResourceClaim', 'v1', spec)).toThrow(refusal('spec.devices.requests[1].adminAccess'));
    expect(() => check('ResourceClaim', 'v1', spec, { [LABEL]: 'false' })).toThrow(LABEL);
    check('ResourceClaim', 'v1', spec, { [LABEL]: 'true' });
  });

  it('is not asked for by other claims', () => {
    check('ResourceClaim', 'v1', claim(request(), request(false)));
    check('ResourceClaim', 'v1', {});
  });

  it('counts in templates and in older versions too', () => {
    expect(() => check('ResourceClaimTemplate', 'v1', { spec: claim(request(true)) })).toThrow(
      refusal('spec.devices.requests[0].adminAccess'),
    );
    const older = claim({ name: 'r', deviceClassName: 'd', adminAccess: true });
    expect(() => check('ResourceClaim', 'v1beta1', older)).toThrow(refusal('spec.devices.requests[0].adminAccess'));
  });

  it('has another label before 1.34', () => {
    const older = 'resource.k8s.io/admin-access';
    const spec = claim(request(true));
    expect(() => check('ResourceClaim', 'v1', spec, { [LABEL]: 'true' }, 33)).toThrow(`\`${older}: true\` label`);
    check('ResourceClaim', 'v1', spec, { [older]: 'true' }, 33);
    expect(() => check('ResourceClaim', 'v1', spec, { [older]: 'true' }, 34)).toThrow(LABEL);
  });
});
