import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkQualifiedName } from '../../../validation/names.js';
import type { LeaseCandidate, LeaseCandidateSpec } from './lease-candidate.types.js';

const SPEC = FieldPath.of('spec');
/** A semantic version; those of no numbers but zero count as none. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const OLDEST = 'OldestEmulationVersion';
const NO_VERSION = [0, 0, 0];

/** Versions are compared, so they must be such. */
export const leaseCandidateStrategy = (): Strategy<LeaseCandidate> => ({
  validateCreate: validateCandidate,
  validateUpdate: (candidate, old) => [
    ...validateCandidate(candidate),
    ...validateUnchanged<LeaseCandidateSpec>(SPEC, candidate.spec, old.spec, ['leaseName']),
  ],
});

function validateCandidate({ spec }: LeaseCandidate): FieldError[] {
  const { leaseName, binaryVersion = '', emulationVersion = '', strategy = '' } = spec ?? {};
  const binary = numbersOf(binaryVersion);
  const emulation = numbersOf(emulationVersion);
  const required = (field: keyof LeaseCandidateSpec, isSet: boolean): FieldError[] =>
    isSet ? [] : [fieldError.required(SPEC.child(field))];
  return [
    ...required('leaseName', Boolean(leaseName)),
    ...validateVersion('emulationVersion', emulationVersion),
    ...required('binaryVersion', binaryVersion !== ''),
    ...validateVersion('binaryVersion', binaryVersion),
    ...(binaryVersion !== '' && emulationVersion !== '' && isBefore(binary, emulation)
      ? [
          fieldError.invalid(
            SPEC.child('binaryVersion'),
            binaryVersion,
            'must be greater than or equal to `emulationVersion`',
          ),
        ]
      : []),
    ...required('strategy', strategy !== ''),
    ...(strategy === OLDEST && !isBefore(NO_VERSION, emulation)
      ? [fieldError.required(SPEC.child('emulationVersion'), `must be specified when \`strategy\` is '${OLDEST}'`)]
      : []),
    ...(strategy === '' ? [] : validateCoordination(SPEC.child('strategy').child('strategy'), strategy)),
  ];
}

/** A known strategy, or one of others with their domain. */
const validateCoordination = (path: FieldPath, strategy: string): FieldError[] =>
  strategy.includes('/')
    ? checkQualifiedName(path, strategy)
    : strategy === OLDEST
      ? []
      : [fieldError.notSupported(path, strategy, [OLDEST])];

const validateVersion = (field: string, version: string): FieldError[] =>
  version === '' || VERSION.test(version)
    ? []
    : [fieldError.invalid(SPEC.child(field), version, 'must be a valid semantic version')];

const numbersOf = (version: string): readonly number[] => VERSION.exec(version)?.slice(1, 4).map(Number) ?? NO_VERSION;

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((number, index) => number !== b[index]);
  return place >= 0 && a[place]! < b[place]!;
}
