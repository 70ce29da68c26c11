import { Quantity } from '@orch/apimachinery';

/** Quantities by resource name: `count/configmaps`, `requests.cpu`. */
export type Amounts = ReadonlyMap<string, Quantity>;

export const ONE = Quantity.parse('1')!;

/** Parses amounts in an object. An invalid quantity counts as zero. */
export const amountsFrom = (written: Readonly<Record<string, string>> | undefined): Amounts =>
  new Map(Object.entries(written ?? {}).map(([name, text]) => [name, Quantity.parse(text) ?? Quantity.zero]));

export const plus = (a: Amounts, b: Amounts): Amounts => combined(a, b, (x, y) => x.add(y));

/** Adds to a sum, in time proportional to what is added. */
export function addTo(sum: Map<string, Quantity>, more: Amounts): void {
  for (const [name, amount] of more) sum.set(name, (sum.get(name) ?? Quantity.zero).add(amount));
}

export const minus = (a: Amounts, b: Amounts): Amounts => combined(a, b, (x, y) => x.sub(y));

export const times = (amounts: Amounts, factor: number): Amounts =>
  new Map([...amounts].map(([name, amount]) => [name, Quantity.parse(String(amount.toNumber() * factor))!]));

/** The maximum of both, by name. */
export const larger = (a: Amounts, b: Amounts): Amounts => combined(a, b, (x, y) => (x.compare(y) < 0 ? y : x));

/** `a=1,b=2`, sorted by name, for messages. */
export const amountsText = (amounts: Amounts): string =>
  [...amounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${name}=${amount.toString()}`)
    .join(',');

function combined(a: Amounts, b: Amounts, how: (x: Quantity, y: Quantity) => Quantity): Amounts {
  const result = new Map(a);
  for (const [name, amount] of b) result.set(name, how(result.get(name) ?? Quantity.zero, amount));
  return result;
}
