import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import type { Pod } from './pod.types.js';

const harness = new KindTestHarness('Pod');
const AA = 'container.apparmor.security.beta.orch.io/';
const SECCOMP = 'seccomp.security.alpha.orch.io/';
const MIRROR = 'orch.io/config.mirror';
const pod = (annotations: Record<string, string>, spec: object = {}): Pod =>
  ({ metadata: { annotations }, spec: { containers: [{ name: 'c', image: 'i:1' }], ...spec } }) as unknown as Pod;
const at = (key: string, reason = 'FieldValueInvalid') => [`metadata.annotations[${key}] ${reason}`];
const localhost = (localhostProfile: string) => ({ appArmorProfile: { type: 'Localhost', localhostProfile } });

describe('annotations of pods', () => {
  it.each<[what: string, pod: Pod, want: string[]]>([
    ['AppArmor of a container', pod({ [`${AA}c`]: 'runtime/default' }), []],
    ['AppArmor without a profile', pod({ [`${AA}c`]: '' }), []],
    ['AppArmor of no container', pod({ [`${AA}d`]: 'runtime/default' }), at(`${AA}d`)],
    ['an unknown AppArmor profile', pod({ [`${AA}c`]: 'none' }), at(`${AA}c`)],
    ['a mirror pod', pod({ [MIRROR]: 'hash' }, { nodeName: 'n1' }), []],
    ['a mirror pod on no node', pod({ [MIRROR]: 'hash' }), at(MIRROR)],
    ['a deletion cost', pod({ 'controller.orch.io/pod-deletion-cost': '-2147483648' }), []],
    ...['2147483648', '', '+1', '01', '1.5', 'x'].map((cost): [string, Pod, string[]] => [
      `the deletion cost ${JSON.stringify(cost)}`,
      pod({ 'controller.orch.io/pod-deletion-cost': cost }),
      at('controller.orch.io/pod-deletion-cost'),
    ]),
    ['a seccomp profile', pod({ 'seccomp.security.alpha.orch.io/pod': 'localhost/a/b' }), []],
    [
      'a seccomp profile outside its folder',
      pod({ 'container.seccomp.security.alpha.orch.io/c': 'localhost/../b' }),
      ['metadata.annotations.container.seccomp.security.alpha.orch.io/c FieldValueInvalid'],
    ],
    [
      'an unknown seccomp profile',
      pod({ 'seccomp.security.alpha.orch.io/pod': 'off' }),
      ['metadata.annotations.seccomp.security.alpha.orch.io/pod FieldValueInvalid'],
    ],
    [
      'AppArmor of another type than the field of the pod',
      pod({ [`${AA}c`]: 'unconfined' }, { securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } }),
      [], // that of the container counts
    ],
    [
      'AppArmor of another type than the field of the container',
      pod({ [`${AA}c`]: 'unconfined' }, { containers: [{ name: 'c', image: 'i', securityContext: localhost('x') }] }),
      ['spec.containers[0].securityContext.appArmorProfile.type FieldValueForbidden'],
    ],
    [
      'AppArmor of another name than the field',
      pod({ [`${AA}c`]: 'localhost/y' }, { containers: [{ name: 'c', image: 'i', securityContext: localhost('x') }] }),
      ['spec.containers[0].securityContext.appArmorProfile.localhostProfile FieldValueForbidden'],
    ],
    [
      'seccomp of another type than the field of the pod',
      pod({ [`${SECCOMP}pod`]: 'unconfined' }, { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } }),
      ['spec.securityContext.seccompProfile.type FieldValueForbidden'],
    ],
    [
      'seccomp of another name than the field of the container',
      pod(
        { [`container.${SECCOMP}c`]: 'localhost/y' },
        {
          containers: [
            {
              name: 'c',
              image: 'i',
              securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'x' } },
            },
          ],
        },
      ),
      ['spec.containers[0].securityContext.seccompProfile.localhostProfile FieldValueForbidden'],
    ],
    [
      'seccomp as in the field, under its older name',
      pod({ [`${SECCOMP}pod`]: 'docker/default' }, { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } }),
      [],
    ],
  ])('on create: %s', (_what, object, want) => expect(harness.create(object)).toEqual(want));

  it.each<[what: string, before: Record<string, string>, now: Record<string, string>, want: string[]]>([
    ['adds AppArmor', {}, { [`${AA}c`]: 'runtime/default' }, at(`${AA}c`, 'FieldValueForbidden')],
    ['removes AppArmor', { [`${AA}c`]: 'runtime/default' }, {}, at(`${AA}c`, 'FieldValueForbidden')],
    [
      'changes AppArmor',
      { [`${AA}c`]: 'runtime/default' },
      { [`${AA}c`]: 'unconfined' },
      at(`${AA}c`, 'FieldValueForbidden'),
    ],
    ['adds the mirror annotation', {}, { [MIRROR]: 'x' }, at(MIRROR, 'FieldValueForbidden')],
    ['removes the mirror annotation', { [MIRROR]: 'x' }, {}, at(MIRROR, 'FieldValueForbidden')],
    ['changes another', { [`${AA}c`]: 'runtime/default', a: '1' }, { [`${AA}c`]: 'runtime/default', a: '2' }, []],
  ])('on update: %s', (_what, before, now, want) => {
    const spec = { nodeName: 'n1', serviceAccountName: 'default' };
    const changed = harness.update(pod(before, spec), pod(now, spec));
    const { errors } = harness.written('status', harness.made(pod(before, spec)), pod(now, spec));
    expect([changed, errors]).toEqual([want, want]);
  });
});

describe('AppArmor profiles of new pods', () => {
  const annotationsOf = (object: Pod) => harness.made(object).metadata.annotations;
  const inField = { securityContext: { appArmorProfile: { type: 'Unconfined' } } };
  it.each<[what: string, pod: Pod, want: object | undefined]>([
    ['are none', pod({ a: 'b' }), { a: 'b' }],
    ['are kept as annotations', pod({ [`${AA}c`]: 'localhost/x' }, inField), { [`${AA}c`]: 'localhost/x' }],
    [
      'of the pod are annotations of its containers',
      pod({}, { ...inField, initContainers: [{ name: 'i', image: 'i' }] }),
      { [`${AA}i`]: 'unconfined', [`${AA}c`]: 'unconfined' },
    ],
    [
      'of a container are its annotation',
      pod({}, { ...inField, containers: [{ name: 'c', image: 'i', securityContext: localhost('x') }] }),
      { [`${AA}c`]: 'localhost/x' },
    ],
    ['are not for Windows', pod({}, { ...inField, os: { name: 'windows' } }), undefined],
  ])('%s', (_what, object, want) => expect(annotationsOf(object)).toEqual(want));
});
