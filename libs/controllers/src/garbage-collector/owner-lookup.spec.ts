import { ApiError, type OwnerReference } from '@orch/apimachinery';
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

describe('looking for an owner', () => {
  it('asks for a state that is not older than the dependent', async () => {
    // As of a stale replica: the owner does not exist in its state.
    const behind = new Answers((version) =>
      Number(version ?? 0) > 5 ? Promise.resolve({ metadata: { name: 'a', uid: 'a' } }) : Promise.resolve(undefined),
    );
    const lookup = new OwnerLookup(behind);
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
    const lookup = new OwnerLookup(other);
    expect(await lookup.find(OWNER, dependent('9'))).toBe('absent');
    expect(other.asked).toEqual(['9', undefined]);
  });

  it('throws every other failure', async () => {
    const failing = new Answers(() => Promise.reject(ApiError.serviceUnavailable('down', 1)));
    await expect(new OwnerLookup(failing).find(OWNER, dependent('9'))).rejects.toThrow('down');
    expect(failing.asked).toEqual(['9']);
  });

  it.each([
    ['remembers that an owner is absent', 'a', 'absent'],
    ['does not remember a reference of megabytes', 'u'.repeat(1_000_000), undefined],
  ])('%s', async (_what, uid, known) => {
    const lookup = new OwnerLookup(new Answers(() => Promise.resolve(undefined)));
    const owner = { ...OWNER, uid };
    expect(await lookup.find(owner, dependent('9'))).toBe('absent');
    expect(lookup.known(owner, 't1')).toBe(known);
  });

  it('shares an answer that is new enough', async () => {
    const answers = new Answers(() => Promise.resolve(undefined));
    const lookup = new OwnerLookup(answers);
    await Promise.all(['10', '9', '10', '11'].map((version) => lookup.find(OWNER, dependent(version))));
    expect(answers.asked).toEqual(['10', '11']);
  });
});
