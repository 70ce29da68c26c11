import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateLoadBalancerStatus } from '../../../core/v1/service/service-status.validation.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import type { Ingress } from './ingress.types.js';
import { validateIngress, validateOneClass } from './ingress.validation.js';

export const ingressStrategy = (vocabulary: Vocabulary): Strategy<Ingress> => ({
  prepareForCreate: (ingress) => ({ ...ingress, status: { loadBalancer: {} } }),
  validateCreate: (ingress) => [...validateIngress(ingress), ...validateOneClass(ingress, vocabulary)],
  validateUpdate: (ingress) => validateIngress(ingress),
});

export const ingressStatus = (): SubresourceStrategy<Ingress> =>
  statusSubresource({
    validateUpdate: ({ status }) =>
      validateLoadBalancerStatus(FieldPath.of('status', 'loadBalancer'), status?.loadBalancer),
  });
