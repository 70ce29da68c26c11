import type { SubresourceKind } from '../../../definition/subresource-kind.js';
import { TokenRequest } from './token-request.types.js';

/** Request and response body of a POST to `serviceaccounts/NAME/token` (D-036). */
export const tokenRequestKind: SubresourceKind = {
  type: TokenRequest,
  group: 'authentication',
  version: 'v1',
  kind: 'TokenRequest',
};
