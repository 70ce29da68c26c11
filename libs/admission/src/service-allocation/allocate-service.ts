import { needsClusterIp, validateServiceAddresses, type ServiceSpec } from '@orch/api';
import { ApiError, fieldError, FieldPath, type ApiObject, type FieldError } from '@orch/apimachinery';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { planFamilies } from './ip-families.js';
import { AllocationError, type ServiceAllocator, type ServiceGrant, type ServiceOwner } from './service-allocator.js';
import { planDemand, type DemandPlan } from './service-demand.js';
import { ownerOf } from './service-holdings.js';

/**
 * Allocates the addresses and node ports of services: after all other mutating plugins and before validation, so that validation
 * and policies see the object that will be stored. No flag disables it.
 */
export const serviceAllocation = (allocator: ServiceAllocator): AdmissionPlugin => ({
  name: 'ServiceAllocation',
  mutatesLast: true,
  handles: (a) =>
    a.subresource === '' &&
    a.operation !== 'DELETE' &&
    a.definition.gvr.resource === 'services' &&
    a.definition.gvr.group === '',
  mutate: async (a) => {
    const object = a.object!;
    const refuse = (...errors: readonly FieldError[]): never => {
      throw ApiError.invalid({ group: '', kind: 'Service', name: a.name }, errors);
    };
    const spec = (object['spec'] ?? {}) as ServiceSpec;
    const old = a.oldObject?.['spec'] as ServiceSpec | undefined;
    // Malformed addresses are left to validation; more than two always are, and are not looked at one by one here.
    if (holdsMany(spec) || validateServiceAddresses(spec).length > 0) return object;
    const current = old && needsClusterIp(old) ? old : undefined;
    const families = needsClusterIp(spec) ? planFamilies(spec, current, allocator.families) : { spec };
    if ('errors' in families) return refuse(...families.errors);
    const plan = planDemand(families.spec, old);
    const owner = ownerOf(object);
    const grant = await reserve(allocator, plan, owner, a.dryRun, (error) =>
      refuse(fieldErrorOf(error, families.spec, plan)),
    );
    if (!a.dryRun) a.onFailure((outcome) => allocator.giveBack(grant, owner, outcome));
    return { ...object, spec: plan.withGrant(grant) } as ApiObject;
  },
});

const holdsMany = ({ clusterIPs = [], ipFamilies = [] }: ServiceSpec): boolean =>
  clusterIPs.length > MAX_ADDRESSES || ipFamilies.length > MAX_ADDRESSES;

/** One of each family. */
const MAX_ADDRESSES = 2;

async function reserve(
  allocator: ServiceAllocator,
  { demand }: DemandPlan,
  owner: ServiceOwner,
  dryRun: boolean,
  refuse: (error: AllocationError) => never,
): Promise<ServiceGrant> {
  try {
    return await allocator.reserve(demand, owner, dryRun);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    if (error.code !== 'UsedUp') return refuse(error);
    const what = error.of === 'addresses' ? 'serviceIP' : 'nodePort';
    throw ApiError.internal(`failed to allocate a ${what}: range is full`, error);
  }
}

function fieldErrorOf(
  error: AllocationError,
  { clusterIPs = [] }: ServiceSpec,
  { demand, portPaths, writtenAddresses }: DemandPlan,
): FieldError {
  const { code, of, index, range } = error;
  if (of === 'ports') {
    const detail =
      code === 'Taken'
        ? 'provided port is already allocated'
        : `provided port is not in the valid range. The range of valid ports is ${range}`;
    return fieldError.invalid(portPaths[index]!, demand.ports[index], detail);
  }
  const ip = demand.addresses[index]?.ip ?? '';
  const why =
    code === 'Taken'
      ? 'provided IP is already allocated'
      : `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${range}`;
  const detail = `failed to allocate IP ${writtenAddresses[index] ?? ip}: ${why}`;
  return fieldError.invalid(FieldPath.of('spec', 'clusterIPs'), clusterIPs, detail);
}
