import type { ApiObject } from '@orch/apimachinery';
import { podTemplateDefaults } from '../../../core/v1/pod/pod-defaults.js';
import type { Deployment, DeploymentStrategy } from './deployment.types.js';

/** Defaults that depend on other fields. */
export function deploymentDefaults(object: ApiObject): ApiObject {
  const deployment = object as Deployment;
  const { spec } = deployment;
  if (!spec) return deployment;
  const { strategy, template } = spec;
  return {
    ...deployment,
    spec: {
      ...spec,
      ...(template ? { template: podTemplateDefaults(template) } : {}),
      ...(strategy ? { strategy: strategyDefaults(strategy) } : {}),
    },
  };
}

function strategyDefaults(strategy: DeploymentStrategy): DeploymentStrategy {
  if (strategy.type !== 'RollingUpdate') return strategy;
  return { ...strategy, rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', ...strategy.rollingUpdate } };
}
