import { FieldPath } from '@orch/apimachinery';
import type { StrategyContext } from '../../../definition/strategy.js';
import { ipWarnings } from '../../../validation/ip-warnings.js';
import type { EndpointSlice } from './endpoint-slice.types.js';

const ENDPOINTS = FieldPath.of('endpoints');

/** The deprecated address type of a new slice, and addresses in older forms. */
export function endpointSliceWarnings(
  { addressType, endpoints }: EndpointSlice,
  { vocabulary }: StrategyContext,
  old?: EndpointSlice,
): string[] {
  if (addressType === 'FQDN') return !old ? ['spec.addressType: FQDN endpoints are deprecated'] : [];
  return (endpoints ?? []).flatMap(({ addresses }, index) =>
    (addresses ?? []).flatMap((address, at) =>
      ipWarnings(ENDPOINTS.index(index).child('addresses').index(at), address, vocabulary),
    ),
  );
}
