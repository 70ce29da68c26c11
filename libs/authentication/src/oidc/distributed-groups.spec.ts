import { HandMadeIssuer, signingKey } from '@orch/testing';
import { IssuersUnderTest, settingsFor } from './trusted-issuers.fixture.js';

let issuer: HandMadeIssuer;
let directory: HandMadeIssuer;
let test: IssuersUnderTest;
/** The header received by the source of groups. */
let authorization: string | undefined;

beforeAll(async () => {
  test = new IssuersUnderTest();
  issuer = await HandMadeIssuer.start({ clock: test.clock });
  directory = await HandMadeIssuer.start({ clock: test.clock, keys: [signingKey('directory')] });
  await test.trust(await settingsFor(issuer));
});
beforeEach(() => directory.answers.clear());
afterAll(async () => {
  test.issuers.close();
  await HandMadeIssuer.stopAll();
});

const answer = (token: string | Promise<string>): void =>
  void directory.answers.set('/groups', (request, response) => {
    authorization = request.headers.authorization;
    void Promise.resolve(token).then((text) => response.end(text));
  });
let number = 0;
const pointing = (source: object, more: object = {}) =>
  issuer.token({
    claims: {
      sub: `user-${++number}`,
      _claim_names: { groups: 'directory' },
      _claim_sources: { directory: source },
      ...more,
    },
  });
const atDirectory = () => ({ endpoint: `${directory.url}/groups`, access_token: 'knock' });

describe('distributed groups', () => {
  it('D-052 are fetched from the source in the token, with its access token', async () => {
    answer(directory.token({ claims: { groups: ['a', 'b'] } }));
    expect(await test.authenticate(await pointing(atDirectory()))).toMatchObject({ groups: ['a', 'b'] });
    expect(authorization).toBe('Bearer knock');
  });

  it('D-052 may be signed by the issuer itself', async () => {
    answer(issuer.token({ claims: { groups: 'one' } }));
    expect(await test.authenticate(await pointing({ endpoint: `${directory.url}/groups` }))).toMatchObject({
      groups: ['one'],
    });
    expect(authorization).toBeUndefined();
  });

  it('D-052 are not fetched when the token has groups', async () => {
    expect(
      await test.authenticate(await pointing({ endpoint: 'https://127.0.0.1:1/' }, { groups: ['c'] })),
    ).toMatchObject({
      groups: ['c'],
    });
  });

  it('D-052 are empty when the source has none, or the token has no source of them', async () => {
    answer(directory.token());
    expect(await test.authenticate(await pointing(atDirectory()))).toMatchObject({ groups: [] });
    expect(
      await test.authenticate(await pointing(atDirectory(), { _claim_names: { roles: 'directory' } })),
    ).toMatchObject({
      groups: [],
    });
    expect(await test.authenticate(await pointing({ JWT: 'aggregated' }))).toMatchObject({ groups: [] });
  });

  const refused: readonly [name: string, answered: () => string | Promise<string>][] = [
    ['for another audience', () => directory.token({ claims: { aud: 'other', groups: ['a'] } })],
    ['that expired', () => directory.token({ claims: { exp: 1, groups: ['a'] } })],
    ['signed by a foreign key', () => directory.token({ key: issuer.keys[0]!.privateKey, claims: { groups: ['a'] } })],
    ['that are not a token', () => '{"groups":["system:masters"]}'],
    ['that are not a list', () => directory.token({ claims: { groups: { a: true } } })],
    ['of an issuer that cannot be reached', () => directory.token({ claims: { iss: 'https://127.0.0.1:1', groups: ['a'] } })],
    ['of an issuer without TLS', () => directory.token({ claims: { iss: 'http://127.0.0.1:1', groups: ['a'] } })],
    ['of an issuer that is not a URL', () => directory.token({ claims: { iss: 'directory', groups: ['a'] } })],
  ]; // prettier-ignore
  for (const [name, answered] of refused) {
    it(`D-052 rejects groups ${name}`, async () => {
      answer(answered());
      expect(await test.authenticate(await pointing(atDirectory()))).toBe('refused');
    });
  }

  const sources: readonly [name: string, source: object][] = [
    ['without TLS', { endpoint: 'http://127.0.0.1/groups' }],
    ['that is not a URL', { endpoint: 'groups' }],
    ['that is a file', { endpoint: 'file:///etc/passwd' }],
    ['that is not there', { endpoint: 'https://127.0.0.1:1/groups' }],
  ];
  for (const [name, source] of sources) {
    it(`D-052 rejects a source ${name}`, async () =>
      expect(await test.authenticate(await pointing(source))).toBe('refused'));
  }

  it('D-052 rejects a source that answers with an error, and does not send the access token to a redirect', async () => {
    directory.answers.set('/groups', (_request, response) => response.writeHead(500).end());
    expect(await test.authenticate(await pointing(atDirectory()))).toBe('refused');
    let sent: string | undefined = 'nothing';
    directory.answers.set('/groups', (_request, response) =>
      response.writeHead(302, { location: `${issuer.url}/elsewhere` }).end(),
    );
    issuer.answers.set('/elsewhere', (request, response) => {
      sent = request.headers.authorization;
      response.end('x');
    });
    expect(await test.authenticate(await pointing(atDirectory()))).toBe('refused');
    expect(sent).toBeUndefined();
  });

  it('D-052 logs no part of it', () => expect(JSON.stringify(test.log.lines)).not.toContain('knock'));
});
