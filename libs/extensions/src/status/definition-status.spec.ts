import type { DefinitionParts } from './definition-parts.js';
import { withStatus, type StatusInput } from './definition-status.js';

const NOW = '2026-01-01T00:00:00Z';
const LATER = '2026-01-02T00:00:00Z';
const fresh: DefinitionParts = {
  apiVersion: 'v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: { group: 'example.com', names: { plural: 'widgets', kind: 'Widget' }, versions: [{ name: 'v1' }] },
};
const input: StatusInput = {
  inUse: { resources: new Set(), kinds: new Set() },
  approval: undefined,
  violations: undefined,
  now: NOW,
};
const inUse = { resources: new Set(['widgets']), kinds: new Set<string>() };
const summary = ({ status }: DefinitionParts) =>
  (status?.conditions ?? []).map(({ type, status: is, reason, lastTransitionTime }) =>
    [type, is, reason, lastTransitionTime].join(' '),
  );

describe('withStatus', () => {
  it('establishes a definition whose names are accepted', () => {
    const done = withStatus(fresh, input);
    expect(summary(done)).toEqual([
      `NamesAccepted True NoConflicts ${NOW}`,
      `Established True InitialNamesAccepted ${NOW}`,
    ]);
    expect(done.status?.acceptedNames).toEqual(fresh.spec.names);
    expect(withStatus(done, { ...input, now: LATER })).toBe(done);
  });

  it('does not establish one in conflict, and does once the conflict is gone', () => {
    const refused = withStatus(fresh, { ...input, inUse });
    expect(summary(refused)).toEqual([
      `NamesAccepted False PluralConflict ${NOW}`,
      `Established False NotAccepted ${NOW}`,
    ]);
    expect(summary(withStatus(refused, { ...input, now: LATER }))).toEqual([
      `NamesAccepted True NoConflicts ${LATER}`,
      `Established True InitialNamesAccepted ${LATER}`,
    ]);
  });

  it('keeps an established definition so, when other names are refused later', () => {
    const done = withStatus(fresh, input);
    const renamed = { ...done, spec: { ...done.spec, names: { ...done.spec.names, shortNames: ['widgets'] } } };
    expect(summary(withStatus(renamed, { ...input, inUse, now: LATER }))).toEqual([
      `NamesAccepted False ShortNamesConflict ${LATER}`,
      `Established True InitialNamesAccepted ${NOW}`,
    ]);
  });

  it('does not establish one with a bundle of certificates that has none', () => {
    const caBundle = Buffer.from('none').toString('base64');
    const spec = { ...fresh.spec, conversion: { webhook: { clientConfig: { caBundle } } } };
    expect(summary(withStatus({ ...fresh, spec }, input))).toContain(`Established False InvalidCABundle ${NOW}`);
  });

  it('reports violations of the rules of structural schemas while there are any', () => {
    const violated = withStatus(fresh, { ...input, violations: 'spec.preserveUnknownFields: must be false' });
    expect(summary(violated)).toContain(`NonStructuralSchema True Violations ${NOW}`);
    expect(summary(withStatus(violated, input))).toHaveLength(2);
  });
});
