import type { Random } from '../clock/clock.js';
import { validateName, type NameRule } from './name-rule.js';

/** No vowels and no look-alikes, so that no word comes out. */
const SUFFIX_CHARACTERS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const MAX_BASE_LENGTH = 58;

/** A name from `metadata.generateName`: the base, cut so that the name fits 63 characters, and five random ones (C-017). */
export function generateName(base: string, random: Random): string {
  let name = base.slice(0, MAX_BASE_LENGTH);
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += SUFFIX_CHARACTERS[Math.floor(random() * SUFFIX_CHARACTERS.length)];
  return name;
}

/** What is wrong with a base, by the rule of the names made from it. Its length is no fault: it is cut. */
export function validateNameBase(rule: NameRule, base: string): string[] {
  return validateName(rule, `${base.slice(0, MAX_BASE_LENGTH)}${SUFFIX_CHARACTERS[0]}`);
}
