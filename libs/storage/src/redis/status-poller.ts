import { systemClock } from '@orch/apimachinery';

const STATUS_EVERY_MS = 1_000;

/** Refreshes the status of the store periodically. Failures are ignored: the links report them. */
export class StatusPoller {
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
