import { X509Certificate } from 'node:crypto';
import { OpensslAuthority } from '@orch/testing';
import { pathToAuthority } from './path-to-authority.js';

const HOUR_MS = 3_600_000;

describe('certification path', () => {
  const made: OpensslAuthority[] = [];
  const remembered = async (authority: Promise<OpensslAuthority>) => {
    made.push(await authority);
    return made.at(-1)!;
  };
  let root: OpensslAuthority;
  let between: OpensslAuthority;
  let below: OpensslAuthority;
  let namesake: OpensslAuthority;
  beforeAll(async () => {
    [root, namesake] = [await remembered(OpensslAuthority.create('root')), await remembered(OpensslAuthority.create('root'))];
    between = await remembered(root.intermediate('between'));
    below = await remembered(between.intermediate('below'));
  }); // prettier-ignore
  afterAll(() => Promise.all(made.map((authority) => authority.remove())));

  const read = (pem: string) => new X509Certificate(pem);
  const leafOf = async (authority: OpensslAuthority, days = 2) =>
    read((await authority.issue({ subject: '/CN=a', days })).cert);
  const find = (leaf: X509Certificate, sent: readonly OpensslAuthority[], trusted: readonly OpensslAuthority[], afterMs = 0) =>
    pathToAuthority(leaf, sent.map(({ pem }) => read(pem)), trusted.map(({ pem }) => read(pem)), Date.now() + afterMs); // prettier-ignore

  it('D-018 is valid until the first of its certificates expires', async () => {
    const leaf = await leafOf(root, 1);
    expect(find(leaf, [], [root])).toBe(Date.parse(leaf.validTo));
    expect(find(await leafOf(between, 3), [between], [root])).toBe(Date.parse(read(between.pem).validTo));
  });
  it('D-018 uses the intermediates that the client sent, in any order', async () => {
    const leaf = await leafOf(below);
    expect(find(leaf, [between, below], [root])).toBeDefined();
    expect(find(leaf, [namesake, below, between, root], [root])).toBeDefined();
    expect(find(leaf, [between], [root])).toBeUndefined();
    expect(find(leaf, [below], [root])).toBeUndefined();
  });
  it('B-114 does not accept an authority by its name alone', async () => {
    expect(find(await leafOf(namesake), [], [root])).toBeUndefined();
    expect(find(await leafOf(between), [between], [namesake])).toBeUndefined();
    expect(find(await leafOf(root), [], [namesake, root])).toBeDefined();
  });
  it('D-018 rejects an issuer that is not a CA', async () => {
    const leaf = await leafOf(root);
    expect(pathToAuthority(leaf, [], [leaf], Date.now())).toBeUndefined();
  });
  it('D-018 rejects certificates that are expired or not yet valid', async () => {
    expect(find(await leafOf(root, -1), [], [root])).toBeUndefined();
    const leaf = await leafOf(between, 3);
    expect(find(leaf, [between], [root], 49 * HOUR_MS)).toBeUndefined(); // the intermediate expires after two days
    expect(find(leaf, [between], [root], -HOUR_MS)).toBeUndefined();
  });
  it('limits the number of intermediates', async () => {
    const leaf = await leafOf(between);
    expect(find(leaf, [...Array<OpensslAuthority>(8).fill(namesake), between], [root])).toBeUndefined();
  });
});
