import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateLoadBalancerStatus } from '../../../core/v1/service/service-status.validation.js';
import { loadBalancerWarnings } from '../../../core/v1/service/service-warnings.js';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import type { Ingress } from './ingress.types.js';
import { validateIngress, validateOneClass } from './ingress.validation.js';

export const ingressStrategy = (vocabulary: Vocabulary): Strategy<Ingress> => ({
  prepareForCreate: (ingress) => ({ ...ingress, status: { loadBalancer: {} } }),
  validateCreate: (ingress) => [...validateIngress(ingress), ...validateOneClass(ingress, vocabulary)],
  validateUpdate: (ingress) => validateIngress(ingress),
  warnings: (ingress, { vocabulary: { annotations } }, old) =>
    !old && hasAnnotation(ingress, annotations.ingressClass) && ingress.spec?.ingressClassName === undefined
      ? [`annotation "${annotations.ingressClass}" is deprecated, please use 'spec.ingressClassName' instead`]
      : [],
});

const hasAnnotation = ({ metadata }: Ingress, name: string): boolean =>
  metadata.annotations !== undefined && Object.hasOwn(metadata.annotations, name);

export const ingressStatus = (): SubresourceStrategy<Ingress> =>
  statusSubresource<Ingress>({
    validateUpdate: ({ status }) =>
      validateLoadBalancerStatus(FieldPath.of('status', 'loadBalancer'), status?.loadBalancer),
    warnings: loadBalancerWarnings,
  });
