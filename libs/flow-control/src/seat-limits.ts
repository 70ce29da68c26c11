/** Shares of a priority level. */
export interface SeatShares {
  /** Relative to those of other levels. */
  readonly shares: number;
  /** Share of its nominal seats that may be lent while unused, percent. */
  readonly lendablePercent: number;
  /** Limit of borrowed seats, percent of the nominal ones; undefined: no limit. */
  readonly borrowingLimitPercent: number | undefined;
}

/** Seats of a level. */
export interface SeatLimits {
  /** Seats when all levels use theirs. */
  readonly nominal: number;
  /** Seats that may be lent. */
  readonly lendable: number;
  /** Maximum with borrowed seats. */
  readonly most: number;
}

/**
 * Nominal seats of all levels: `total` divided by shares, rounded up, so that each level with a share has at least one.
 */
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

/** One level in the redistribution of seats. */
export interface SeatDemand {
  readonly limits: SeatLimits;
  /** Highest demand since the last time, including waiting requests. */
  readonly peak: number;
}

/**
 * Seats of each level until the next redistribution: nominal ones minus unused lendable ones, plus a part of those for
 * levels that want more, by their nominal seats.
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
  // Each round satisfies one level, or distributes everything.
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
