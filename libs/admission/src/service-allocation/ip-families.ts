import type { ServiceSpec } from '@orch/api';
import { fieldError, FieldPath, ipFamilyOf, type FieldError, type IpFamily } from '@orch/apimachinery';

const POLICY = FieldPath.of('spec', 'ipFamilyPolicy');
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
  const families = namedFamilies(spec, old, ips);
  if (families.length === 0) families.push(configured[0]!);
  // Headless without selector: endpoints are managed by the user, so the families need not be configured on the cluster.
  if (headless && Object.keys(spec.selector ?? {}).length === 0)
    return { spec: selectorlessFamilies(spec, old, families) };

  const policy =
    spec.ipFamilyPolicy ?? old?.ipFamilyPolicy ?? (families.length > 1 ? 'RequireDualStack' : 'SingleStack');
  const errors = faultsOf(spec, old, policy, families, configured);
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

function namedFamilies(spec: ServiceSpec, old: ServiceSpec | undefined, ips: readonly string[]): IpFamily[] {
  const named = (spec.ipFamilies?.length ? spec.ipFamilies : (old?.ipFamilies ?? [])) as readonly IpFamily[];
  return [...named, ...ips.slice(named.length).map((ip) => ipFamilyOf(ip)!)];
}

function selectorlessFamilies(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  families: readonly IpFamily[],
): ServiceSpec {
  const ipFamilyPolicy = spec.ipFamilyPolicy ?? old?.ipFamilyPolicy ?? 'RequireDualStack';
  const single = ipFamilyPolicy === 'SingleStack';
  const other: IpFamily = families[0] === 'IPv4' ? 'IPv6' : 'IPv4';
  const ipFamilies = families.length > 1 || single ? [...families] : [...families, other];
  return { ...spec, ipFamilies, ipFamilyPolicy };
}

function faultsOf(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  policy: string,
  families: readonly IpFamily[],
  configured: readonly IpFamily[],
): FieldError[] {
  const errors = families.flatMap((family, index) =>
    configured.includes(family)
      ? []
      : [fieldError.invalid(FAMILIES.index(index), family, 'not configured on this cluster')],
  );
  if (policy === 'RequireDualStack' && configured.length < 2)
    errors.push(fieldError.invalid(POLICY, policy, 'this cluster is not configured for dual-stack services'));
  // A change from two families to one needs the policy only.
  const isDowngrade = old?.ipFamilyPolicy !== undefined && old.ipFamilyPolicy !== 'SingleStack';
  if (policy === 'SingleStack' && !isDowngrade) {
    const detail = 'must be RequireDualStack or PreferDualStack when multiple ';
    if ((spec.clusterIPs?.length ?? 0) > 1)
      errors.push(fieldError.invalid(POLICY, policy, `${detail}\`clusterIPs\` are specified`));
    else if (families.length > 1)
      errors.push(fieldError.invalid(POLICY, policy, `${detail}\`ipFamilies\` are specified`));
  }
  return errors;
}
