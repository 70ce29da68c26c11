import type { LevelAndVersion, SecurityPolicy } from './security-policy.js';

/** The configuration of PodSecurity. */
export interface PodSecurityConfiguration {
  /** Of namespaces without labels. */
  readonly defaults: SecurityPolicy;
  /** Users, namespaces and runtime classes that are not checked. */
  readonly exemptions: Exempt;
}

export interface Exempt {
  readonly users: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  readonly runtimeClasses: ReadonlySet<string>;
}

const PRIVILEGED: LevelAndVersion = { level: 'privileged', version: 'latest' };

export const NO_POD_SECURITY_CONFIGURATION: PodSecurityConfiguration = {
  defaults: { enforce: PRIVILEGED, audit: PRIVILEGED, warn: PRIVILEGED },
  exemptions: { users: new Set(), namespaces: new Set(), runtimeClasses: new Set() },
};
