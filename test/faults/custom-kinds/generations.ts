/** What was asked for and acknowledged of the definition, and what servers have shown of it. Times are of one clock, in milliseconds. */
export class Generations {
  /** Start of the first request that asked for a generation, by generation. */
  private readonly asked: number[] = [];
  /** By server: generations that it acknowledged or showed, with the time. */
  private readonly known = new Map<string, { readonly generation: number; readonly at: number }[]>();
  /** Even while the kind is served, odd while it is deleted and created again. */
  epoch = 1;

  constructor(private readonly now: () => number) {}

  get newest(): number {
    return this.asked.length - 1;
  }

  /** The definer is about to ask for the next generation. Returns it. */
  next(): number {
    this.asked.push(this.now());
    return this.newest;
  }

  /** A server has answered the change to a generation, or has shown an object of it. */
  learn(server: string, generation: number): void {
    const known = this.known.get(server) ?? [];
    known.push({ generation, at: this.now() });
    this.known.set(server, known);
  }

  /**
   * Why a server must not have shown an object of that generation; undefined: it may.
   * @param start of the request. @param end of the answer.
   */
  fault(server: string, generation: number | undefined, start: number, end: number): string | undefined {
    if (generation === undefined) return 'it is of no schema that the definition had';
    const asked = this.asked[generation];
    if (asked === undefined || asked > end) return `generation ${generation} was not asked for`;
    const before = (this.known.get(server) ?? []).filter(({ at }) => at <= start);
    const least = Math.max(0, ...before.map((known) => known.generation));
    return generation < least ? `generation ${generation}, though ${server} had answered with ${least}` : undefined;
  }
}
