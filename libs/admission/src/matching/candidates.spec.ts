import type { ResourceDefinition } from '@orch/api';
import type { UnreadAttributes } from '@orch/registry';
import { Candidates } from './candidates.js';
import type { EquivalentVersions } from './equivalent-versions.js';
import { StepWork } from './step-work.js';

const versions = {} as EquivalentVersions;
const definition = {} as ResourceDefinition;
const attributesOf = (operation: string, more: Partial<UnreadAttributes> = {}): UnreadAttributes =>
  ({ definition, operation, subresource: '', ...more }) as UnreadAttributes;

describe('Candidates', () => {
  const asked: string[] = [];
  /** Members are the operations that they name. */
  const candidates = new Candidates<string, number>(function* (
    member,
    place,
    { operation, subresource },
    _versions,
    work,
  ) {
    asked.push(`${member} ${operation}`);
    if (work.add(0)) yield;
    return member === operation || member === subresource ? place : undefined;
  });
  const find = (members: readonly string[], attributes: UnreadAttributes) => {
    const search = candidates.of(members, attributes, versions, new StepWork());
    let step = search.next();
    while (!step.done) step = search.next();
    return step.value;
  };
  beforeEach(() => asked.splice(0));

  it('are found once for a list, a resource and an operation', () => {
    const members = ['CREATE', 'DELETE', 'CREATE'];
    expect(candidates.known(members, attributesOf('CREATE'))).toBeUndefined();
    expect(find(members, attributesOf('CREATE'))).toEqual([0, 2]);
    expect(find(members, attributesOf('CREATE'))).toEqual([0, 2]);
    expect(candidates.known(members, attributesOf('CREATE'))).toEqual([0, 2]);
    expect(asked).toHaveLength(3);
  });

  it.each<[string, UnreadAttributes]>([
    ['another operation', attributesOf('DELETE')],
    ['a sub-resource', attributesOf('CREATE', { subresource: 'DELETE' })],
    ['a new definition of the resource', attributesOf('DELETE', { definition: {} as ResourceDefinition })],
  ])('are found again for %s', (_what, attributes) => {
    const members = ['DELETE', 'UPDATE'];
    find(members, attributesOf('CREATE'));
    expect(find(members, attributes)).toEqual([0]);
    expect(asked).toHaveLength(4);
  });

  it('are found again when the list changed', () => {
    const before = ['CREATE'];
    find(before, attributesOf('CREATE'));
    const after = ['DELETE'];
    expect(candidates.known(after, attributesOf('CREATE'))).toBeUndefined();
    expect(find(after, attributesOf('CREATE'))).toEqual([]);
    expect(candidates.known(before, attributesOf('CREATE'))).toBeUndefined();
  });

  it('of many resources take bounded memory', () => {
    const members = Array.from({ length: 1_000 }, () => 'CREATE');
    const of = Array.from({ length: 300 }, () => attributesOf('CREATE', { definition: {} as ResourceDefinition }));
    for (const attributes of of) expect(find(members, attributes)).toHaveLength(1_000);
    const kept = of.filter((attributes) => candidates.known(members, attributes));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length * 1_000).toBeLessThanOrEqual(200_000);
  });
});
