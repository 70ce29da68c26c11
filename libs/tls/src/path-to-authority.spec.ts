import { X509Certificate } from 'node:crypto';
import { OpensslAuthority } from '@orch/testing';
import { pathToAuthority } from './path-to-authority.js';

const HOUR_MS = 3_600_000;

describe('the way from a certificate to an authority', () => {
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

  it('D-018 is as long as the first of its certificates is good', async () => {
    const leaf = await leafOf(root, 1);
    expect(find(leaf, [], [root])).toBe(Date.parse(leaf.validTo));
    expect(find(await leafOf(between, 3), [between], [root])).toBe(Date.parse(read(between.pem).validTo));
  });
  it('D-018 goes over what was sent, in any order', async () => {
    const leaf = await leafOf(below);
    expect(find(leaf, [between, below], [root])).toBeDefined();
    expect(find(leaf, [namesake, below, between, root], [root])).toBeDefined();
    expect(find(leaf, [between], [root])).toBeUndefined();
    expect(find(leaf, [below], [root])).toBeUndefined();
  });
  it('B-114 a name alone is no authority', async () => {
    expect(find(await leafOf(namesake), [], [root])).toBeUndefined();
    expect(find(await leafOf(between), [between], [namesake])).toBeUndefined();
    expect(find(await leafOf(root), [], [namesake, root])).toBeDefined();
  });
  it('D-018 who is no authority cannot sign', async () => {
    const leaf = await leafOf(root);
    expect(pathToAuthority(leaf, [], [leaf], Date.now())).toBeUndefined();
  });
  it('D-018 nothing that is over or has not begun is good', async () => {
    expect(find(await leafOf(root, -1), [], [root])).toBeUndefined();
    const leaf = await leafOf(between, 3);
    expect(find(leaf, [between], [root], 49 * HOUR_MS)).toBeUndefined(); // the one between ends after two days
    expect(find(leaf, [between], [root], -HOUR_MS)).toBeUndefined();
  });
  it('has a bound', async () => {
    const leaf = await leafOf(between);
    expect(find(leaf, [...Array<OpensslAuthority>(8).fill(namesake), between], [root])).toBeUndefined();
  });
});
