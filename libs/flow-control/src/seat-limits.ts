/** What a priority level says of its part of all requests at once. */
export interface SeatShares {
  /** Relative to those of the other levels. */
  readonly shares: number;
  /** How much of its part others may use while it does not, percent. */
  readonly lendablePercent: number;
  /** How much it may use beyond its part, percent of it; undefined: all that is lent. */
  readonly borrowingLimitPercent: number | undefined;
}

/** The part of a level, in requests at once. */
export interface SeatLimits {
  /** What it has when all levels want all of theirs. */
  readonly nominal: number;
  /** How much of that others may use. */
  readonly lendable: number;
  /** What it may have while others lend. */
  readonly most: number;
}

/** Parts of all levels together: `total` by their shares, rounded up, so that nobody who has a share has nothing. */
export function seatLimits<K>(total: number, levels: ReadonlyMap<K, SeatShares>): Map<K, SeatLimits> {
  let sum = 0;
  for (const { shares } of levels.values()) sum += shares;
  const limits = new Map<K, SeatLimits>();
  for (const [key, { shares, lendablePercent, borrowingLimitPercent }] of levels) {
    const nominal = sum === 0 ? 0 : Math.ceil((total * shares) / sum);
    const borrowed =
      borrowingLimitPercent === undefined ? Infinity : Math.round((nominal * borrowingLimitPercent) / 100);
    limits.set(key, { nominal, lendable: Math.round((nominal * lendablePercent) / 100), most: nominal + borrowed });
  }
  return limits;
}

/** One level when seats are lent anew. */
export interface SeatDemand {
  readonly limits: SeatLimits;
  /** Most requests it had at once since the last time, waiting ones among them. */
  readonly peak: number;
}

/**
 * How many seats each level may use until the next time: its nominal ones, and of what the others lent and did not want, a part by
 * its nominal seats when it wanted more.
 */
export function lentSeats<K>(levels: ReadonlyMap<K, SeatDemand>): Map<K, number> {
  const may = new Map<K, number>();
  let spare = 0;
  const wanting = new Set<K>();
  for (const [key, { limits, peak }] of levels) {
    may.set(key, limits.nominal);
    const kept = limits.nominal - limits.lendable;
    spare += limits.nominal - Math.max(kept, Math.min(peak, limits.nominal));
    if (Math.min(peak, limits.most) > limits.nominal) wanting.add(key);
  }
  // Each round somebody has all that it wants, or everything is given away.
  while (spare > 0 && wanting.size > 0) {
    let weights = 0;
    for (const key of wanting) weights += Math.max(1, levels.get(key)!.limits.nominal);
    const toGive = spare;
    for (const key of wanting) {
      const { limits, peak } = levels.get(key)!;
      const part = Math.min(spare, Math.ceil((toGive * Math.max(1, limits.nominal)) / weights));
      const given = Math.min(part, Math.min(peak, limits.most) - may.get(key)!);
      may.set(key, may.get(key)! + given);
      spare -= given;
      if (may.get(key)! >= Math.min(peak, limits.most)) wanting.delete(key);
    }
  }
  return may;
}
