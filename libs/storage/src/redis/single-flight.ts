/**
 * Single flight for linearizable reads: concurrent callers share one call. A caller that arrives while a call is running shares the
 * next one, since the running call may have started before.
 */
export class SingleFlight<T> {
  private running: Promise<T> | undefined;
  private following: Promise<T> | undefined;

  constructor(private readonly call: () => Promise<T>) {}

  run(): Promise<T> {
    if (!this.running) return this.start();
    return (this.following ??= this.running.then(
      () => this.start(),
      () => this.start(),
    ));
  }

  private start(): Promise<T> {
    this.following = undefined;
    const started = this.call();
    this.running = started;
    const done = () => {
      if (this.running === started) this.running = undefined;
    };
    started.then(done, done);
    return started;
  }
}
