import type { Vocabulary } from '@orch/vocabulary';
import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { loadBalancerWarnings, serviceWarnings } from './service-warnings.js';
import { validateServiceStatus } from './service-status.validation.js';
import { prepareServiceUpdate, withClusterIps, withoutInternalTraffic } from './service-update.js';
import { validateService } from './service.validation.js';
import type { Service } from './service.types.js';

/** C-235. */
export const serviceStrategy = (vocabulary: Vocabulary): Strategy<Service> => ({
  prepareForCreate: (service) => ({
    ...service,
    spec: withoutInternalTraffic(withClusterIps(service.spec ?? {})),
    status: { loadBalancer: {} },
  }),
  prepareForUpdate: prepareServiceUpdate,
  validateCreate: (service, { features }) => validateService(service, vocabulary, features),
  validateUpdate: (service, old, { features }) => validateService(service, vocabulary, features, old),
  warnings: (service) => serviceWarnings(service, vocabulary),
});

export const serviceStatus = (): SubresourceStrategy<Service> =>
  statusSubresource<Service>({
    validateUpdate: (service, _old, { features }) => validateServiceStatus(service, features),
    warnings: loadBalancerWarnings,
  });
