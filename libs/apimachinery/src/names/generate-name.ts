import type { Random } from '../clock/clock.js';
import { validateName, type NameRule } from './name-rule.js';

/** Without vowels and similar characters, to avoid words. */
const SUFFIX_CHARACTERS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_BASE_LENGTH = 58;

/** A name from `metadata.generateName`: the base, truncated so that the name has at most 63 characters, and five random ones (C-017). */
export function generateName(base: string, random: Random): string {
  let name = base.slice(0, MAX_BASE_LENGTH);
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += SUFFIX_CHARACTERS[Math.floor(random() * SUFFIX_CHARACTERS.length)];
  return name;
}

/** Errors of a base, by the name rule of the generated names. It may be as long as such a name, though it is truncated. */
export function validateNameBase(rule: NameRule, base: string): string[] {
  if (rule === 'path-segment') return validateName(rule, `${base}${SUFFIX_CHARACTERS[0]}`);
  // What follows a dash at the end makes it valid.
  return validateName(rule, base.replace(/(?<=.)-$/s, SUFFIX_CHARACTERS[0]!));
}
