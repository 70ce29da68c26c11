import { TaskQueue, type QueuedTask } from './task-queue.js';

interface Task extends QueuedTask {
  readonly name: string;
}

const task = (name: string, lane?: string, user = 'u'): Task => ({
  name,
  lane,
  flow: { name: user, exempt: false },
  signal: undefined,
});

describe('TaskQueue', () => {
  let queue: TaskQueue<Task>;
  let taken: Task[];
  beforeEach(() => {
    queue = new TaskQueue();
    taken = [];
  });
  const push = (...tasks: readonly Task[]) => tasks.map((one) => queue.push(one, () => undefined));
  const take = (): string | undefined => {
    const next = queue.shift();
    if (next) taken.push(next);
    return next?.name;
  };
  const takeAll = (): string[] => {
    const names: string[] = [];
    for (let name = take(); name !== undefined; name = take()) names.push(name);
    return names;
  };
  const tasks = (count: number, lane?: string, user?: string) =>
    Array.from({ length: count }, (_, n) => task(`${lane ?? 'plain'}${n}`, lane, user));

  it('takes tasks of lanes and others in turn', () => {
    push(...tasks(2, 'a'), ...tasks(3));
    expect(takeAll()).toEqual(['plain0', 'a0', 'plain1', 'a1', 'plain2']);
  });

  it('has four tasks of a lane in the thread, and eight of all lanes, and any number of others', () => {
    push(...tasks(6, 'a'), ...tasks(6, 'b', 'v'), ...tasks(2, 'c', 'w'), ...tasks(12, undefined, 'x'));
    const names = takeAll();
    const of = (prefix: string) => names.filter((name) => name.startsWith(prefix)).length;
    expect([of('plain'), of('a') + of('b') + of('c')]).toEqual([12, 8]);
    expect([of('a'), of('b')].every((count) => count <= 4)).toBe(true);
  });

  it('takes the next task of a lane when one has left', () => {
    push(...tasks(6, 'a'));
    expect(takeAll()).toEqual(['a0', 'a1', 'a2', 'a3']);
    queue.leave(taken[1]!);
    expect(takeAll()).toEqual(['a4']);
  });

  it('refuses tasks of a full lane, and takes others', () => {
    expect(push(...tasks(20, 'a')).filter((isIn) => !isIn)).toHaveLength(1);
    expect(push(task('plain'), task('of another', 'b', 'v'))).toEqual([true, true]);
    expect(queue.drain()).toHaveLength(21);
  });

  it('has 12 MiB of lanes in the thread, or one task that is larger', () => {
    const sized = (name: string, mebibytes: number): Task => ({ ...task(name, 'a'), bytes: mebibytes * 1_024 * 1_024 });
    push(sized('30', 30), sized('1', 1));
    expect(takeAll()).toEqual(['30']);
    queue.leave(taken[0]!);
    expect(takeAll()).toEqual(['1']);
    push(sized('12', 12), sized('8', 8), sized('3', 3));
    expect(takeAll()).toEqual(['8', '3']);
    for (const one of taken.slice(1)) queue.leave(one);
    expect(takeAll()).toEqual(['12']);
  });

  it.each([undefined, 'a'])(
    'takes a task of a user who came during one before the next of that user (lane: %s)',
    (lane) => {
      push(...tasks(2, lane, 'u'), ...tasks(2, lane, 'v'));
      take();
      take();
      push(task('late', lane, 'w'));
      const mayTake = ({ flow }: Task): boolean => flow.name !== 'v'; // computed in the other thread
      queue.leave(taken[0]!);
      expect(queue.shift(mayTake)?.name).toBe('late');
    },
  );

  it('leaves tasks in their places that may not be taken', () => {
    push(task('a0', 'a'), task('plain0'), task('b0', 'b', 'v'), task('plain1', undefined, 'v'));
    const mayTake = ({ flow }: Task): boolean => flow.name !== 'u';
    const names = Array.from({ length: 3 }, () => queue.shift(mayTake)?.name);
    expect(names).toEqual(['plain1', 'b0', undefined]);
    expect(takeAll()).toEqual(['plain0', 'a0']);
  });
});
