import type { Answering } from '@orch/testing';
import { patched, reviewed, type Fields } from '../review-answers.fixture.js';
import { IN_NAMESPACE, ruleFor, SuiteWebhooks } from './suite-webhooks.fixture.js';

const PRIORITY_CLASSES = '/apis/scheduling.orch.io/v1/priorityclasses';

interface SentPod {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: { readonly priorityClassName?: string };
}

/** Patches the pod, or does nothing. */
const answering = (patch: (pod: SentPod) => readonly Fields[] | undefined): Answering =>
  reviewed(({ object }) => {
    const operations = patch(object as unknown as SentPod);
    return operations ? patched(operations) : { allowed: true };
  });
const setLabel = (name: string, value: string): Fields[] => [{ op: 'add', path: `/metadata/labels/${name}`, value }];
const setClass = (value: string): Fields[] => [
  { op: 'add', path: '/spec/priorityClassName', value },
  { op: 'remove', path: '/spec/priority' },
];

const HOOKS = {
  noop: answering(() => undefined),
  addlabel: answering(() => setLabel('a', 'true')),
  conditionaladdlabel: answering(({ metadata }) => (metadata.labels?.['a'] ? setLabel('b', 'true') : undefined)),
  setpriority: answering(({ spec }) => (spec.priorityClassName === 'high' ? undefined : setClass('high'))),
  setinvalidpriority: answering(() => setClass('invalid')),
  settrue: answering(() => setLabel('fight', 'true')),
  setfalse: answering(() => setLabel('fight', 'false')),
};
type Hook = keyof typeof HOOKS;

/** The cases of the integration test of kube-apiserver 1.33. The plugin Priority, which is before the webhooks, changes each pod. */
describe('mutating webhooks and the plugins before them', () => {
  let suite: SuiteWebhooks;
  beforeAll(async () => {
    suite = await SuiteWebhooks.start();
    for (const [name, value] of [
      ['low', 1],
      ['high', 10],
    ] as const)
      await suite.server.send(`POST ${PRIORITY_CLASSES}`, { metadata: { name }, value });
  });
  afterEach(() => suite.clean());
  afterAll(() => suite.close());

  /** Creates a pod of class `low`. @returns the answer, and the number of calls of each webhook. */
  const created = async (hooks: readonly Hook[], more: Fields) => {
    const rules = [ruleFor(['pods'], ['CREATE'])];
    const webhooks = hooks.map((name, at) => ({ rules, answer: HOOKS[name], ...more, ...(at > 0 && ALL_PODS) }));
    await suite.register('mutating', webhooks);
    const { code, json } = await suite.server.send(`POST ${IN_NAMESPACE}/pods`, {
      metadata: { name: 'p', labels: { x: 'true' } },
      spec: { priorityClassName: 'low', containers: [{ name: 'c', image: 'i' }] },
    });
    const calls = hooks.map(
      (_, at) => suite.hook.calls.filter(({ path }) => path.startsWith(`/mutating/${at}`)).length,
    );
    return { code, calls, labels: (json['metadata'] as Fields)['labels'], message: json['message'] };
  };
  const ALL_PODS: Fields = { objectSelector: {} };
  const IF_NEEDED: Fields = { reinvocationPolicy: 'IfNeeded' };
  const OF_LABEL: Fields = { ...IF_NEEDED, objectSelector: { matchLabels: { a: 'true' } } };

  const rows: [what: string, hooks: Hook[], more: Fields, calls: number[], labels: Fields][] = [
    ['once where only a plugin before changed it', ['noop'], IF_NEEDED, [1], {}],
    ['once where no plugin changed it again', ['addlabel'], IF_NEEDED, [1], { a: 'true' }],
    ['twice where a plugin changed it again', ['setpriority'], IF_NEEDED, [2], {}],
    [
      'once, the last one of those that change it',
      ['addlabel', 'conditionaladdlabel'],
      IF_NEEDED,
      [2, 1],
      { a: 'true', b: 'true' },
    ],
    ['twice where the second round changed it', ['settrue', 'setfalse'], IF_NEEDED, [2, 2], { fight: 'false' }],
    [
      'never where the first round does not select it',
      ['conditionaladdlabel', 'addlabel'],
      OF_LABEL,
      [0, 1],
      { a: 'true' },
    ],
    ['once by default', ['conditionaladdlabel', 'addlabel'], {}, [1, 1], { a: 'true' }],
    [
      'once with policy Never',
      ['conditionaladdlabel', 'addlabel'],
      { reinvocationPolicy: 'Never' },
      [1, 1],
      { a: 'true' },
    ],
  ];
  it.each(rows)('a webhook is called %s', async (_what, hooks, more, calls, labels) =>
    expect(await created(hooks, more)).toMatchObject({ code: 201, calls, labels: { x: 'true', ...labels } }),
  );

  it('a webhook is not called again where a plugin refuses its change', async () => {
    const { code, calls, message } = await created(['setinvalidpriority'], IF_NEEDED);
    expect([code, calls, message]).toEqual([
      403,
      [1],
      expect.stringContaining('no PriorityClass with name invalid was found'),
    ]);
  });
});
