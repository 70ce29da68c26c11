import type { ReleaseGates } from '@orch/api';
import type { RequestHeaderOptions } from './request-header-options.js';

/** Names of the headers with user, groups and extra, in lower case (B-104), and of the trusted proxies. */
export interface IdentityHeaders {
  /** Empty: any common name. */
  readonly allowedNames: ReadonlySet<string>;
  readonly usernames: readonly string[];
  readonly uids: readonly string[];
  readonly groups: readonly string[];
  readonly extraPrefixes: readonly string[];
}

const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());

/** The uid is read only with its feature gate (D-064). */
export const identityHeaders = (options: RequestHeaderOptions, features: ReleaseGates): IdentityHeaders => ({
  allowedNames: new Set(options.allowedNames),
  usernames: lower(options.usernameHeaders),
  uids: features.enabled('RemoteRequestHeaderUID') ? lower(options.uidHeaders) : [],
  groups: lower(options.groupHeaders),
  extraPrefixes: lower(options.extraHeaderPrefixes),
});
