import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { throughStored } from '../../../definition/sibling-version.js';
import { endpointSliceKind } from '../../v1/endpoint-slice/endpoint-slice.kind.js';
import { endpointSliceRules } from '../../v1/endpoint-slice/endpoint-slice.strategy.js';
import { endpointSliceConversion } from './endpoint-slice.conversion.js';
import { EndpointSlice } from './endpoint-slice.types.js';

/** B-412. Columns are of fields that both versions have. */
export const betaEndpointSliceKind: KindDeclaration = {
  ...endpointSliceKind,
  type: EndpointSlice,
  version: 'v1beta1',
  lifecycle: {
    deprecated: 21,
    removed: 25,
    replacement: { group: 'discovery', version: 'v1', kind: 'EndpointSlice' },
  },
  strategy: (vocabulary) => throughStored(endpointSliceRules(vocabulary), endpointSliceConversion(vocabulary)),
  conversion: endpointSliceConversion,
};
