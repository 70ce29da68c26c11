import { ApiError, type ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import type { AdmissionAttributes } from '../admission/admission.js';
import { validateViewUpdate } from './steps/view.js';
import type { WriteDraft } from './write-draft.js';

const POD = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const DEPLOYMENT = {
  metadata: { name: 'web' },
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: POD },
};
const body = (value: unknown) => ({ value, duplicateFields: [] });

describe('a write through a sub-resource with its own kind', () => {
  const seen: (AdmissionAttributes & { readonly step: string })[] = [];
  /** Mutating admission of a Scale; replaced by tests. */
  let mutate = (object: ApiObject): ApiObject => object;
  let test: TestRegistry;
  beforeAll(async () => {
    test = await startTestRegistry({
      admission: () => ({
        mutate: (attributes) => {
          seen.push({ ...attributes, step: 'mutate' });
          return attributes.subresource === '' ? attributes.object! : mutate(attributes.object!);
        },
        validate: (attributes) => {
          seen.push({ ...attributes, step: 'validate' });
          const spec = attributes.object?.['spec'] as { replicas?: number } | undefined;
          if (attributes.subresource !== '' && spec?.replicas === 13) throw ApiError.badRequest('unlucky');
        },
      }),
    });
    await test.store('deployments').writer.create(testWrite('t1'), body(DEPLOYMENT));
  });
  afterAll(() => test.close());
  beforeEach(() => {
    seen.length = 0;
    mutate = (object) => object;
  });

  const scale = (replicas: number, overrides = {}) =>
    test
      .store('deployments')
      .writer.updateSubresource(testWrite('t1', overrides), 'web', 'scale', body({ spec: { replicas } }));
  const stored = () => {
    const store = test.store('deployments');
    return store.object(store.get('t1', 'web')!) as ApiObject & { spec: { replicas: number; template: object } };
  };

  it('admission sees the sent view and the current view', async () => {
    await scale(3);
    expect(seen.map(({ step, subresource }) => [step, subresource])).toEqual([
      ['mutate', 'scale'],
      ['validate', 'scale'],
    ]);
    for (const { object, oldObject, name, definition } of seen) {
      expect(object).toMatchObject({
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'web' },
        spec: { replicas: 3 },
      });
      expect(oldObject).toMatchObject({
        kind: 'Scale',
        metadata: { name: 'web', namespace: 't1' },
        spec: { replicas: 2 },
      });
      expect([name, definition.gvr.resource]).toEqual(['web', 'deployments']);
    }
    expect(stored()).toMatchObject({ kind: 'Deployment', spec: { replicas: 3, template: POD } });
  });

  it('applies the view as changed by admission', async () => {
    mutate = (object) => ({ ...object, spec: { replicas: 9 } });
    await scale(4);
    expect(stored().spec.replicas).toBe(9);
    mutate = (object) => ({ ...object, spec: { replicas: -9 } });
    await expect(scale(4)).rejects.toThrow('Scale.autoscaling "web" is invalid: spec.replicas');
    expect(stored().spec.replicas).toBe(9);
  });

  it('admission may refuse it, and a dry run stores nothing', async () => {
    await expect(scale(13)).rejects.toThrow('unlucky');
    await scale(1, { dryRun: true });
    expect(stored().spec.replicas).toBe(9);
  });

  it('refuses an unknown field of the view, also if the object has it', async () => {
    const send = (spec: object) =>
      test.store('deployments').writer.updateSubresource(testWrite('t1'), 'web', 'scale', body({ spec }));
    await expect(send({ replica: 1 })).rejects.toThrow('strict decoding error: unknown field "spec.replica"');
    await expect(send({ replicas: 1, paused: true })).rejects.toThrow('unknown field "spec.paused"');
  });
});

it('the rules of the object that a view changes run in steps', async () => {
  const problem = { field: 'spec' };
  const strategy = {
    *validateInSteps() {
      yield;
      return [problem];
    },
  };
  const refuse = jest.fn();
  const inSteps = async (work: Generator<undefined, unknown>) => {
    expect(work.next().done).toBe(false);
    await Promise.resolve();
    return work.next().value;
  };
  const parts = { definition: { strategy }, admission: { inSteps } };
  const context = { parts, strategyContext: () => ({}), refuse };
  const draft = { context, request: {}, object: {}, target: { object: {} } } as unknown as WriteDraft;
  await validateViewUpdate(draft);
  expect(refuse).toHaveBeenCalledWith({}, [problem]);
});
