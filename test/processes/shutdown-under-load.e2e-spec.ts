import { loadClientConfiguration } from '@orch/client';
import { runOrch, temporaryDirectory, type OrchProcess, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { join } from 'node:path';
import { Agent, request, type Dispatcher } from 'undici';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const WRITERS = 16;
const LISTERS = 4;
const WATCHERS = 8;
/** Acknowledged writes before the signal. */
const WRITES = 200;
/** How a connection ends when the server closes it or does not listen any more. */
const CONNECTION_ENDS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

describe('SIGTERM of an API server while clients create, list and watch', () => {
  let directory: TemporaryDirectory;
  let server: OrchProcess;
  let url: string;
  let agent: Agent;

  const start = async (): Promise<void> => {
    server = runOrch(['apiserver', '--secure-port=0', `--data-dir=${directory.path}`]);
    url = await server.ready;
    const file = join(directory.path, 'admin.conf');
    const { tls } = loadClientConfiguration({ file, vocabulary: vocabularies.orch });
    agent = new Agent({ connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
  };
  beforeEach(async () => {
    directory = await temporaryDirectory();
    await start();
  });
  afterEach(async () => {
    await agent?.destroy();
    await server?.stop('SIGKILL');
    await directory?.remove();
  });

  const send = (method: 'GET' | 'POST', path: string, body?: object): Promise<Dispatcher.ResponseData> =>
    request(url + path, {
      method,
      dispatcher: agent,
      headers: { 'content-type': 'application/json' },
      bodyTimeout: 0,
      ...(body && { body: JSON.stringify(body) }),
    });

  it('refuses new requests with 503 and Retry-After or by closing, keeps acknowledged writes, and ends with status 0 within 5 seconds', async () => {
    const acknowledged = new Set<string>();
    const unexpected: string[] = [];

    /** Sends requests until the server closes the connection. @param onSuccess called after a 2xx. */
    const client = async (method: 'GET' | 'POST', next: (n: number) => [path: string, body?: object], onSuccess: (n: number) => void = () => undefined): Promise<void> => {
      for (let n = 0; ; n++) {
        try {
          const { statusCode, headers, body } = await send(method, ...next(n));
          const text = await body.text();
          if (statusCode < 300) onSuccess(n);
          else if (statusCode !== 503 || headers['retry-after'] === undefined) unexpected.push(`${statusCode} ${text}`);
        } catch (error) {
          const { code = '' } = error as { code?: string };
          if (!CONNECTION_ENDS.has(code)) unexpected.push(String(error));
          return;
        }
      }
    }; // prettier-ignore
    const clients = (count: number, of: (i: number) => Promise<void>) => Array.from({ length: count }, (_, i) => of(i));

    let all: Promise<void>[] = [];
    await new Promise<void>((enough) => {
      all = [
        ...clients(WRITERS, (w) =>
          client(
            'POST',
            (n) => [CONFIG_MAPS, { metadata: { name: `w${w}-n${n}` }, data: { text: 'x'.repeat(1_000) } }],
            (n) => {
              acknowledged.add(`w${w}-n${n}`);
              if (acknowledged.size === WRITES) enough();
            },
          ),
        ),
        ...clients(LISTERS, () => client('GET', () => [CONFIG_MAPS])),
        ...clients(WATCHERS, () => client('GET', () => [`${CONFIG_MAPS}?watch=true`])),
      ];
      void Promise.all(all).then(() => enough());
    });
    // A stop that takes longer than 5 s ends with status 1.
    expect([await server.stop('SIGTERM'), server.log()]).toEqual([0, expect.not.stringContaining(' ERROR ')]);
    await Promise.all(all);
    expect(unexpected).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(WRITES);

    await agent.destroy();
    await start();
    const { items } = (await (await send('GET', CONFIG_MAPS)).body.json()) as { items: { metadata: { name: string } }[] }; // prettier-ignore
    const stored = new Set(items.map(({ metadata }) => metadata.name));
    expect([...acknowledged].filter((name) => !stored.has(name))).toEqual([]);
  });
});
