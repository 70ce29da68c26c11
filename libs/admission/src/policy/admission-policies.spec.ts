import type { ResourceDefinition } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { Registry } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { EMPTY } from 'rxjs';
import { attributesOf } from '../attributes.fixture.js';
import { ConditionMetrics } from '../expressions/condition-metrics.js';
import { AdmissionPolicies } from './admission-policies.js';
import { PolicyMetrics } from './policy-metrics.js';

const DEFINITION = {
  gvr: { group: '', version: 'v1', resource: 'pods' },
  gvk: { group: '', version: 'v1', kind: 'Pod' },
  declaration: { namespaced: true },
  subresources: new Map(),
} as unknown as ResourceDefinition;

const LEFT = ApiError.badRequest('the client closed the connection');

/** Policies of both kinds, each with one match condition. */
function policiesWith(
  names: readonly string[],
  condition: (name: string) => string,
  decide?: unknown,
): AdmissionPolicies {
  const stored = ({ resource }: { resource: string }): object[] =>
    names.map((name) =>
      resource.endsWith('bindings')
        ? { metadata: { name }, spec: { policyName: name } }
        : {
            metadata: { name },
            spec: { matchConditions: [{ name: 'c', expression: condition(name) }], validations: [], mutations: [] },
          },
    );
  const registry = {
    readUndamaged: stored,
    changesOf: () => EMPTY,
    resources: [],
    // eslint-disable-next-line require-yield
    *readInSteps() {
      return { metadata: { name: 't1' } };
    },
  } as unknown as Registry;
  const policies = new AdmissionPolicies({
    authorizer: { decide } as never,
    registry,
    vocabulary: vocabularies.orch,
    metrics: new PolicyMetrics(),
    conditionMetrics: new ConditionMetrics(),
  });
  policies.follow();
  return policies;
}

describe.each(['mutating', 'validating'] as const)('%s policies', (type) => {
  const run = async (assertOpen: () => void): Promise<number> => {
    let questions = 0;
    const decide = async () => ({ allowed: ++questions > 0, reason: '' });
    // Each with a question that another server answers.
    const question = (verb: string): string => `authorizer.group('').resource('pods').check('${verb}').allowed()`;
    const plugin = policiesWith(['a', 'b'], question, decide)[type];
    const attributes = attributesOf({}, { assertOpen, definition: DEFINITION });
    try {
      await (type === 'mutating' ? plugin.mutate!(attributes) : plugin.validate!(attributes));
    } catch (error) {
      if (error !== LEFT) throw error;
    }
    return questions;
  };

  it('are all evaluated while the request is open', async () => {
    expect(await run(() => undefined)).toBe(2);
  });

  it('are not evaluated further when the request has ended', async () => {
    const end = (): never => {
      throw LEFT;
    };
    // None when compiling took so long that there was a pause before.
    expect(await run(end)).toBeLessThan(2);
  });
});

it('a refusal by mutating policies has at most a hundred causes', async () => {
  const names = Array.from({ length: 150 }, (_, index) => `p${index}`);
  const { mutating } = policiesWith(names, () => 'object.nope == 1');
  const refused: unknown = await (async () => mutating.mutate!(attributesOf({}, { definition: DEFINITION })))().catch(
    (error: unknown) => error,
  );
  expect((refused as ApiError).toStatus().details?.causes).toHaveLength(100);
});
