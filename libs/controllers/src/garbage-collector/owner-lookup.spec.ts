import { ApiError, FakeClock, type OwnerReference } from '@orch/apimachinery';
import type { GetOptions, HasMetadata, ObjectKey, ResourceClient } from '@orch/client';
import { OwnerLookup } from './owner-lookup.js';
import { RESOURCES } from './world.fixture.js';

const OWNER: OwnerReference = { apiVersion: 'x.example/v1', kind: 'A', name: 'a', uid: 'a' };
const dependent = (resourceVersion: string) => ({ namespace: 't1', resourceVersion });
const NOT_YET = ApiError.timeout('Too large resource version: 9, current: 1', 1, [
  { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' },
]);

/** A server that answers what the test says, and notes which versions it was asked for. */
class Answers {
  readonly asked: (string | undefined)[] = [];
  constructor(private readonly answer: (version: string | undefined) => Promise<HasMetadata | undefined>) {}

  readonly restMapping = ({ kind }: { kind: string }) =>
    Promise.resolve(RESOURCES.find((resource) => resource.kind === kind)!);
  readonly metadata = (): ResourceClient =>
    ({
      find: (_key: ObjectKey, options?: GetOptions) => {
        this.asked.push(options?.resourceVersion);
        return this.answer(options?.resourceVersion);
      },
    }) as unknown as ResourceClient;
}

const lookupOf = (answers: Answers, clock = new FakeClock(), observations = () => 0) =>
  new OwnerLookup(answers, observations, clock);

describe('looking for an owner', () => {
  it('asks for a state that is not older than the dependent', async () => {
    // As of a stale replica: the owner does not exist in its state.
    const behind = new Answers((version) =>
      Number(version ?? 0) > 5 ? Promise.resolve({ metadata: { name: 'a', uid: 'a' } }) : Promise.resolve(undefined),
    );
    const lookup = lookupOf(behind);
    expect(await lookup.find(OWNER, dependent('9'))).toBe('present');
    expect(behind.asked).toEqual(['9']);
  });

  it.each([
    ['versions are of another store', NOT_YET],
    ['the store has lost that version', ApiError.expired('unknown resource version: 9 (12)')],
  ])('asks for the newest where %s', async (_name, refusal) => {
    const other = new Answers((version) =>
      version === undefined ? Promise.resolve(undefined) : Promise.reject(refusal),
    );
    const lookup = lookupOf(other);
    expect(await lookup.find(OWNER, dependent('9'))).toBe('absent');
    expect(other.asked).toEqual(['9', undefined]);
  });

  it('throws every other failure', async () => {
    const failing = new Answers(() => Promise.reject(ApiError.serviceUnavailable('down', 1)));
    await expect(lookupOf(failing).find(OWNER, dependent('9'))).rejects.toThrow('down');
    expect(failing.asked).toEqual(['9']);
  });

  it.each([
    ['remembers that an owner is absent', 'a', 'absent'],
    ['does not remember a reference of megabytes', 'u'.repeat(1_000_000), undefined],
  ])('%s', async (_what, uid, known) => {
    const lookup = lookupOf(new Answers(() => Promise.resolve(undefined)));
    const owner = { ...OWNER, uid };
    expect(await lookup.find(owner, dependent('9'))).toBe('absent');
    expect(lookup.known(owner, 't1', 0)).toBe(known);
  });

  it('an owner that was found is known until the end of its hold, and no longer once it is gone', async () => {
    const clock = new FakeClock();
    let found: HasMetadata | undefined = { metadata: { name: 'a', uid: 'a' } };
    const lookup = lookupOf(new Answers(() => Promise.resolve(found)), clock);
    expect(lookup.holdsMs(OWNER, 't1')).toBe(0);
    expect(await lookup.find(OWNER, dependent('9'))).toBe('present');
    expect([lookup.known(OWNER, 't1', 0), lookup.known(OWNER, 't2', 0)]).toEqual(['present', undefined]);
    clock.advance(10_000);
    expect(lookup.holdsMs(OWNER, 't1')).toBe(20_000);
    clock.advance(20_000);
    expect(lookup.known(OWNER, 't1', 0)).toBeUndefined();
    found = undefined;
    expect(await lookup.find(OWNER, dependent('9'))).toBe('absent');
    expect([lookup.known(OWNER, 't1', 0), lookup.holdsMs(OWNER, 't1')]).toEqual(['absent', 0]);
  });

  it('an owner that was found before a deletion was observed is looked up again', async () => {
    let observations = 5;
    const answers = new Answers(() => Promise.resolve({ metadata: { name: 'a', uid: 'a' } }));
    const lookup = lookupOf(answers, new FakeClock(), () => observations);
    await lookup.find(OWNER, dependent('9'));
    expect([lookup.known(OWNER, 't1', 5), lookup.known(OWNER, 't1', 6)]).toEqual(['present', undefined]);
    observations = 6;
    await lookup.find(OWNER, dependent('9'));
    expect([lookup.known(OWNER, 't1', 6), lookup.holdsMs(OWNER, 't1')]).toEqual(['present', 30_000]);
  });

  it('a clock that is set back makes no hold longer', async () => {
    let nowMs = 1_000_000;
    const clock = Object.assign(new FakeClock(), { now: () => nowMs });
    const lookup = lookupOf(new Answers(() => Promise.resolve({ metadata: { name: 'a', uid: 'a' } })), clock);
    await lookup.find(OWNER, dependent('9'));
    nowMs = 0;
    expect(lookup.known(OWNER, 't1', 0)).toBeUndefined();
  });

  it('shares an answer that is new enough', async () => {
    const answers = new Answers(() => Promise.resolve(undefined));
    const lookup = lookupOf(answers);
    await Promise.all(['10', '9', '10', '11'].map((version) => lookup.find(OWNER, dependent(version))));
    expect(answers.asked).toEqual(['10', '11']);
  });
});
