import { type CallLimits, CallTurns } from '../call-turns.js';
import { WebhookError } from '../webhook-error.js';

/** A longer answer is long. Unit: bytes. */
export const LONG_ANSWER_BYTES = 256 * 1_024;
const WAITING: Omit<CallLimits, 'atOnce'> = { waiting: 4_096, waitingPerFlow: 1_024 };

/** Bounds how many long answers are in memory, until they are decoded: real ones are short, and hundreds of calls may be in flight. */
export class LongAnswers {
  private readonly turns: CallTurns;

  /** @param atOnce long answers in memory; one server has half of them at most. */
  constructor(atOnce = 16) {
    this.turns = new CallTurns({ ...WAITING, atOnce });
  }

  /** @param origin of the server that answers. */
  begin(origin: string): LongAnswer {
    return new LongAnswer(this.turns, origin);
  }
}

/** One answer. Must be ended. */
export class LongAnswer {
  private hasTurn = false;
  private leave = (): void => undefined;

  constructor(
    private readonly turns: CallTurns,
    private readonly origin: string,
  ) {}

  /**
   * Resolves when more of the answer may be read.
   * @param bytes read so far.
   * @throws WebhookError when too many wait; the reason of the signal.
   */
  async read(bytes: number, signal: AbortSignal): Promise<void> {
    if (this.hasTurn || bytes <= LONG_ANSWER_BYTES) return;
    this.hasTurn = true;
    signal.throwIfAborted();
    const turn = this.turns.enter({ name: this.origin, exempt: false }, signal);
    if (!turn) throw new WebhookError(`${this.origin}: too many long answers wait`);
    this.leave = await turn;
  }

  end(): void {
    this.leave();
    this.leave = () => undefined;
  }
}
