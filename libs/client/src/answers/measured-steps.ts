import { getHeapStatistics } from 'node:v8';

/** Work in steps with the memory of the heap that its steps took. Unit: bytes; what is collected meanwhile does not count. */
export function* measuredSteps<T>(
  work: Generator<undefined, T>,
): Generator<undefined, { readonly value: T; readonly heapBytes: number }> {
  let heapBytes = 0;
  for (;;) {
    const before = getHeapStatistics().used_heap_size;
    const step = work.next();
    heapBytes += Math.max(0, getHeapStatistics().used_heap_size - before);
    if (step.done) return { value: step.value, heapBytes };
    yield;
  }
}
