import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SharedServers, type TestServer } from '@orch/server-testing';
import { vocabularies } from '@orch/vocabulary';

describe('several servers on one Redis', () => {
  let shared: SharedServers;
  beforeAll(async () => void (shared = await SharedServers.open()));
  afterAll(() => shared?.close());

  /** The authority that a server publishes for extension API servers. */
  const published = async (server: TestServer): Promise<string> => {
    const namespace = vocabularies.orch.namespaces.system;
    const path = `/api/v1/namespaces/${namespace}/configmaps/extension-apiserver-authentication`;
    const { json } = await server.call(path, { agent: await server.admin() });
    return (json['data'] as Record<string, string>)['requestheader-client-ca-file']!;
  };
  const certificate = async (name: string) =>
    new X509Certificate(await readFile(join(shared.dataDir(name), 'pki', 'front-proxy-client.crt')));

  it('have one front-proxy authority, and a certificate of it each: extension API servers trust all of them', async () => {
    const servers = [await shared.start('a'), await shared.start('b')];
    const [first, second] = await Promise.all(servers.map(published));
    expect(second).toBe(first);
    const authority = new X509Certificate(first!);
    const certificates = [await certificate('a'), await certificate('b')];
    for (const one of certificates) {
      expect(one.subject).toBe('CN=front-proxy-client');
      expect(one.verify(authority.publicKey)).toBe(true);
    }
    expect(certificates[0]!.serialNumber).not.toBe(certificates[1]!.serialNumber);
  });
});
