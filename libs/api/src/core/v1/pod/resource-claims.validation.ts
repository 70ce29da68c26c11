import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkName, requireName } from '../../../validation/names.js';
import type { PodResourceClaim } from './resource-claims.js';

/** Each claim has a unique name in the pod, and either a claim name or a template name. */
export function validateResourceClaims(path: FieldPath, claims: readonly PodResourceClaim[] = []): FieldError[] {
  const seen = new Set<string>();
  return claims.flatMap((claim, index) => {
    const at = path.index(index);
    const repeated = seen.has(claim.name) ? [fieldError.duplicate(at.child('name'), claim.name)] : [];
    seen.add(claim.name);
    return [...requireName(at.child('name'), claim.name, 'dns-label'), ...repeated, ...validateOrigin(at, claim)];
  });
}

function validateOrigin(path: FieldPath, claim: PodResourceClaim): FieldError[] {
  // Up to 1.30 both were nested one level deeper.
  const { resourceClaimName, resourceClaimTemplateName } = claim.source ?? claim;
  const errors = [
    ...checkName(path.child('resourceClaimName'), resourceClaimName, 'dns-subdomain'),
    ...checkName(path.child('resourceClaimTemplateName'), resourceClaimTemplateName, 'dns-subdomain'),
  ];
  const names = '`resourceClaimName`, `resourceClaimTemplateName`';
  if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
    errors.push(fieldError.invalid(path, claim, `at most one of ${names} may be specified`));
  }
  if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
    errors.push(fieldError.invalid(path, claim, `must specify one of: ${names}`));
  }
  return errors;
}
