const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, '': 1 },
  ...{ k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
};

/** A quantity such as `100m` or `1Gi` as a number; NaN when it is none. */
export function quantityOf(text: string): number {
  const [, number = '', unit = ''] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text) ?? [];
  const power = BINARY.indexOf(unit) + 1;
  const factor = power > 0 ? 1_024 ** power : DECIMAL[unit];
  return number === '' || factor === undefined ? NaN : Number(number) * factor;
}

/** Whether a quota leaves nothing of what it allows; one that allows nothing of something is meant to. */
export function isUsedUp(used: string, hard: string): boolean {
  const [usedNumber, hardNumber] = [quantityOf(used), quantityOf(hard)];
  return hardNumber > 0 && usedNumber >= hardNumber;
}
