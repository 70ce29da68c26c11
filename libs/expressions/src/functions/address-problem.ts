import { quotedText } from '@orch/apimachinery';

interface Problem {
  readonly text: string;
  /** The rest of the address from the problem on. */
  readonly at?: string;
}

/** Why a text is not an address, as `netip.ParseAddr` of Go says it. */
export function addressProblem(text: string): string {
  const { text: problem, at = '' } = parseProblem(text);
  return `ParseAddr(${quotedText(text)}): ${problem}${at === '' ? '' : ` (at ${quotedText(at)})`}`;
}

/** Why a text is not a range of addresses, as `netip.ParsePrefix` of Go says it. @param isAddress whether the part before the slash is one. */
export function prefixProblem(text: string, isAddress: (text: string) => boolean): string {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return "no '/'";
  const [address = '', ...zone] = text.slice(0, slash).split('%');
  if (!isAddress(address)) return addressProblem(text.slice(0, slash));
  if (zone.length > 0) return 'IPv6 zones cannot be present in a prefix';
  const bits = text.slice(slash + 1);
  return /^(?:[1-9]\d*|\d)$/.test(bits) ? 'prefix length out of range' : `bad bits after slash: ${quotedText(bits)}`;
}

function parseProblem(text: string): Problem {
  const [first] = /[.:%]/.exec(text) ?? [];
  if (first === '.') return fourProblem(text) ?? UNKNOWN;
  if (first === ':') return sixProblem(text) ?? UNKNOWN;
  return first === '%' ? { text: 'missing IPv6 address' } : UNKNOWN;
}

const UNKNOWN: Problem = { text: 'unable to parse IP' };

function fourProblem(text: string): Problem | undefined {
  let value = 0;
  let digits = 0;
  let fields = 0;
  for (const [index, char] of [...text].entries()) {
    if (/\d/.test(char)) {
      if (digits === 1 && value === 0) return { text: 'IPv4 field has octet with leading zero' };
      value = value * 10 + Number(char);
      digits++;
      if (value > 255) return { text: 'IPv4 field has value >255' };
    } else if (char === '.') {
      if (digits === 0 || index === text.length - 1)
        return { text: 'IPv4 field must have at least one digit', at: text.slice(index) };
      if (fields === 3) return { text: 'IPv4 address too long' };
      fields++;
      value = 0;
      digits = 0;
    } else return { text: 'unexpected character', at: text.slice(index) };
  }
  return fields < 3 ? { text: 'IPv4 address too short' } : undefined;
}

const FIELDS = 8;

function sixProblem(text: string): Problem | undefined {
  const [address = '', ...zone] = text.split('%');
  if (zone.length > 0 && zone.join('%') === '') return { text: 'zone must be a non-empty string' };
  let rest = address;
  let hasGap = rest.startsWith('::');
  if (hasGap) rest = rest.slice(2);
  let fields = 0;
  while (fields < FIELDS && !(hasGap && rest === '')) {
    const digits = /^[\da-fA-F]*/.exec(rest)![0].length;
    if (digits > 4) return { text: 'each group must have 4 or less digits', at: rest };
    if (digits === 0) return { text: 'each colon-separated field must have at least one digit', at: rest };
    if (rest[digits] === '.') {
      if (!hasGap && fields !== FIELDS - 2)
        return { text: 'embedded IPv4 address must replace the final 2 fields of the address', at: rest };
      if (fields > FIELDS - 2)
        return { text: 'too many hex fields to fit an embedded IPv4 at the end of the address', at: rest };
      const problem = fourProblem(rest);
      if (problem) return problem;
      fields += 2;
      rest = '';
      break;
    }
    fields++;
    rest = rest.slice(digits);
    if (rest === '') break;
    if (!rest.startsWith(':')) return { text: 'unexpected character, want colon', at: rest };
    if (rest.length === 1) return { text: 'colon must be followed by more characters', at: rest };
    rest = rest.slice(1);
    if (!rest.startsWith(':')) continue;
    if (hasGap) return { text: 'multiple :: in address', at: rest };
    hasGap = true;
    rest = rest.slice(1);
  }
  if (rest !== '') return { text: 'trailing garbage after address', at: rest };
  if (fields < FIELDS) return hasGap ? undefined : { text: 'address string too short' };
  return hasGap ? { text: 'the :: must expand to at least one field of zeros' } : undefined;
}
