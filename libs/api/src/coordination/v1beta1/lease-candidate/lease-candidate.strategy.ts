import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { requireName } from '../../../validation/names.js';
import type { LeaseCandidate } from './lease-candidate.types.js';

const SPEC = FieldPath.of('spec');
const VERSION = /^v?(0|[1-9]\d*)\.(0|[1-9]\d*)(\.(0|[1-9]\d*))?([-+].*)?$/;

/** Versions are compared, so they must be such. */
export const leaseCandidateStrategy = (): Strategy<LeaseCandidate> => ({
  validateCreate: validateCandidate,
  validateUpdate: validateCandidate,
});

function validateCandidate({ spec }: LeaseCandidate): FieldError[] {
  const { leaseName, binaryVersion = '', emulationVersion = '', strategy = '' } = spec ?? {};
  return [
    ...requireName(SPEC.child('leaseName'), leaseName, 'dns-subdomain'),
    ...(binaryVersion === ''
      ? [fieldError.required(SPEC.child('binaryVersion'))]
      : validateVersion('binaryVersion', binaryVersion)),
    ...(emulationVersion === '' ? [] : validateVersion('emulationVersion', emulationVersion)),
    ...(strategy === '' ? [fieldError.required(SPEC.child('strategy'))] : []),
    ...(strategy === 'OldestEmulationVersion' && emulationVersion === ''
      ? [
          fieldError.required(
            SPEC.child('emulationVersion'),
            "must be specified when `strategy` is 'OldestEmulationVersion'",
          ),
        ]
      : []),
  ];
}

const validateVersion = (field: string, version: string): FieldError[] =>
  VERSION.test(version) ? [] : [fieldError.invalid(SPEC.child(field), version, 'must be a version, such as 1.24.0')];
