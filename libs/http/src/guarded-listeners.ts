import type { EventEmitter } from 'node:events';

/**
 * Adds listeners to the sockets, streams and messages of one connection. An exception in a listener of an event emitter is in no
 * promise, so Node would make an uncaught exception of it; here it goes to one function, and costs that connection only.
 */
export class GuardedListeners {
  /** @param failed gets what a listener throws; must not throw itself. */
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

  /** The same for any other callback: of a timer, of a write, of a signal. */
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
