import { vocabularies } from '@orch/vocabulary';
import { approvalFinding } from './approval.js';
import type { DefinitionParts } from './definition-parts.js';

const of = (group: string, approval?: string) => {
  const annotations: Record<string, string> = approval === undefined ? {} : { 'api-approved.kubernetes.io': approval };
  const spec = { group, names: { plural: 'widgets', kind: 'Widget' }, versions: [] };
  const definition: DefinitionParts = { apiVersion: 'v1', kind: 'X', metadata: { name: 'x', annotations }, spec };
  return approvalFinding(definition, vocabularies.kubernetes);
};

describe('approvalFinding', () => {
  it.each([
    [undefined, 'False', 'MissingAnnotation'],
    ['unapproved, experimental', 'False', 'UnapprovedAnnotation'],
    ['https://example.com/1', 'True', 'ApprovedAnnotation'],
    ['yes', 'False', 'InvalidAnnotation'],
  ])('annotation %p: %s, %s', (value, status, reason) => {
    expect(of('apps.k8s.io', value)).toMatchObject({ type: 'KubernetesAPIApprovalPolicyConformant', status, reason });
  });

  it('concerns protected groups only', () => {
    expect(of('k8s.io')).toBeDefined();
    expect(of('notk8s.io')).toBeUndefined();
  });
});
