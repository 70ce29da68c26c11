import { ConversionFault } from './conversion-fault.js';

/** Items and fields that the rules of a document visit in one object: some 20 ms. */
export const CONVERSION_VISITS = 50_000;
/** Members that are copied in the time of a visit: a way through many versions copies a large map for each. */
const COPIED_PER_VISIT = 4;
/** What defaults and expressions add to one object. Unit: characters of JSON, about. */
const MADE_LIMIT = 3_145_728;

/** What the conversion of one object may cost, in addition to its expressions. */
export class ConversionWork {
  private visits = 0;
  private made = 0;
  /** Position of the rule that works. */
  rule = 0;

  constructor(private readonly maxVisits = CONVERSION_VISITS) {}

  get spent(): number {
    return this.visits;
  }

  /** One more item or field. @throws ConversionFault beyond the limit. */
  visit(): void {
    if (++this.visits > this.maxVisits)
      throw new ConversionFault('the rules of the conversion visit too many items and fields', this.rule, true);
  }

  /** A copy of a list or map. @param members their number. @throws ConversionFault beyond the limit. */
  copied(members: number): void {
    this.visits += Math.floor(members / COPIED_PER_VISIT);
    this.visit();
  }

  /** A value that is added. @throws ConversionFault when all are too large. */
  add(value: unknown): void {
    if (typeof value === 'string') this.grow(value.length);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        this.grow(name.length);
        this.add(member);
      }
    else this.grow(1);
  }

  /** @throws ConversionFault. */
  grow(characters: number): void {
    this.made += characters + 3;
    if (this.made > MADE_LIMIT)
      throw new ConversionFault('the rules of the conversion add more than 3 MiB', this.rule, true);
  }
}
