import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectionPath } from '@orch/client';
import { FakeApiServer, sendJson, sendStatus, type DiscoveredResource, type SeenRequest } from '@orch/client-testing';
import { runProgram } from '../src/command-line/program.js';
import { errorText } from '../src/error-text.js';
import { CORE } from './resources.fixture.js';
import { Screen } from './screen.fixture.js';

/** What a command wrote, and its exit status. */
export interface CommandResult {
  readonly out: string;
  readonly err: string;
  readonly status: number;
}

/** An object for the fake server; its apiVersion and kind are those of its resource. */
export interface TestObject {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/**
 * The command line in the process of the test, with a fake API server and a client configuration with user token `tok3n` and namespace
 * `dev`. Registers the hooks of jest that start, reset and stop the server.
 */
export class TestCommandLine {
  server!: FakeApiServer;
  /** Temporary directory of the test file. */
  readonly folder = mkdtempSync(join(tmpdir(), 'orchctl-'));
  /** Path of the client configuration. */
  config = '';

  /** @param resources in the discovery of the server. */
  constructor(private readonly resources: readonly DiscoveredResource[] = CORE) {
    beforeAll(async () => {
      this.server = await FakeApiServer.start({ resources });
      const configuration = {
        clusters: [{ name: 'c', cluster: { server: this.server.url } }],
        users: [{ name: 'u', user: { token: 'tok3n' } }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'dev' } }],
        'current-context': 'x',
      };
      this.config = this.file('config', JSON.stringify(configuration));
    });
    beforeEach(() => this.server.reset());
    afterAll(async () => {
      await this.server.stop();
      rmSync(this.folder, { recursive: true });
    });
  }

  /** Runs a command to its end, and reports a failure as `main.ts` does. */
  readonly run = (...argv: string[]): Promise<CommandResult> => this.runOn(new Screen(), ...argv);

  /** Like `run`; the screen shows the output while the command runs. */
  async runOn(screen: Screen, ...argv: string[]): Promise<CommandResult> {
    try {
      await runProgram([`--orchconfig=${this.config}`, ...argv], screen.output);
      return { out: screen.text, err: screen.errors, status: 0 };
    } catch (error) {
      screen.output.err(errorText(error));
      return { out: screen.text, err: screen.errors, status: 1 };
    }
  }

  /** Writes a file into the temporary directory. @returns its path. */
  readonly file = (name: string, text: string): string => {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  };

  /** Stores an object on the server. @param resource plural. */
  readonly put = (resource: string, object: TestObject): void => {
    const { namespace = '', name } = object.metadata;
    this.server.put(this.pathOf(resource, namespace, name), object);
  };

  /** The stored object. @param key `RESOURCE/NAMESPACE/NAME`, or `RESOURCE/NAME` of a cluster-scoped one. */
  readonly stored = (key: string) => this.server.get(this.pathOfKey(key));

  readonly remove = (key: string): void => this.server.remove(this.pathOfKey(key));

  /** All requests, `GET /path?query`. */
  get requests(): readonly string[] {
    return this.server.requests.map(requestText);
  }

  /** Requests of objects: without discovery. */
  get objectRequests(): readonly string[] {
    return this.requests.filter((request) => !/^GET \/(?:api|apis|api\/v1|apis\/[^/]+\/[^/]+)$/.test(request));
  }

  get lastRequest(): SeenRequest {
    return this.server.requests.at(-1)!;
  }

  /** Resolves when a request of this form has been received. */
  requested(form: RegExp): Promise<void> {
    return this.server.until(String(form), () => this.requests.some((request) => form.test(request)));
  }

  /** The next request with this method and path gets a response. */
  answerNext(method: string, path: RegExp, code: number, body: object): void {
    this.server.fail({
      when: (request) => request.method === method && path.test(request.path),
      answer: (response) => sendJson(response, code, body),
    });
  }

  /** The next request with this method and path fails with a Status. */
  failNext(method: string, path: RegExp, code: number, reason: string, message: string): void {
    this.server.fail({
      when: (request) => request.method === method && path.test(request.path),
      answer: (response) => sendStatus(response, code, reason, {}, message),
    });
  }

  private pathOfKey(key: string): string {
    const [resource = '', ...rest] = key.split('/');
    return this.pathOf(resource, rest.slice(0, -1).join('/'), rest.at(-1) ?? '');
  }

  private pathOf(resource: string, namespace: string, name: string): string {
    const { group = '', version = 'v1' } = this.resources.find((candidate) => candidate.name === resource) ?? {};
    return `${collectionPath({ group, version, resource }, namespace)}/${encodeURIComponent(name)}`;
  }
}

function requestText({ method, path, query }: SeenRequest): string {
  const parameters = query.toString();
  return `${method} ${path}${parameters === '' ? '' : `?${parameters}`}`;
}
