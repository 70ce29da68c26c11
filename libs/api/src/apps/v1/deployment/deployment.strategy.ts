import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { sameContent, sameJson } from '../../../validation/json-equality.js';
import { workloadWarnings } from '../../../core/workload/workload-warnings.js';
import { validateDeploymentSpec, validateDeploymentStatus } from './deployment.validation.js';
import type { Deployment, DeploymentSpec } from './deployment.types.js';

const SPEC = FieldPath.of('spec');

/** C-238. */
export const deploymentStrategy = (vocabulary: Vocabulary): Strategy<Deployment> => ({
  prepareForUpdate: withGenerationOfAnnotations,
  validateCreate: ({ spec }) => validateDeploymentSpec(spec, vocabulary),
  validateUpdate: ({ spec }, old) => [
    ...validateDeploymentSpec(spec, vocabulary),
    ...validateUnchanged<DeploymentSpec>(SPEC, spec, old.spec, ['selector']),
  ],
  warnings: (deployment) => workloadWarnings(deployment, deployment.spec?.template),
});

/**
 * The replica sets of a Deployment inherit its annotations, so its controller must observe a change of them: it increments
 * the generation, as a change of `spec` does.
 */
function withGenerationOfAnnotations(deployment: Deployment, old: Deployment): Deployment {
  const { metadata } = deployment;
  if (sameContent(metadata.annotations, old.metadata.annotations) || !sameJson(deployment.spec, old.spec)) {
    return deployment;
  }
  return { ...deployment, metadata: { ...metadata, generation: (old.metadata.generation ?? 0) + 1 } };
}

export const deploymentStatus = (): SubresourceStrategy<Deployment> =>
  statusSubresource<Deployment>({
    prepareForUpdate: (sent, old) => {
      const { labels: _sent, ...metadata } = sent.metadata;
      const { labels } = old.metadata;
      return takeStatus({ ...sent, metadata: labels ? { ...metadata, labels } : metadata }, old);
    },
    validateUpdate: ({ status }, old) => validateDeploymentStatus(status, old.status),
  });
