import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkSetName } from '../../../validation/names.js';
import type { PodSpec } from './pod-spec.js';
import type { WindowsSecurityContextOptions } from './security-context.js';

const MAX_CREDENTIAL_SPEC_BYTES = 64 * 1024;
const MAX_USER_LENGTH = 104;
const MAX_DOMAIN_LENGTH = 256;
/** Characters that no user name of a domain has. */
const USER_CHARACTERS = /^[^"/\\[\]:;|=,+*?<>@]+$/;
const DOMAIN_CHARACTERS = /^[^"/\\[\]:;|=,+*?<>@\s]+$/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Identity of a container on Windows. */
export function validateWindowsOptions(path: FieldPath, options: WindowsSecurityContextOptions): FieldError[] {
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  const spec = path.child('gmsaCredentialSpec');
  const errors = checkSetName(path.child('gmsaCredentialSpecName'), gmsaCredentialSpecName, 'dns-subdomain');
  if (gmsaCredentialSpec === '') {
    errors.push(fieldError.invalid(spec, '', 'gmsaCredentialSpec cannot be an empty string'));
  }
  if (gmsaCredentialSpec !== undefined && Buffer.byteLength(gmsaCredentialSpec) > MAX_CREDENTIAL_SPEC_BYTES) {
    errors.push(fieldError.tooLong(spec, MAX_CREDENTIAL_SPEC_BYTES));
  }
  if (runAsUserName === undefined) return errors;
  return [...errors, ...validateUserName(path.child('runAsUserName'), runAsUserName)];
}

/** `user` or `domain\user`. */
function validateUserName(path: FieldPath, name: string): FieldError[] {
  const refuse = (detail: string): FieldError[] => [fieldError.invalid(path, name, detail)];
  if (name === '') return refuse('runAsUserName cannot be an empty string');
  if (CONTROL.test(name)) return refuse('runAsUserName cannot contain control characters');
  const parts = name.split('\\');
  if (parts.length > 2) return refuse('runAsUserName cannot contain more than one backslash');
  const user = parts.at(-1)!;
  if (user === '') return refuse("runAsUserName's User cannot be empty");
  if (user.length > MAX_USER_LENGTH)
    return refuse(`runAsUserName's User length must not be longer than ${MAX_USER_LENGTH} characters`);
  if (/^[.\s]+$/.test(user)) return refuse("runAsUserName's User cannot contain only periods or spaces");
  if (!USER_CHARACTERS.test(user))
    return refuse('runAsUserName\'s User cannot contain the following characters: "/\\[]:;|=,+*?<>@');
  if (parts.length === 1) return [];
  const domain = parts[0]!;
  if (domain.length > MAX_DOMAIN_LENGTH)
    return refuse(`runAsUserName's Domain length must be under ${MAX_DOMAIN_LENGTH} characters`);
  return DOMAIN_CHARACTERS.test(domain)
    ? []
    : refuse("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
}

/** HostProcess containers: all containers of the pod are such, and it has the host network. */
export function validateHostProcesses(path: FieldPath, spec: PodSpec): FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  const lists = ['containers', 'initContainers', 'ephemeralContainers'] as const;
  const errors: FieldError[] = [];
  let hosted = 0;
  let total = 0;
  for (const list of lists) {
    for (const [index, { securityContext }] of (spec[list] ?? []).entries()) {
      const own = securityContext?.windowsOptions?.hostProcess;
      const at = path.child(list).index(index).child('securityContext').child('windowsOptions').child('hostProcess');
      if (ofPod !== undefined && own !== undefined && own !== ofPod) {
        errors.push(
          fieldError.invalid(at, own, `pod hostProcess value must be identical if both are specified, was ${ofPod}`),
        );
      }
      total += 1;
      if (own ?? ofPod) hosted += 1;
    }
  }
  if (hosted === 0) return errors;
  if (hosted !== total) {
    errors.push(
      fieldError.invalid(
        path,
        '',
        'If pod contains any hostProcess containers then all containers must be HostProcess containers',
      ),
    );
  }
  if (spec.hostNetwork !== true) {
    errors.push(
      fieldError.invalid(
        path.child('hostNetwork'),
        false,
        'hostNetwork must be true if pod contains any hostProcess containers',
      ),
    );
  }
  return errors;
}
