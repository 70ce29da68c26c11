import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CertificateSigningRequest, Secret } from '@orch/api';
import { builtinResources, type ResourceClient } from '@orch/client';
import {
  runCommand,
  startControlPlane,
  temporaryDirectory,
  untilObject,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { CLIENT_USAGES } from '../support/signing-requests.js';

type Csr = CertificateSigningRequest;
/** Tokens of two groups: only that of the trusted is bound to what approves. */
const GROUPS = { trusted: 'system:bootstrappers:trusted', others: 'system:bootstrappers:others' };
const IDS = { trusted: 'abcdef', others: 'ghijkl' };
const SECRET = '0123456789abcdef';
const isApproved = (csr: Csr | undefined): boolean =>
  csr?.status?.conditions?.some(({ type }) => type === 'Approved') === true;

/** The way of a node into the cluster, with its real credentials: a bootstrap token, then the certificate that it brought. */
describe.each(VOCABULARY_NAMES)('certificates of nodes, by roles, in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let files: TemporaryDirectory;
  let requests: ResourceClient<Csr>;

  beforeAll(async () => {
    files = await temporaryDirectory();
    plane = await startControlPlane({
      vocabulary: name,
      flags: ['--enable-bootstrap-token-auth', '--authorization-mode=Node,RBAC'],
    });
    requests = plane.client.resource<Csr>(builtinResources.certificateSigningRequests);
    const { namespaces, secretTypes } = plane.vocabulary;
    for (const who of ['trusted', 'others'] as const) {
      await plane.client.resource<Secret>(builtinResources.secrets).create({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: `bootstrap-token-${IDS[who]}`, namespace: namespaces.system },
        type: secretTypes.bootstrapToken,
        stringData: {
          'token-id': IDS[who],
          'token-secret': SECRET,
          'usage-bootstrap-authentication': 'true',
          'auth-extra-groups': GROUPS[who],
        },
      } as Secret);
    }
    await bind('system:node-bootstrapper', '--group=system:bootstrappers');
  });
  afterAll(async () => {
    await plane?.stop();
    await files?.remove();
  });

  const approval = (role: string) =>
    `system:${plane.vocabulary.groups.certificates}:certificatesigningrequests:${role}`;

  async function bind(role: string, subject: string): Promise<void> {
    const { status, stderr } = await runCommand(process.execPath, [
      join(__dirname, '../../bin/orchctl.js'),
      `--vocabulary=${name}`,
      `--orchconfig=${plane.adminConf}`,
      'create',
      'clusterrolebinding',
      `test-${role.replaceAll(/[^a-z]/g, '-')}`,
      `--clusterrole=${role}`,
      subject,
    ]);
    if (status !== 0) throw new Error(`binding ${role}: ${stderr}`);
  }

  /** Asks for a certificate of a node, by a key and a request of openssl. */
  async function ask(objectName: string, node: string, credentials: readonly string[], code = '201'): Promise<void> {
    const [key, pem, body] = ['key', 'csr', 'json'].map((end) => join(files.path, `${objectName}.${end}`)) as [string, string, string]; // prettier-ignore
    const subject = ['-subj', `/O=system:nodes/CN=system:node:${node}`];
    await runCommand('openssl', ['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', pem, ...subject]); // prettier-ignore
    const { groups, signers } = plane.vocabulary;
    const object = {
      apiVersion: `${groups.certificates}/v1`,
      kind: 'CertificateSigningRequest',
      metadata: { name: objectName },
      spec: {
        request: (await readFile(pem)).toString('base64'),
        signerName: signers.apiServerClientNode,
        usages: CLIENT_USAGES,
      },
    };
    await writeFile(body, JSON.stringify(object));
    const ca = join(plane.dataDir, 'pki', 'ca.crt');
    const url = `${plane.url}/apis/${groups.certificates}/v1/certificatesigningrequests`;
    const send = ['-X', 'POST', '-H', 'Content-Type: application/json', '--data', `@${body}`];
    const { stdout } = await runCommand('curl', ['-s', '--cacert', ca, '-w', '\n%{http_code}', ...credentials, ...send, url]); // prettier-ignore
    expect(stdout.split('\n').at(-1)).toBe(code);
  }
  const approved = (objectName: string) =>
    untilObject(requests, { namespace: '', name: objectName }, 'the approval', isApproved);
  const bearer = (who: keyof typeof IDS) => ['-H', `Authorization: Bearer ${IDS[who]}.${SECRET}`];

  /** What a node shows once its request was approved. */
  async function certificateOf(objectName: string): Promise<readonly string[]> {
    const csr = await untilObject(requests, { namespace: '', name: objectName }, 'the certificate', (object) =>
      Boolean(object?.status?.certificate),
    );
    const certificate = join(files.path, `${objectName}.crt`);
    await writeFile(certificate, Buffer.from(csr!.status!.certificate!, 'base64'));
    return ['--cert', certificate, '--key', join(files.path, `${objectName}.key`)];
  }

  it('refuses a request with a second common name, first or last', async () => {
    await bind(approval('nodeclient'), `--group=${GROUPS.trusted}`);
    for (const second of ['n1/CN=root', 'n1/CN=system:node:n2']) {
      await ask('two-names', second, bearer('trusted'), '422');
    }
  });

  it('D-100 whose group is bound comes in and renews by itself; others wait for a person', async () => {
    await bind(approval('selfnodeclient'), '--user=system:node:n1');
    await ask('waits', 'n3', bearer('others'));
    for (const node of ['n1', 'n2']) {
      await ask(`${node}-joins`, node, bearer('trusted'));
      await approved(`${node}-joins`);
    }
    await ask('n2-waits', 'n2', await certificateOf('n2-joins'));
    await ask('n1-renews', 'n1', await certificateOf('n1-joins'));
    await approved('n1-renews');
    const users = await Promise.all(
      ['waits', 'n1-joins', 'n2-waits', 'n1-renews'].map(async (object) => {
        const csr = await requests.get(object);
        return [csr.spec.username, isApproved(csr)];
      }),
    );
    expect(users).toEqual([
      [`system:bootstrap:${IDS.others}`, false],
      [`system:bootstrap:${IDS.trusted}`, true],
      ['system:node:n2', false],
      ['system:node:n1', true],
    ]);
  });
});
