import { Fault, OpaqueValue } from '../values/values.js';
import type { Meter } from '../values/meter.js';
import type { Declaration } from '../types/declarations.js';

/** Work of comparing two versions, and each part of their prereleases. */
const COMPARE_WORK = 20;
const PART_WORK = 4;
/** Work of reading a character of a version. */
const READ_WORK = 2;
const NORMALIZED_WORK = 4;

class SemverValue extends OpaqueValue {
  override readonly typeName = 'kubernetes.Semver';
  constructor(
    readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint],
    readonly prerelease: readonly string[],
  ) {
    super();
  }

  override equals(other: OpaqueValue, meter: Meter): boolean {
    return other instanceof SemverValue && this.compareTo(other, meter) === 0;
  }

  compareTo(other: SemverValue, meter: Meter): -1 | 0 | 1 {
    meter.work(COMPARE_WORK + Math.min(this.prerelease.length, other.prerelease.length) * PART_WORK);
    for (const [index, number] of this.numbers.entries()) {
      const others = other.numbers[index] as bigint;
      if (number !== others) return number < others ? -1 : 1;
    }
    return comparePrereleases(this.prerelease, other.prerelease);
  }
}

/** A version without a prerelease is newer than one with. */
function comparePrereleases(a: readonly string[], b: readonly string[]): -1 | 0 | 1 {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 0 : a.length === 0 ? 1 : -1;
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return a.length < b.length ? -1 : 0;
}

const isNumeric = (part: string): boolean => /^\d+$/.test(part);

function compareParts(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  if (isNumeric(a) !== isNumeric(b)) return isNumeric(a) ? -1 : 1;
  if (isNumeric(a)) return BigInt(a) < BigInt(b) ? -1 : 1;
  return a < b ? -1 : 1;
}

const MAX_TEXT = 256;
const NUMBER = '(?:0|[1-9]\\d{0,18})';
const PRERELEASE = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
const SEMVER = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${PRERELEASE}(?:\\.${PRERELEASE})*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$`,
);

/** Removes a leading `v` and leading zeros, and adds missing numbers. */
function normalized(text: string): string {
  const [, numbers = '', rest = ''] = /^v?([^-+]*)(.*)$/su.exec(text.trim()) ?? [];
  const parts = numbers.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  if (parts.length < 3 && rest === '') while (parts.length < 3) parts.push('0');
  return parts.join('.') + rest;
}

function read(text: unknown, meter: Meter, normalizes = false): SemverValue | Fault {
  const given = text as string;
  meter.work(Math.min(given.length, MAX_TEXT) * (normalizes ? NORMALIZED_WORK : READ_WORK));
  const match = given.length > MAX_TEXT ? null : SEMVER.exec(normalizes ? normalized(given) : given);
  if (!match) return new Fault(problemOf(given));
  const [, major = '', minor = '', patch = '', prerelease] = match;
  return new SemverValue(
    [BigInt(major), BigInt(minor), BigInt(patch)],
    prerelease === undefined ? [] : prerelease.split('.'),
  );
}

function problemOf(text: string): string {
  if (text === '') return 'Version string empty';
  const parts = text.split(/[-+]/, 1)[0]?.split('.', 4) ?? [];
  if (parts.length !== 3) return 'No Major.Minor.Patch elements found';
  const invalid = ['major', 'minor', 'patch'].find((_, index) => !/^\d+$/.test(parts[index] ?? ''));
  return invalid === undefined
    ? 'Version number must not contain leading zeroes'
    : `Invalid character(s) found in ${invalid} number`;
}

const semver = (value: unknown): SemverValue => value as SemverValue;
const T = 'kubernetes.Semver';

/** Semantic versions, since release 1.33. */
export const SEMVER_LIBRARY: readonly Declaration[] = [
  ['semver', 'string_to_semver', `(string): ${T}`, ([text], meter) => read(text, meter)],
  [
    'semver',
    'string_bool_to_semver',
    `(string, bool): ${T}`,
    ([text, normalizes], meter) => read(text, meter, normalizes === true),
  ],
  ['isSemver', 'is_semver_string', '(string): bool', ([text], meter) => !(read(text, meter) instanceof Fault)],
  [
    'isSemver',
    'is_semver_string_bool',
    '(string, bool): bool',
    ([text, normalizes], meter) => !(read(text, meter, normalizes === true) instanceof Fault),
  ],
  [
    'isGreaterThan',
    'semver_is_greater_than',
    `${T}.(${T}): bool`,
    ([a, b], meter) => semver(a).compareTo(semver(b), meter) > 0,
  ],
  [
    'isLessThan',
    'semver_is_less_than',
    `${T}.(${T}): bool`,
    ([a, b], meter) => semver(a).compareTo(semver(b), meter) < 0,
  ],
  [
    'compareTo',
    'semver_compare_to',
    `${T}.(${T}): int`,
    ([a, b], meter) => BigInt(semver(a).compareTo(semver(b), meter)),
  ],
  ['major', 'semver_major', `${T}.(): int`, ([value]) => semver(value).numbers[0]],
  ['minor', 'semver_minor', `${T}.(): int`, ([value]) => semver(value).numbers[1]],
  ['patch', 'semver_patch', `${T}.(): int`, ([value]) => semver(value).numbers[2]],
];
