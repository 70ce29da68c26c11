import type { Clock } from '@orch/apimachinery';
import type { WorkerSettings } from './messages.js';
import { isPlainWrite, ObjectThread, type PendingTask, type ThreadOwner, type ThreadTask } from './object-thread.js';
import { TaskQueue } from './task-queue.js';
import { endedBefore, shuttingDown, tooManyTasks } from './thread-errors.js';

/** While one computes a task of a user, the other is there for the tasks of others. */
const THREADS = 2;

/**
 * The worker threads for large objects, with one bounded queue that is fair between users. All tasks of a user that are in a thread are in the same
 * one, however many wait, so that no user holds both (decision 072).
 */
export class ObjectThreads {
  private readonly waiting = new TaskQueue<PendingTask>();
  private readonly threads: readonly ObjectThread[];
  private closed = false;

  constructor(file: string, settings: WorkerSettings, clock: Clock) {
    const owner: ThreadOwner = {
      left: (task) => this.waiting.leave(task),
      hasChanged: () => this.beginNext(),
    };
    this.threads = Array.from({ length: THREADS }, () => new ObjectThread(file, settings, clock, owner));
  }

  /** @throws ApiError of the task; TooManyRequests when too many wait; ServiceUnavailable when the threads are closed. */
  run<T>(task: ThreadTask): Promise<T> {
    if (this.closed) return Promise.reject(shuttingDown());
    if (task.signal?.aborted) return Promise.reject(endedBefore());
    return new Promise<unknown>((resolve, reject) => {
      const pending = { ...task, resolve, reject };
      if (!this.waiting.push(pending, () => reject(endedBefore()))) return reject(tooManyTasks());
      this.beginNext();
    }) as Promise<T>;
  }

  /** Number of running threads. */
  get running(): number {
    return this.threads.filter(({ isRunning }) => isRunning).length;
  }

  /** Rejects waiting tasks, and ends the threads. */
  async close(): Promise<void> {
    this.closed = true;
    for (const task of this.waiting.drain()) task.reject(shuttingDown());
    await Promise.all(this.threads.map((thread) => thread.close(shuttingDown())));
  }

  /** Begins waiting tasks in the threads that are free. One that runs goes first: another takes long to start. */
  private beginNext(): void {
    const runningFirst = this.threads.toSorted((a, b) => Number(b.isRunning) - Number(a.isRunning));
    for (const thread of runningFirst) {
      while (thread.isFree) {
        const task = this.nextOf(thread);
        if (!task) break;
        thread.begin(task);
      }
    }
  }

  /** A write that has no room keeps those behind it waiting, or it might wait for ever. */
  private nextOf(thread: ObjectThread): PendingTask | undefined {
    let isFull = false;
    return this.waiting.shift((task) => {
      if (this.threads.some((one) => one !== thread && one.has(task.flow))) return false;
      if (!isPlainWrite(task)) return true;
      isFull ||= !thread.hasRoom(task);
      return !isFull;
    });
  }
}
