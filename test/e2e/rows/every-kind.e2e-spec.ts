import {
  builtinKinds,
  compileKinds,
  decodeEnvelope,
  protobufCodec,
  statusCodec,
  type ProtobufCodec,
  type ResourceDefinition,
} from '@orch/api';
import { loadClientConfiguration } from '@orch/client';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { Agent, request } from 'undici';
import { minimalObjects } from '../../support/minimal-objects.js';
import { ResourceServer, type Body } from '../../support/resource-fixtures.js';
import { servedResources, type ServedResource } from '../../support/served-resources.js';

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** The server writes the status of flow schemas and of policies, while they are looked at. */
const QUIET = ['--enable-priority-and-fairness=false', '--disable-admission-plugins=ValidatingAdmissionPolicy'];

interface Answer {
  readonly code: number;
  readonly type: string;
  readonly bytes: Buffer;
}

describe.each(VOCABULARY_NAMES)('every kind in protobuf in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let agent: Agent;
  let served: ServedResource[];
  let minimal: [path: string, body: object][];
  const definitions = new Map<string, ResourceDefinition>();

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: QUIET });
    const { tls } = loadClientConfiguration({ file: server.plane.adminConf, vocabulary: server.vocabulary });
    agent = new Agent({ connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
    for (const definition of compileKinds(builtinKinds, server.vocabulary)) {
      definitions.set(`${definition.apiVersion}/${definition.gvr.resource}`, definition);
    }
    served = await servedResources(server);
    minimal = await minimalObjects(server.vocabulary, server.paths, server.namespace);
  });
  afterAll(async () => {
    await agent?.close();
    await server?.stop();
  });

  const protobuf = () => server.vocabulary.mediaTypes.protobuf;
  const send = async (method: string, path: string, body?: Buffer, headers: object = {}): Promise<Answer> => {
    const answer = await request(server.plane.url + path, {
      method: method as 'GET',
      dispatcher: agent,
      headers: { accept: protobuf(), ...(body ? { 'content-type': protobuf() } : {}), ...headers },
      body: body ?? null,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { code: answer.statusCode, type: String(answer.headers['content-type']), bytes };
  };
  const definitionOf = ({ groupVersion, resource }: ServedResource) => definitions.get(`${groupVersion}/${resource}`)!;
  /** The object as any client understands it: what a typed client leaves out or adds is the same to the schema. */
  const meaning = (definition: ResourceDefinition, object: object) => {
    const codec = protobufCodec(definition)!;
    return codec.decode(codec.encode(definition.schema.decode(object, { unknownFields: [], duplicateFields: [] })));
  };
  /** Without what the server itself writes once the object is there, such as the conditions of a definition. */
  const asMade = (object: object) => {
    const { status: _status, metadata, ...content } = object as Readonly<Record<string, object>>;
    return { ...content, metadata: { ...metadata, resourceVersion: undefined, managedFields: undefined } };
  };
  const inJson = async ({ path, kind, groupVersion }: ServedResource): Promise<Body[]> =>
    (await server.get(path)).body.items.map((item) => ({ ...item, kind, apiVersion: groupVersion }));
  const failure = (code: number, bytes: Buffer) => (code < 300 ? undefined : statusCodec.decode(bytes)['message']);
  /** Objects of these are made by clients; others are computed. */
  const kept = () => served.filter(({ verbs }) => verbs.includes('create') && verbs.includes('list'));
  const named = (object: object) => (object as Body).metadata.name;

  it('A-095 every kind is made by a client that knows protobuf only', async () => {
    for (const [path, body] of minimal) {
      const resource = served.find((one) => one.path === path);
      expect([path, resource?.path]).toEqual([path, path]);
      const definition = definitionOf(resource!);
      const codec = protobufCodec(definition)!;
      const { code, type, bytes } = await send('POST', path, codec.encode(body));
      expect([path, code, type, failure(code, bytes)]).toEqual([path, 201, protobuf(), undefined]);
      const json = (await server.get(`${path}/${named(body)}`)).body;
      expect(asMade(meaning(definition, codec.decode(bytes)))).toEqual(asMade(meaning(definition, json)));
    }
  });

  it('A-093 A-094 every version of every kind is read alike in protobuf and in JSON', async () => {
    for (const resource of kept()) {
      const definition = definitionOf(resource);
      const codec = protobufCodec(definition)!;
      const { items } = codec.decodeList((await send('GET', resource.path)).bytes);
      const whole = await inJson(resource);
      expect([resource.path, items.length > 0]).toEqual([resource.path, true]);
      expect(items.map((item) => meaning(definition, item))).toEqual(whole.map((item) => meaning(definition, item)));
      const { bytes } = await send('GET', `${resource.path}/${named(whole[0]!)}`);
      expect(meaning(definition, codec.decode(bytes))).toEqual(meaning(definition, whole[0]!));
    }
  });

  it('C-039 every kind is watched alike', async () => {
    for (const resource of kept()) {
      const definition = definitionOf(resource);
      const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      const seen = await initialObjects(`${resource.path}?${query}`, protobufCodec(definition)!);
      const whole = await inJson(resource);
      const byName = (a: object, b: object) => (named(a) < named(b) ? -1 : 1);
      expect(seen.sort(byName).map((object) => meaning(definition, object))).toEqual(
        whole.sort(byName).map((object) => meaning(definition, object)),
      );
    }
  });

  it('C-042 who writes back what was read in protobuf changes nothing', async () => {
    const changed: unknown[] = [];
    for (const [path, body] of minimal) {
      const definition = definitionOf(served.find((one) => one.path === path)!);
      const codec = protobufCodec(definition)!;
      const item = `${path}/${named(body)}`;
      const read = codec.decode((await send('GET', item)).bytes) as unknown as Body;
      const written = await send('PUT', item, codec.encode(read));
      expect([item, written.code, failure(written.code, written.bytes)]).toEqual([item, 200, undefined]);
      const { metadata } = codec.decode(written.bytes) as unknown as Body;
      if (metadata.resourceVersion !== read.metadata.resourceVersion)
        changed.push([item, read, codec.decode(written.bytes)]);
    }
    expect(changed).toEqual([]);
  });

  it('C-256 protobuf is not a patch type', async () => {
    const codec = protobufCodec(definitions.get('v1/configmaps')!)!;
    const { code } = await send('PATCH', `${server.paths.configMaps}/minimal`, codec.encode({ data: { a: '1' } }));
    expect(code).toBe(415);
  });

  it('fields that only a newer client knows are passed over, also where JSON would be refused', async () => {
    const codec = protobufCodec(definitions.get('v1/configmaps')!)!;
    const { raw } = decodeEnvelope(codec.encode({ metadata: { name: 'newer' } }));
    const part = (tag: number[], content: Buffer) => Buffer.concat([Buffer.from([...tag, content.length]), content]);
    const message = Buffer.concat([raw, part([0x9a, 0x06], Buffer.from('field 99'))]);
    const { code } = await send(
      'POST',
      `${server.paths.configMaps}?fieldValidation=Strict`,
      Buffer.concat([MAGIC, part([0x12], message)]),
    );
    expect(code).toBe(201);
    const json = { metadata: { name: 'newest' }, field99: 'x' };
    expect((await server.post(`${server.paths.configMaps}?fieldValidation=Strict`, json)).code).toBe(400);
  });

  it('A-091 every kind is had as a Table, or as what is wanted next', async () => {
    const table = `application/json;as=Table;g=${server.vocabulary.groups.meta};v=v1`;
    for (const { path } of kept()) {
      const { body } = await server.get(path, { headers: { accept: `${table}, application/json` } });
      expect([path, body.kind]).toEqual([path, 'Table']);
    }
  });

  /** What a watch sends before its first bookmark. */
  async function initialObjects(path: string, codec: ProtobufCodec): Promise<object[]> {
    const { body } = await request(server.plane.url + path, { dispatcher: agent, headers: { accept: protobuf() } });
    const objects: object[] = [];
    let rest: Buffer = Buffer.alloc(0);
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      rest = Buffer.concat([rest, piece]);
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
        const frame = rest.subarray(4, 4 + rest.readUInt32BE(0));
        rest = rest.subarray(4 + frame.length);
        if (frame.toString('latin1', 2, 2 + frame[1]!) === 'BOOKMARK') return objects;
        // An object in its envelope is the end of its frame.
        objects.push(codec.decode(frame.subarray(frame.indexOf(MAGIC))));
      }
    }
    throw new Error(`the watch of ${path} ended before its bookmark`);
  }
});
