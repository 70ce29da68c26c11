/**
 * One question for all who ask at the same time. An answer counts for those who asked before it was put: who comes while one is
 * under way shares the next.
 */
export class SharedQuestion<T> {
  private running: Promise<T> | undefined;
  private following: Promise<T> | undefined;

  constructor(private readonly put: () => Promise<T>) {}

  ask(): Promise<T> {
    if (!this.running) return this.begin();
    return (this.following ??= this.running.then(
      () => this.begin(),
      () => this.begin(),
    ));
  }

  private begin(): Promise<T> {
    this.following = undefined;
    const asked = this.put();
    this.running = asked;
    const done = () => {
      if (this.running === asked) this.running = undefined;
    };
    asked.then(done, done);
    return asked;
  }
}
