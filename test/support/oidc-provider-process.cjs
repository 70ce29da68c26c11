// A real OpenID Connect provider (`oidc-provider`) over TLS, as a process of its own: the package is an ES module. Reads its set-up
// as one line of JSON from standard input, then commands, a line each; answers on standard output, a line of JSON each. Every
// login is for the account of `login_hint`, with consent to everything.
const { generateKeyPairSync, randomUUID } = require('node:crypto');
const { createServer } = require('node:https');
const { createInterface } = require('node:readline');

// What the package itself has to say is for people; standard output is for the test.
console.info = console.error;
const report = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const signingKey = (alg) => {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg, use: 'sig' };
};

const makeProvider = (Provider, issuer, setup) => {
  const provider = new Provider(issuer, {
    clients: setup.clients.map((client) => ({
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      redirect_uris: ['https://127.0.0.1/callback'],
      id_token_signed_response_alg: setup.alg,
      ...client,
    })),
    jwks: { keys: [signingKey(setup.alg), ...(setup.alg === 'RS256' ? [] : [signingKey('RS256')])] },
    cookies: { keys: ['a key of cookies'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub', ...new Set(Object.values(setup.accounts).flatMap(Object.keys))] },
    findAccount: (_ctx, sub) =>
      Object.hasOwn(setup.accounts, sub)
        ? { accountId: sub, claims: () => ({ sub, ...setup.accounts[sub] }) }
        : undefined,
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid offline_access');
      await grant.save();
      return grant;
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: setup.rotateRefreshTokens,
    ...(setup.authMethods && { clientAuthMethods: setup.authMethods }),
    pkce: { required: () => false },
    ttl: { IdToken: setup.idTokenSeconds, AccessToken: 600, Grant: 600, Interaction: 600, Session: 600 },
  });
  const heard = ({ oidc }) => report({ grant: oidc.params.grant_type, client: oidc.client?.clientId });
  provider.on('grant.success', heard);
  provider.on('grant.error', (ctx, error) => report({ refused: error.error, client: ctx.oidc.client?.clientId }));
  provider.use(async (ctx, next) => {
    await next();
    if (setup.idTokenOnRefresh === false && ctx.oidc?.params?.grant_type === 'refresh_token') delete ctx.body.id_token;
  });
  const answer = provider.callback();
  return async (request, response) => {
    report({ asked: request.url.split('?')[0] });
    if (!request.url.startsWith('/interaction/')) return answer(request, response);
    const { params } = await provider.interactionDetails(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: params.login_hint }, consent: {} });
  };
};

const main = async () => {
  const { Provider } = await import('oidc-provider');
  let setup;
  let server;
  let handler;
  let issuer;
  for await (const line of createInterface({ input: process.stdin })) {
    const command = JSON.parse(line);
    if (command.setup) {
      setup = command.setup;
      server = createServer({ cert: setup.cert, key: setup.key }, (request, response) => handler(request, response));
      await new Promise((resolve) => server.listen(setup.port, '127.0.0.1', resolve));
      issuer = `https://127.0.0.1:${server.address().port}`;
      handler = makeProvider(Provider, issuer, setup);
      report({ issuer });
    } else if (command.rotate) {
      handler = makeProvider(Provider, issuer, setup); // new keys; the old ones are not published any more
      report({ rotated: true });
    }
  }
  server?.closeAllConnections();
  server?.close();
};
void main();
