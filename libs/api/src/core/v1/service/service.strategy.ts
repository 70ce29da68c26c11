import { statusSubresource } from '../../../definition/status-subresource.js';
import type { Strategy, SubresourceStrategy } from '../../../definition/strategy.js';
import { validateServiceStatus } from './service-status.validation.js';
import { prepareServiceUpdate, withClusterIps } from './service-update.js';
import { validateService, validateServiceUpdate } from './service.validation.js';
import type { Service } from './service.types.js';

/** C-235. */
export const serviceStrategy = (): Strategy<Service> => ({
  prepareForCreate: (service) => ({
    ...service,
    spec: withClusterIps(service.spec ?? {}),
    status: { loadBalancer: {} },
  }),
  prepareForUpdate: prepareServiceUpdate,
  validateCreate: validateService,
  validateUpdate: (service, old) => [...validateServiceUpdate(service, old), ...validateService(service)],
});

export const serviceStatus = (): SubresourceStrategy<Service> =>
  statusSubresource({ validateUpdate: ({ status }) => validateServiceStatus(status) });
