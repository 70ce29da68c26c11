import type { EventEmitter } from 'node:events';

/**
 * Adds listeners to the sockets, streams and messages of one connection. Node turns an exception in an event listener
 * into an uncaught exception; here it is passed to one function, and closes that connection only.
 */
export class GuardedListeners {
  /** @param failed receives errors of listeners; must not throw. */
  constructor(private readonly failed: (error: unknown) => void) {}

  on<Arguments extends unknown[]>(
    emitter: EventEmitter,
    event: string,
    listener: (...event: Arguments) => void,
  ): () => void {
    const guarded = this.guard(listener) as (...event: unknown[]) => void;
    emitter.on(event, guarded);
    return () => void emitter.off(event, guarded);
  }

  once<Arguments extends unknown[]>(
    emitter: EventEmitter,
    event: string,
    listener: (...event: Arguments) => void,
  ): void {
    emitter.once(event, this.guard(listener) as (...event: unknown[]) => void);
  }

  /** The same for any other callback: of a timer, a write, a signal. */
  guard<Arguments extends unknown[]>(listener: (...event: Arguments) => void): (...event: Arguments) => void {
    return (...event) => {
      try {
        listener(...event);
      } catch (error) {
        this.failed(error);
      }
    };
  }
}
