import { vocabularies } from '@orch/vocabulary';
import { ReleaseGates } from '../../features/feature-gates.js';
import { betaEventKind } from './event.kind.js';

describe('Event v1beta1', () => {
  const rules = betaEventKind.strategy!(vocabularies.orch);
  const context = {
    vocabulary: vocabularies.orch,
    user: { username: 'u', groups: [] },
    now: '',
    features: new ReleaseGates(),
  };
  const create = (event: object): string[] =>
    rules.validateCreate!({ metadata: { name: 'e', namespace: 't1' }, ...event }, context).map(({ field }) => field);

  it('needs less than v1', () => {
    expect(create({ regarding: { namespace: 't1' }, deprecatedCount: 3 })).toEqual([]);
    expect(create({ regarding: { namespace: 't2' } })).toEqual(['involvedObject.namespace']);
  });

  it('may change as a whole', () => {
    const event = (note: string) => ({
      metadata: { name: 'e', namespace: 't1' },
      regarding: { namespace: 't1' },
      note,
    });
    expect(rules.validateUpdate!(event('a'), event('b'), context)).toEqual([]);
  });
});
