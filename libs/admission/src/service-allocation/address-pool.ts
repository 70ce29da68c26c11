import { cidrHolds, formatCidr, formatIp, parseIp, type Cidr, type Random } from '@orch/apimachinery';
import { NumberPool } from './number-pool.js';

/** Addresses of one range, without the network and broadcast addresses. */
export class AddressPool {
  readonly #pool: NumberPool;
  /** The range as shown in messages. */
  readonly text: string;

  constructor(
    private readonly range: Cidr,
    random: Random,
  ) {
    this.text = formatCidr(range);
    this.#pool = new NumberPool(Number(range.size) - (range.family === 'IPv4' ? 2 : 1), random);
  }

  get taken(): number {
    return this.#pool.taken;
  }

  get free(): number {
    return this.#pool.free;
  }

  /** Whether it is an allocatable address of this range. */
  holds(ip: string): boolean {
    return this.#pool.holds(this.numberOf(ip));
  }

  take(ip: string): boolean {
    return this.#pool.take(this.numberOf(ip));
  }

  takeAny(): string | undefined {
    const number = this.#pool.takeAny();
    return number === undefined ? undefined : this.addressAt(number);
  }

  release(ip: string): void {
    this.#pool.release(this.numberOf(ip));
  }

  private addressAt(number: number): string {
    return formatIp({ family: this.range.family, value: this.range.first + 1n + BigInt(number) });
  }

  /** -1 if outside this range. */
  private numberOf(ip: string): number {
    const address = parseIp(ip);
    return address && cidrHolds(this.range, address) ? Number(address.value - this.range.first) - 1 : -1;
  }
}
