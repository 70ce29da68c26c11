import type { KindDeclaration } from '../definition/kind-declaration.js';
import { endpointSliceKind } from './v1/endpoint-slice/endpoint-slice.kind.js';
import { betaEndpointSliceKind } from './v1beta1/endpoint-slice/endpoint-slice.kind.js';

/** Every kind of the group `discovery`. */
export const discoveryKinds: readonly KindDeclaration[] = [endpointSliceKind, betaEndpointSliceKind];
