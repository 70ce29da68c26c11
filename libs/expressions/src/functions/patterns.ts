import { RE2JS } from 're2js';
import { Fault } from '../values/values.js';
import type { Declaration, Implementation } from '../types/declarations.js';
import type { Meter } from '../values/meter.js';
import { programWeight } from './pattern-weight.js';

/** Largest pattern, in instructions: compiling takes some 50 ms. */
const MAX_INSTRUCTIONS = 20_000;
/** Compiling an instruction takes longer than running it. */
const WORK_PER_INSTRUCTION = 300;

/** Compiles a pattern of RE2, which is matched in linear time; a `Fault` when it is not one. */
export function patternOf(text: string): RE2JS | Fault {
  if (programWeight(text) > MAX_INSTRUCTIONS)
    return new Fault(`error parsing regexp: expression nests too deeply or is too large`);
  try {
    return RE2JS.compile(text);
  } catch (error) {
    return new Fault(error instanceof Error ? error.message : 'error parsing regexp');
  }
}

/** Of making the text of one of many matches. */
const WORK_PER_MATCH = 60;

function paidPattern(text: unknown, meter: Meter): RE2JS | Fault {
  meter.work(programWeight(text as string) * WORK_PER_INSTRUCTION);
  return patternOf(text as string);
}

/** Work of an instruction at a character where the match is sought, which takes longer than whether there is one. */
const FIND_WORK = 4;
/** The same for matches after another, which mostly begin soon after it. */
const FIND_NEXT_WORK = 2;

const charge = (meter: Meter, pattern: RE2JS, text: string, perInstruction = 1): void =>
  meter.work((text.length + 1) * pattern.programSize() * perInstruction);

/** An operation with a pattern that is compiled already. */
type Matching = (pattern: RE2JS, operands: readonly unknown[], meter: Meter) => unknown;

const matches: Matching = (pattern, [text], meter) => {
  charge(meter, pattern, text as string);
  return pattern.test(text as string);
};

const find: Matching = (pattern, [text], meter) => {
  charge(meter, pattern, text as string, FIND_WORK);
  const matcher = pattern.matcher(text as string);
  return matcher.find() ? (matcher.group() ?? '') : '';
};

const findAll: Matching = (pattern, [text, , limit], meter) => {
  const most = limit === undefined || (limit as bigint) < 0n ? Infinity : Number(limit);
  charge(meter, pattern, text as string, FIND_WORK);
  const matcher = pattern.matcher(text as string);
  const found: string[] = [];
  while (found.length < most && matcher.find()) {
    // A match that fails late is searched again from the next character.
    charge(meter, pattern, (text as string).slice(matcher.end()), FIND_NEXT_WORK);
    meter.work(WORK_PER_MATCH);
    found.push(matcher.group() ?? '');
  }
  return found;
};

const MATCHING: Readonly<Record<string, Matching>> = { matches, find, findAll };

/** The operation of a function with a constant pattern, compiled once. */
export function withConstantPattern(name: string, pattern: RE2JS): Implementation | undefined {
  const matching = MATCHING[name];
  return matching && ((operands, meter) => matching(pattern, operands, meter));
}

const compiling =
  (matching: Matching, problem: string): Implementation =>
  (operands, meter) => {
    const pattern = paidPattern(operands[1], meter);
    return pattern instanceof Fault ? new Fault(`${problem}${pattern.message}`) : matching(pattern, operands, meter);
  };

export const MATCHES: readonly Declaration[] = [
  ['matches', 'matches', '(string, string): bool', compiling(matches, '')],
  ['matches', 'matches_string', 'string.(string): bool', compiling(matches, '')],
];

export const REGEX_LIBRARY: readonly Declaration[] = [
  ['find', 'string_find_string', 'string.(string): string', compiling(find, 'Illegal regex: ')],
  ['findAll', 'string_find_all_string', 'string.(string): list<string>', compiling(findAll, 'Illegal regex: ')],
  [
    'findAll',
    'string_find_all_string_int',
    'string.(string, int): list<string>',
    compiling(findAll, 'Illegal regex: '),
  ],
];
