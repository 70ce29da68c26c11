import { FieldPath, goLabelSelector } from '@orch/apimachinery';
import { rulesOfUpdate } from '../../../core/v1/pod/pod-rules.js';
import { statusSubresource, takeStatus } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { sameContent, sameJson } from '../../../validation/json-equality.js';
import { workloadWarnings } from '../../../core/workload/workload-warnings.js';
import { validateDeploymentSpec, validateDeploymentStatus } from './deployment.validation.js';
import type { Deployment, DeploymentSpec } from './deployment.types.js';

const SPEC = FieldPath.of('spec');

/** C-238. */
export const deploymentStrategy = (): Strategy<Deployment> => ({
  prepareForUpdate: withGenerationOfAnnotations,
  validateCreate: ({ spec }, context) => validateDeploymentSpec(spec, context),
  validateUpdate: ({ spec }, old, context) => [
    ...validateDeploymentSpec(spec, rulesOfUpdate(context, old.spec?.template)),
    ...validateUnchanged<DeploymentSpec>(SPEC, spec, old.spec, ['selector'], { selector: goLabelSelector }),
  ],
  warnings: workloadWarnings,
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
    resets: ['metadata.labels'],
    prepareForUpdate: (sent, old) => {
      const { labels: _sent, ...metadata } = sent.metadata;
      const { labels } = old.metadata;
      return takeStatus({ ...sent, metadata: labels ? { ...metadata, labels } : metadata }, old);
    },
    validateUpdate: ({ status }, old) => validateDeploymentStatus(status, old.status),
  });
