import { X509Certificate } from 'node:crypto';
import { OpensslAuthority } from '@orch/testing';
import { pathToAuthority } from './path-to-authority.js';

const HOUR_MS = 3_600_000;
/** A self-signed certificate of version 1, and one of a client that it signed, both for a hundred years: newer releases of openssl write version 3 only. */
const VERSION_1 = `-----BEGIN CERTIFICATE-----
MIIBFTCBvQIUFgnocKX3hi+Nooqb3/6CXDm4BPIwCgYIKoZIzj0EAwIwDTELMAkG
A1UEAwwCdjEwIBcNMjYxMTI5MDgyNjI2WhgPMjEyNjExMDUwODI2MjZaMA0xCzAJ
BgNVBAMMAnYxMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAERTPeRTXZY2ZhPjM7
9jheILOcAUoWgk4P3+ZMfVSXfakSosLAOpK3j6z9uVxfuq4KNnmRMLN1FLkYfnmM
mnbUvDAKBggqhkjOPQQDAgNHADBEAiALXvCDazxgUDdok9yU22AD9el583rQzFxz
h645qcx9+wIgZIEAmoWZqzpvjFmRSwf2aO2k68pai9mQ2MOivr6W44c=
-----END CERTIFICATE-----`;
const OF_VERSION_1 = `-----BEGIN CERTIFICATE-----
MIIBczCCARqgAwIBAgIBBzAKBggqhkjOPQQDAjANMQswCQYDVQQDDAJ2MTAgFw0y
NjExMjkwODI2MjZaGA8yMTI2MTEwNTA4MjYyNlowDDEKMAgGA1UEAwwBYTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABJ03qgs0nqlmltkm23XwDTSW1owu3oZVfLB0
YkQUfI24srw0ci9KZttHORSvomHPwlyGrN3jyz9UWBXbRMyrNIWjajBoMBMGA1Ud
JQQMMAoGCCsGAQUFBwMCMB0GA1UdDgQWBBQaitB26mkqusteopEglf9KrSpqHDAy
BgNVHSMEKzApoRGkDzANMQswCQYDVQQDDAJ2MYIUFgnocKX3hi+Nooqb3/6CXDm4
BPIwCgYIKoZIzj0EAwIDRwAwRAIgc9n7EGe88gEC07fyCfrhFkpUfFbVlFI0eKCF
HA5CcqoCIHVtOgN8nPl3JaYKtSCTIGJbvDVM4HUA0xGkjjakQb8P
-----END CERTIFICATE-----`;

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
  it('accepts a trusted authority of version 1, but not such an intermediate', () => {
    const [authority, leaf] = [read(VERSION_1), read(OF_VERSION_1)];
    expect(authority.ca).toBe(false);
    const nowMs = Date.parse(leaf.validFrom);
    expect(pathToAuthority(leaf, [], [authority], nowMs)).toBe(Date.parse(authority.validTo));
    expect(pathToAuthority(leaf, [authority], [], nowMs)).toBeUndefined();
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
