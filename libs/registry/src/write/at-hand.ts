/**
 * Goes on with an answer: at once where it is at hand, else when its promise is kept. On the path of every write a promise costs a
 * turn of the queue and the memory of what waits (bench: create).
 */
export const andThen = <T, R>(answer: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  answer instanceof Promise ? answer.then(next) : next(answer);
