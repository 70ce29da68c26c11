import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import type { Answer, TestServer } from './running-server.js';
import { vocabularies } from '@orch/vocabulary';
import type { Agent } from 'undici';

const APISERVICES = `/apis/${vocabularies.orch.groups.apiregistration}/v1/apiservices`;
const validity = { notBeforeMs: Date.now() - 60_000, validityDays: 1 };

/** An extension API server on loopback: answers the paths it is given, and 404 otherwise. For tests. */
export class ExtensionServer {
  /** JSON documents by path without query. */
  readonly documents = new Map<string, object>();
  /** Answers all other paths. Default: 404. */
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.writeHead(404).end();

  private constructor(
    readonly server: Server,
    /** PEM of the authority of its certificate. */
    readonly ca: string,
  ) {}

  /** @param service `NAMESPACE/NAME` for which its certificate is valid. */
  static async start(service: string): Promise<ExtensionServer> {
    const [namespace, name] = service.split('/');
    const ca = await createCertificateAuthority({ commonName: 'extension-ca', ...validity });
    const dnsNames = [`${name}.${namespace}.svc`];
    const pair = await issueCertificate({
      ca,
      commonName: 'extension',
      dnsNames,
      usages: ['server auth'],
      ...validity,
    });
    const server = createServer({ cert: pair.certificatePem, key: pair.privateKeyPem }, (request, response) => {
      const document = extension.documents.get(request.url!.split('?')[0]!);
      if (!document) return extension.answer(request, response);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(document));
    });
    const extension = new ExtensionServer(server, ca.certificatePem);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return extension;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The body of an APIService for a group version of this server. */
  apiService(group: string, version: string, service: object): object {
    const caBundle = Buffer.from(this.ca).toString('base64');
    const spec = { group, version, groupPriorityMinimum: 1_000, versionPriority: 15, caBundle, service };
    return { metadata: { name: `${version}.${group}` }, spec };
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Registers an APIService and watches it until it is available. */
export async function registerAvailable(server: TestServer, agent: Agent, body: object): Promise<Answer> {
  const { name } = (body as { metadata: { name: string } }).metadata;
  await server.call(APISERVICES, { agent, method: 'POST', body });
  for (;;) {
    const answer = await server.call(`${APISERVICES}/${name}`, { agent });
    const { resourceVersion } = answer.json['metadata'] as { resourceVersion: string };
    const [condition] = (answer.json['status'] as { conditions?: { status: string }[] } | undefined)?.conditions ?? [];
    if (condition?.status === 'True') return answer;
    const query = `watch=true&timeoutSeconds=1&resourceVersion=${resourceVersion}`;
    await server.call(`${APISERVICES}?${query}&fieldSelector=metadata.name=${name}`, { agent });
  }
}
