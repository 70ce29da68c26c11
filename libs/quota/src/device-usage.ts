import { Quantity, type ApiObject } from '@orch/apimachinery';
import type { Amounts } from './amounts.js';

/** Devices of one class, as a request or one of its alternatives asks for them. */
interface DeviceDemand {
  readonly deviceClassName?: string;
  readonly allocationMode?: string;
  readonly count?: number;
}

/** The fields of a ResourceClaim that quotas read. The first beta version has the exact demand in the request itself. */
interface QuotaResourceClaim extends ApiObject {
  readonly spec?: {
    readonly devices?: {
      readonly requests?: readonly (DeviceDemand & {
        readonly exactly?: DeviceDemand;
        readonly firstAvailable?: readonly DeviceDemand[];
      })[];
    };
  };
}

/** Most devices that are allocated to a claim: as many are counted where a request is for all. */
const MOST_DEVICES = 32;

/**
 * Devices of a claim by class. Of alternatives the largest number of each class counts.
 * @param classSuffix between a class and the resource, in names of amounts by class.
 */
export function deviceUsage({ spec }: QuotaResourceClaim, classSuffix: string): Amounts {
  const numbers = new Map<string, number>();
  for (const request of spec?.devices?.requests ?? []) {
    const largest = new Map<string, number>();
    const { exactly = request, firstAvailable } = request;
    for (const demand of firstAvailable?.length ? firstAvailable : [exactly]) {
      const { deviceClassName = '' } = demand;
      largest.set(deviceClassName, Math.max(largest.get(deviceClassName) ?? 0, devicesOf(demand)));
    }
    for (const [name, number] of largest) numbers.set(name, (numbers.get(name) ?? 0) + number);
  }
  return new Map(
    [...numbers].map(([name, number]) => [`${name}${classSuffix}devices`, Quantity.parse(String(number))!]),
  );
}

/** Unknown modes do not count. */
function devicesOf({ allocationMode = 'ExactCount', count = 1 }: DeviceDemand): number {
  if (allocationMode === 'All') return MOST_DEVICES;
  return allocationMode === 'ExactCount' ? count : 0;
}
