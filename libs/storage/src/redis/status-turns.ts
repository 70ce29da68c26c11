import { systemClock } from '@orch/apimachinery';

const STATUS_EVERY_MS = 1_000;

/** Looks at the store again and again, so that what is told of it is never old. That it cannot be asked now is told elsewhere. */
export class StatusTurns {
  private cancel: () => void = () => undefined;
  private stopped = false;

  constructor(private readonly look: () => Promise<void>) {
    this.plan();
  }

  stop(): void {
    this.stopped = true;
    this.cancel();
  }

  private readonly plan = (): void => {
    if (this.stopped) return;
    this.cancel = systemClock.setTimer(() => void this.look().then(this.plan, this.plan), STATUS_EVERY_MS);
  };
}
