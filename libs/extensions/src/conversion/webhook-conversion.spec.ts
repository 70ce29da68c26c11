import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type ApiObject } from '@orch/apimachinery';
import { ReviewServer, sendCode, sendJson, type ReviewCall } from '@orch/testing';
import { HookClient } from '@orch/webhook';
import type { ConversionMetrics } from './conversion-metrics.js';
import { WebhookCalls } from './webhook-calls.js';
import { WebhookConversion } from './webhook-conversion.js';

interface Request {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly ApiObject[];
}

const widget = (name: string, version: string): ApiObject => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { name, uid: name },
});

describe('WebhookConversion', () => {
  let server: ReviewServer;
  let ended: AbortController;
  let outcomes: string[];
  let parts: ConstructorParameters<typeof WebhookConversion>[0];
  beforeAll(async () => (server = await ReviewServer.start()));
  afterAll(() => server.close());
  beforeEach(async () => {
    server.reset();
    ended = new AbortController();
    outcomes = [];
    const read = (file: string) => readFile(join(server.directory, file), 'utf8');
    const client = new HookClient({
      resolveService: () => ({ host: '127.0.0.1', port: 1 }),
      userAgent: 'tester',
      clock: systemClock,
      certificate: { cert: await read('caller.crt'), key: await read('caller.key') },
      longAnswers: 2,
      ended: ended.signal,
    });
    const caBundle = Buffer.from(await read('ca.crt')).toString('base64');
    const config = { url: server.url, caBundle };
    const finished: ConversionMetrics['finished'] = (_definition, { outcome, seconds, from, to }) => {
      expect(seconds).toBeGreaterThan(0);
      outcomes.push(`${from} ${to} ${outcome}`);
    };
    parts = {
      calls: new WebhookCalls({ client, config, definition: 'widgets.example.com', metrics: { finished } }),
      webhook: { clientConfig: config, conversionReviewVersions: ['v9', 'v1'] },
      reviewGroup: 'apiextensions.example',
    };
  });
  afterEach(() => ended.abort());

  const convert = (objects: readonly ApiObject[]) => new WebhookConversion(parts).convert(objects, 'example.com/v2');
  const requestOf = ({ text }: ReviewCall) => (JSON.parse(text) as { request: Request }).request;
  const answering = (change: (object: ApiObject) => unknown) =>
    server.instead.push((response, call) => {
      const { uid, desiredAPIVersion, objects } = requestOf(call);
      const convertedObjects = objects.map((object) => change({ ...object, apiVersion: desiredAPIVersion }));
      const answer = { uid, result: { status: 'Success' }, convertedObjects };
      sendJson({ apiVersion: call.body.apiVersion, kind: 'ConversionReview', response: answer })(response, call);
    });

  it('sends the objects of other versions in one call, and returns all in order', async () => {
    answering((object) => ({ ...object, spec: { converted: true } }));
    const objects = [widget('a', 'v1'), widget('b', 'v2'), widget('c', 'v1')];
    expect(await convert(objects)).toEqual([
      { ...widget('a', 'v2'), spec: { converted: true } },
      widget('b', 'v2'),
      { ...widget('c', 'v2'), spec: { converted: true } },
    ]);
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]!.body).toMatchObject({ apiVersion: 'apiextensions.example/v1', kind: 'ConversionReview' });
    expect(requestOf(server.calls[0]!).objects.map(({ metadata }) => metadata.name)).toEqual(['a', 'c']);
    expect(outcomes).toEqual(['v1 v2 success']);
  });

  it('takes an object as large as a client may send, with the owners of its fields', async () => {
    const spec = { list: Array<string>(90_000).fill('') };
    const managedFields = [{ manager: 'm', fieldsV1: { owned: Array<string>(90_000).fill('') } }];
    const large = { ...widget('a', 'v1'), spec } as ApiObject;
    const sent = { ...large, metadata: { ...large.metadata, managedFields } } as unknown as ApiObject;
    answering((object) => object);
    expect(await convert([sent])).toEqual([{ ...sent, apiVersion: 'example.com/v2' }]);
  });

  it('has one long answer of a server in memory, until its conversion ends', async () => {
    const long = sendJson({ text: 'x'.repeat(300 * 1_024) });
    server.instead.push(long, long, sendJson({}));
    const review = Buffer.from('{}');
    const order: string[] = [];
    let second: Promise<void> | undefined;
    await parts.calls.inPlace(async (exchange) => {
      await exchange(review, 1);
      const arrived = new Promise<void>((resolve) => (server.onCall = resolve));
      second = parts.calls.inPlace(async (other) => {
        await other(review, 1);
        order.push('second answer');
      });
      await arrived;
      await parts.calls.inPlace((other) => other(review, 1)); // a short one
      order.push('end of the first conversion');
    });
    await second;
    expect(order).toEqual(['end of the first conversion', 'second answer']);
  });

  it('makes no call for objects that have the version', async () => {
    const objects = [widget('a', 'v2')];
    expect(await convert(objects)).toBe(objects);
    expect(server.calls).toEqual([]);
  });

  it.each([
    [
      'an error',
      () => server.instead.push(sendCode(500)),
      'failed: an error on the server ("unknown") has prevented the request from succeeding',
      'conversion_webhook_call_failure',
    ],
    [
      'another document',
      () => server.instead.push(sendJson({})),
      'failed: expected webhook response of apiextensions.example/v1, Kind=ConversionReview, got , Kind=',
      'conversion_webhook_malformed_response_failure',
    ],
    [
      'an object of another kind',
      () => answering((object) => ({ ...object, kind: 'Gadget' })),
      'returned invalid object at index 0: invalid kind (expected Widget, received Gadget)',
      'conversion_webhook_invalid_converted_object_failure',
    ],
    [
      'an object of more fields than a client may send',
      () => answering((object) => ({ ...object, spec: { list: Array(100_101).fill('') } })),
      expect.stringContaining('too many fields') as string,
      'conversion_webhook_call_failure',
    ],
  ])('refuses %s', async (_what, prepare, text, outcome) => {
    prepare();
    const refused = await convert([widget('a', 'v1')]).then(
      () => 'nothing',
      (error: unknown) => (error as Error).message,
    );
    const begin = 'conversion webhook for example.com/v1, Kind=Widget ';
    expect([refused.startsWith(begin), refused.slice(begin.length)]).toEqual([true, text]);
    expect(outcomes).toEqual([`v1 v2 ${outcome}`]);
  });
});
