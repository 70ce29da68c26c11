import type { ServiceSpec } from '@orch/api';
import {
  fieldError,
  FieldPath,
  goStrings,
  goValue,
  legacyIpFamilyOf,
  type FieldError,
  type IpFamily,
} from '@orch/apimachinery';

const POLICY = FieldPath.of('spec', 'ipFamilyPolicy');
const ADDRESSES = FieldPath.of('spec', 'clusterIPs');
const FAMILIES = FieldPath.of('spec', 'ipFamilies');
const NONE = 'None';

/** Spec with IP families, policy and requested addresses as they will be stored, or the errors. */
export type FamilyPlan = { readonly spec: ServiceSpec } | { readonly errors: readonly FieldError[] };

/**
 * Chooses the IP families of a service: those in the spec, else those of the current spec, else those of its addresses, else the
 * default family of the cluster.
 * @param spec well formed, not ExternalName. @param old the current spec on an update. @param configured default family first.
 */
export function planFamilies(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  configured: readonly IpFamily[],
): FamilyPlan {
  const ips = (spec.clusterIPs ?? []).filter((ip) => ip !== NONE);
  const headless = spec.clusterIPs?.[0] === NONE;
  const isOwnManaged = headless && Object.keys(spec.selector ?? {}).length === 0;
  const policy = spec.ipFamilyPolicy ?? old?.ipFamilyPolicy ?? (isOwnManaged ? 'RequireDualStack' : 'SingleStack');
  const refused = [...refuseSurplus(spec, old, policy), ...refuseAddresses(spec, ips, configured)];
  if (refused.length > 0) return { errors: refused };
  const families = namedFamilies(spec, old, ips);
  if (families.length === 0) families.push(configured[0]!);
  // Endpoints are managed by the user, so the families need not be configured on the cluster.
  if (isOwnManaged) return { spec: selectorlessFamilies(spec, policy, families) };

  const errors = faultsOf(policy, families, configured);
  if (errors.length > 0) return { errors };
  const single = policy === 'SingleStack';
  const other = configured.find((family) => family !== families[0]);
  const chosen = single ? families.slice(0, 1) : families.length === 1 && other ? [families[0]!, other] : families;
  const kept = single ? ips.slice(0, 1) : ips;
  return {
    spec: {
      ...spec,
      ...(headless || kept.length === 0 ? {} : { clusterIPs: kept }),
      ipFamilies: [...chosen],
      ipFamilyPolicy: policy,
    },
  };
}

/** Two addresses or families with the policy for one. A change from two families to one needs the policy only. */
function refuseSurplus(
  { clusterIPs = [], ipFamilies = [] }: ServiceSpec,
  old: ServiceSpec | undefined,
  policy: string,
): FieldError[] {
  const isDowngrade = old?.ipFamilyPolicy !== undefined && old.ipFamilyPolicy !== 'SingleStack';
  if (policy !== 'SingleStack' || isDowngrade) return [];
  const refuse = (what: string, count: number): FieldError[] =>
    count < 2 ? [] : [fieldError.invalid(POLICY, policy, `${TWO_NEED} when multiple ${what} are specified`)];
  return [...refuse('cluster IPs', clusterIPs.length), ...refuse('IP families', ipFamilies.length)];
}

const TWO_NEED = "must be 'RequireDualStack' or 'PreferDualStack'";

/** Addresses of which no family was named, and of a family that the cluster does not have. */
const refuseAddresses = (spec: ServiceSpec, ips: readonly string[], configured: readonly IpFamily[]): FieldError[] =>
  ips.flatMap((ip, index) => {
    const family = legacyIpFamilyOf(ip);
    const isNamed = index < (spec.ipFamilies?.length ?? 0) || family === undefined;
    return isNamed || configured.includes(family)
      ? []
      : [
          fieldError.invalid(
            ADDRESSES.index(index),
            goValue(goStrings, spec.clusterIPs),
            `${family} is not configured on this cluster`,
          ),
        ];
  });

function namedFamilies(spec: ServiceSpec, old: ServiceSpec | undefined, ips: readonly string[]): IpFamily[] {
  const named = (spec.ipFamilies?.length ? spec.ipFamilies : (old?.ipFamilies ?? [])) as readonly IpFamily[];
  return [...named, ...ips.slice(named.length).map((ip) => legacyIpFamilyOf(ip)!)];
}

function selectorlessFamilies(spec: ServiceSpec, ipFamilyPolicy: string, families: readonly IpFamily[]): ServiceSpec {
  const other: IpFamily = families[0] === 'IPv4' ? 'IPv6' : 'IPv4';
  const isComplete = families.length > 1 || ipFamilyPolicy === 'SingleStack';
  return { ...spec, ipFamilies: isComplete ? [...families] : [...families, other], ipFamilyPolicy };
}

function faultsOf(policy: string, families: readonly IpFamily[], configured: readonly IpFamily[]): FieldError[] {
  const errors = families.flatMap((family, index) =>
    configured.includes(family)
      ? []
      : [fieldError.invalid(FAMILIES.index(index), family, 'not configured on this cluster')],
  );
  if (policy === 'RequireDualStack' && configured.length < 2)
    errors.push(fieldError.invalid(POLICY, policy, 'this cluster is not configured for dual-stack services'));
  return errors;
}
