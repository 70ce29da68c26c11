import { goMap, goSlice, goString, GoValue, type GoType } from '@orch/apimachinery';

/** Maximum characters of a value in a message. */
const SHOWN = 1_024;
/** Maximum members and items of a printed value, so that the cost of a message does not depend on the value. */
const MOST_MEMBERS = 64;
const DEEPEST = 16;

/** A number as messages of kube-apiserver print it: whole ones in full, others with the exponent of Go. */
export function shownNumber(value: number): string {
  if (value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e21)) return String(value);
  const [digits, exponent] = value.toExponential().split('e');
  const sign = exponent!.startsWith('-') ? '-' : '+';
  return `${digits}e${sign}${exponent!.slice(1).padStart(2, '0')}`;
}

const anything =
  (depth: number): GoType =>
  (value, room) => {
    if (typeof value === 'string') return goString(value.slice(0, SHOWN), room);
    if (typeof value === 'number') return shownNumber(value);
    if (typeof value === 'boolean') return String(value);
    if (value === null || value === undefined) return 'interface {}(nil)';
    if (depth >= DEEPEST) return '...';
    const below = anything(depth + 1);
    if (Array.isArray(value)) return goSlice('[]interface {}', below)(value.slice(0, MOST_MEMBERS), room);
    return goMap('map[string]interface {}', below)(firstMembers(value), room);
  };

function firstMembers(value: object): object {
  const entries = Object.entries(value);
  return entries.length <= MOST_MEMBERS ? value : Object.fromEntries(entries.slice(0, MOST_MEMBERS));
}

/** A value of a custom object in a field error: texts are quoted, objects and lists are Go literals, in at most 1,024 characters. */
export function shownValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined) return value;
  return new GoValue(() => {
    const text = anything(0)(value, SHOWN);
    return text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}...` : text;
  });
}
