import type { SpokenKind } from '../../../definition/spoken-kind.js';
import { TokenRequest } from './token-request.types.js';

/** What a POST to `serviceaccounts/NAME/token` brings and gets back (D-036). */
export const tokenRequestKind: SpokenKind = {
  type: TokenRequest,
  group: 'authentication',
  version: 'v1',
  kind: 'TokenRequest',
};
