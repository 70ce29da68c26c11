/** From here on what is dead and not yet collected weighs. */
const MUCH_BYTES = 64 * 1_024 * 1_024;
/** How many bytes come or die until the pace is judged anew. */
const SPAN_BYTES = 16 * 1_024 * 1_024;
/** Below this share of what came, what died is not worth a look at everything that lives. */
const WORTH_A_LOOK = 0.25;

/**
 * Tells from the values that come and die how often the collector should look for dead ones: often where much is held and a good part
 * of it dies; as V8 likes where little is held, or where objects only come, as in a flood of creates (decision 028).
 */
export class GcPacer {
  private live = 0;
  private came = 0;
  private died = 0;
  private often = false;
  private begun = false;

  /** @param setOften called when the answer changes; V8's own way is what it begins with. */
  constructor(private readonly setOften: (often: boolean) => void = () => undefined) {}

  /** A value was loaded, with many others and what it took to read them. */
  loaded(bytes: number): void {
    this.live += bytes;
    this.begin();
  }

  /** A value was written. */
  wrote(bytes: number): void {
    this.live += bytes;
    this.came += bytes;
    this.begin();
    this.judge();
  }

  /** A value is no longer the newest. */
  replaced(bytes: number): void {
    this.live -= bytes;
    this.died += bytes;
    this.judge();
  }

  /** Once much is held it is collected often, until a span tells otherwise. */
  private begin(): void {
    if (this.begun || this.live < MUCH_BYTES) return;
    this.begun = true;
    this.came = this.died = 0;
    this.set(true);
  }

  private judge(): void {
    if (!this.begun || this.came + this.died < SPAN_BYTES) return;
    this.set(this.live >= MUCH_BYTES && this.died >= WORTH_A_LOOK * this.came);
    this.came = this.died = 0;
  }

  private set(often: boolean): void {
    if (often === this.often) return;
    this.often = often;
    this.setOften(often);
  }
}
