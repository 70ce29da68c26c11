import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  certificateValidity,
  createCertificateAuthority,
  createPrivateKeyAndRequest,
  createServiceAccountKeyPair,
  issueCertificate,
  parseCertificateRequest,
  signCertificateRequest,
  traditionalKeyPem,
  verifiedRequestKey,
  type CertificateAndKey,
} from './index.js';

const NOW = Math.floor(Date.now() / 1000) * 1000;
const HOUR = 3_600_000;
let dir: string;
let ca: CertificateAndKey;
let nextFile = 0;

const openssl = (...args: string[]): string =>
  execFileSync('openssl', args, { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function file(text: string): string {
  const path = join(dir, `f${nextFile++}.pem`);
  writeFileSync(path, text);
  return path;
}

/** A request made with openssl. */
function opensslRequest(keyArgs: string[], subject: string, ...extra: string[]): string {
  const out = join(dir, `f${nextFile++}.csr`);
  openssl(
    'req',
    '-new',
    '-newkey',
    ...keyArgs,
    '-nodes',
    '-keyout',
    join(dir, `f${nextFile++}.key`),
    '-out',
    out,
    '-subj',
    subject,
    ...extra,
  );
  return readFileSync(out, 'utf8');
}

/** An authority made with openssl, with the key in the format that openssl writes. */
function opensslAuthority(keyCommand: string[]): CertificateAndKey {
  const key = join(dir, `f${nextFile++}.key`);
  const [command = '', ...rest] = keyCommand;
  openssl(command, '-out', key, ...rest);
  const certificate = openssl('req', '-new', '-x509', '-key', key, '-subj', '/CN=test-ca', '-days', '10');
  return { certificatePem: certificate, privateKeyPem: readFileSync(key, 'utf8') };
}

const verifies = (certificate: string, authority: CertificateAndKey, purpose: string) =>
  openssl('verify', '-x509_strict', '-purpose', purpose, '-CAfile', file(authority.certificatePem), file(certificate));

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'orch-pki-'));
  ca = await createCertificateAuthority({ commonName: 'orch-ca', notBeforeMs: NOW - HOUR, validityDays: 3650 });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const keyKinds = [
  { name: 'EC P-256', args: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'], type: 'ECDSA' },
  { name: 'EC P-384', args: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1'], type: 'ECDSA' },
  { name: 'RSA 2048', args: ['rsa:2048'], type: 'RSA', rsaBits: 2048 },
  { name: 'RSA 1024', args: ['rsa:1024'], type: 'RSA', rsaBits: 1024 },
  { name: 'Ed25519', args: ['ed25519'], type: 'Ed25519' },
];

describe('certificate authority', () => {
  it('is trusted by openssl and node', () => {
    const text = openssl('x509', '-noout', '-text', '-in', file(ca.certificatePem));
    expect(text).toContain('CA:TRUE');
    expect(text).toContain('Certificate Sign');
    expect(verifies(ca.certificatePem, ca, 'any')).toContain('OK');
    const read = new X509Certificate(ca.certificatePem);
    expect(read.ca).toBe(true);
    expect(certificateValidity(ca.certificatePem)).toEqual({
      notBeforeMs: NOW - HOUR,
      notAfterMs: NOW - HOUR + 3650 * 24 * HOUR,
    });
  });

  it('issues server certificates with names and addresses', async () => {
    const served = await issueCertificate({
      ca,
      commonName: 'apiserver',
      dnsNames: ['localhost', 'orch.default.svc'],
      ipAddresses: ['127.0.0.1', '::1'],
      usages: ['digital signature', 'key encipherment', 'server auth'],
      notBeforeMs: NOW - HOUR,
      validityDays: 365,
    });
    expect(verifies(served.certificatePem, ca, 'sslserver')).toContain('OK');
    const read = new X509Certificate(served.certificatePem);
    expect(read.checkHost('localhost')).toBe('localhost');
    expect(read.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(read.checkIP('::1')).toBeDefined();
    expect(read.ca).toBe(false);
    expect(read.checkPrivateKey((await import('node:crypto')).createPrivateKey(served.privateKeyPem))).toBe(true);
  });

  it('escapes names in client certificates', async () => {
    const issued = await issueCertificate({
      ca,
      commonName: '#a,CN=b+O=c "d"',
      organizations: ['system:masters', 'x=y'],
      usages: ['client auth'],
      notBeforeMs: NOW - HOUR,
      validityDays: 365,
    });
    expect(verifies(issued.certificatePem, ca, 'sslclient')).toContain('OK');
    const subject = openssl(
      'x509',
      '-noout',
      '-subject',
      '-nameopt',
      'multiline,-esc_msb',
      '-in',
      file(issued.certificatePem),
    );
    expect(subject).toContain('commonName                = #a,CN=b+O=c "d"');
    expect(subject).toContain('organizationName          = system:masters');
    expect(subject).toContain('organizationName          = x=y');
  });

  it('issues no certificate that expires after its own', async () => {
    const short = await createCertificateAuthority({ commonName: 'short', notBeforeMs: NOW - HOUR, validityDays: 1 });
    const issued = await issueCertificate({
      ca: short,
      commonName: 'x',
      usages: ['client auth'],
      notBeforeMs: NOW - HOUR,
      validityDays: 365,
    });
    expect(certificateValidity(issued.certificatePem)?.notAfterMs).toBe(NOW + 23 * HOUR);
  });

  it('gives every certificate a unique serial number of 128 bits', async () => {
    const serials = new Set<string>();
    for (let i = 0; i < 8; i++) {
      const { certificatePem } = await issueCertificate({
        ca,
        commonName: 'x',
        usages: ['client auth'],
        notBeforeMs: NOW,
        validityDays: 1,
      });
      serials.add(new X509Certificate(certificatePem).serialNumber);
    }
    expect(serials.size).toBe(8);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
  });
});

describe('requests made by openssl', () => {
  for (const kind of keyKinds) {
    it(`reads ${kind.name}: subject, names, key type, signature`, async () => {
      const pem = opensslRequest(
        kind.args,
        '/O=system:nodes/O=other/CN=system:node:n1',
        '-addext',
        'subjectAltName=DNS:n1.example,DNS:n1,IP:10.0.0.1,IP:fd00::1,email:a@b.example,URI:spiffe://x/y',
      );
      const info = await parseCertificateRequest(pem);
      expect(info).toEqual({
        commonNames: ['system:node:n1'],
        organizations: ['system:nodes', 'other'],
        dnsNames: ['n1.example', 'n1'],
        ipAddresses: ['10.0.0.1', expect.stringMatching(/^fd00:(:|0:0:0:0:0:0:)1$/)],
        emails: ['a@b.example'],
        uris: ['spiffe://x/y'],
        otherNameCount: 0,
        publicKeyType: kind.type,
        rsaBits: kind.rsaBits,
        extensionOids: ['2.5.29.17'],
        isCa: false,
        signatureValid: true,
      });
    });
  }

  const authorities = [
    {
      name: 'SEC1 EC',
      command: ['ecparam', '-name', 'prime256v1', '-genkey', '-noout'],
      header: 'BEGIN EC PRIVATE KEY',
    },
    { name: 'PKCS#1 RSA', command: ['genrsa', '-traditional', '2048'], header: 'BEGIN RSA PRIVATE KEY' },
    { name: 'PKCS#8 RSA', command: ['genpkey', '-algorithm', 'RSA'], header: 'BEGIN PRIVATE KEY' },
    {
      name: 'PKCS#8 P-384',
      command: ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
      header: 'BEGIN PRIVATE KEY',
    },
    { name: 'PKCS#8 Ed25519', command: ['genpkey', '-algorithm', 'ed25519'], header: 'BEGIN PRIVATE KEY' },
  ];
  for (const authority of authorities) {
    it(`A-465 keeps names with keepSan, signed by a ${authority.name} authority, for every key type`, async () => {
      const issuer = opensslAuthority(authority.command);
      expect(issuer.privateKeyPem).toContain(authority.header);
      for (const kind of keyKinds) {
        const requestPem = opensslRequest(kind.args, '/CN=u', '-addext', 'subjectAltName=DNS:a.example,IP:10.1.2.3');
        const signed = await signCertificateRequest({
          ca: issuer,
          requestPem,
          keepSan: true,
          notBeforeMs: NOW - 300_000,
          notAfterMs: NOW + HOUR,
          usages: ['digital signature', 'client auth'],
        });
        expect(
          openssl('verify', '-purpose', 'sslclient', '-CAfile', file(issuer.certificatePem), file(signed)),
        ).toContain('OK');
        const text = openssl('x509', '-noout', '-text', '-in', file(signed));
        expect(text).toContain('DNS:a.example, IP Address:10.1.2.3');
        expect(text).toContain('CA:FALSE');
        expect(text).toMatch(/X509v3 Key Usage: critical\s+Digital Signature\n/);
        expect(text).toMatch(/X509v3 Extended Key Usage:\s+TLS Web Client Authentication\n/);
        expect(certificateValidity(signed)).toEqual({ notBeforeMs: NOW - 300_000, notAfterMs: NOW + HOUR });
      }
    });
  }

  it('A-466 drops every extension except names, A-472 and names without keepSan', async () => {
    const requestPem = opensslRequest(
      keyKinds[0]!.args,
      '/CN=u',
      '-addext',
      '1.2.3.4=ASN1:UTF8String:mine',
      '-addext',
      'subjectAltName=DNS:a.example',
      '-addext',
      'certificatePolicies=1.2.3.5',
    );
    const info = await parseCertificateRequest(requestPem);
    expect(info.extensionOids).toEqual(expect.arrayContaining(['1.2.3.4', '2.5.29.17', '2.5.29.32']));
    const order = { ca, requestPem, notBeforeMs: NOW, notAfterMs: NOW + HOUR, usages: ['client auth'] };
    const kept = openssl(
      'x509',
      '-noout',
      '-text',
      '-in',
      file(await signCertificateRequest({ ...order, keepSan: true })),
    );
    expect(kept).toContain('DNS:a.example');
    expect(kept).not.toContain('1.2.3.4');
    expect(kept).not.toContain('1.2.3.5');
    const dropped = openssl(
      'x509',
      '-noout',
      '-text',
      '-in',
      file(await signCertificateRequest({ ...order, keepSan: false })),
    );
    expect(dropped).not.toContain('Alternative');
  });

  it('A-482 detects a CA request and issues a leaf certificate', async () => {
    const requestPem = opensslRequest(keyKinds[0]!.args, '/CN=u', '-addext', 'basicConstraints=critical,CA:TRUE');
    expect((await parseCertificateRequest(requestPem)).isCa).toBe(true);
    const signed = await signCertificateRequest({
      ca,
      requestPem,
      keepSan: true,
      notBeforeMs: NOW,
      notAfterMs: NOW + HOUR,
      usages: ['client auth'],
    });
    expect(openssl('x509', '-noout', '-text', '-in', file(signed))).toContain('CA:FALSE');
  });

  it('counts names of unsupported types and omits them', async () => {
    const requestPem = opensslRequest(
      keyKinds[0]!.args,
      '/CN=u',
      '-addext',
      'subjectAltName=DNS:a.example,RID:1.2.3.4',
    );
    expect((await parseCertificateRequest(requestPem)).otherNameCount).toBe(1);
    const signed = await signCertificateRequest({
      ca,
      requestPem,
      keepSan: true,
      notBeforeMs: NOW,
      notAfterMs: NOW + HOUR,
      usages: ['client auth'],
    });
    expect(new X509Certificate(signed).subjectAltName).toBe('DNS:a.example');
  });

  it('rejects a request with an invalid signature', async () => {
    const der = Buffer.from(
      opensslRequest(keyKinds[0]!.args, '/CN=someone').replace(/-----[^-]+-----|\s/g, ''),
      'base64',
    );
    der.write('SOMEONE', der.indexOf('someone'));
    const requestPem = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
    expect((await parseCertificateRequest(requestPem)).signatureValid).toBe(false);
    const signing = signCertificateRequest({
      ca,
      requestPem,
      keepSan: true,
      notBeforeMs: NOW,
      notAfterMs: NOW + HOUR,
      usages: ['client auth'],
    });
    await expect(signing).rejects.toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('rejects', () => {
  const bad = [
    { name: 'text that is not PEM', pem: 'hello' },
    { name: 'nothing', pem: '' },
    { name: 'an empty block', pem: '-----BEGIN CERTIFICATE REQUEST-----\n-----END CERTIFICATE REQUEST-----\n' },
    { name: 'damage inside', pem: '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n' },
    {
      name: 'too much',
      pem: `-----BEGIN CERTIFICATE REQUEST-----\n${'A'.repeat(70_000)}\n-----END CERTIFICATE REQUEST-----\n`,
    },
  ];
  for (const c of bad) {
    it(`${c.name} is an InvalidRequest`, () =>
      expect(parseCertificateRequest(c.pem)).rejects.toMatchObject({ name: 'PkiError', code: 'InvalidRequest' }));
  }

  it('a request in DER that is too long, unread', () => {
    expect(() => verifiedRequestKey(Buffer.alloc(65_537))).toThrow('longer than 65536 bytes');
    expect(() => verifiedRequestKey(Buffer.alloc(65_536))).toThrow('cannot be read');
  });
  it('a request of a thousand names, before they are read', async () => {
    const names = (count: number) =>
      `subjectAltName=${Array.from({ length: count }, (_, at) => `DNS:n${at}.example`).join()}`;
    const request = (count: number) =>
      opensslRequest(['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], '/CN=u', '-addext', names(count));
    await expect(parseCertificateRequest(request(1_000))).rejects.toMatchObject({
      code: 'InvalidRequest',
      message: /names and other parts/,
    });
    expect((await parseCertificateRequest(request(300))).dnsNames).toHaveLength(300);
  });
  it('a certificate in place of a request', () =>
    expect(parseCertificateRequest(ca.certificatePem)).rejects.toMatchObject({ code: 'InvalidRequest' }));

  const order = async () => ({
    requestPem: (await createPrivateKeyAndRequest({ commonName: 'x' })).requestPem,
    keepSan: false,
    notBeforeMs: NOW,
    notAfterMs: NOW + HOUR,
    usages: ['client auth'],
  });

  it('an authority with a mismatched key', async () => {
    const other = await createCertificateAuthority({ commonName: 'other', notBeforeMs: NOW, validityDays: 1 });
    const mixed = { certificatePem: ca.certificatePem, privateKeyPem: other.privateKeyPem };
    await expect(signCertificateRequest({ ...(await order()), ca: mixed })).rejects.toMatchObject({
      code: 'InvalidAuthority',
    });
  });

  it('an issuer that is not an authority', async () => {
    const leaf = await issueCertificate({ ca, commonName: 'x', usages: [], notBeforeMs: NOW, validityDays: 1 });
    await expect(signCertificateRequest({ ...(await order()), ca: leaf })).rejects.toMatchObject({
      code: 'InvalidAuthority',
    });
  });

  it('an authority that has expired', async () => {
    const old = await createCertificateAuthority({ commonName: 'old', notBeforeMs: NOW - 48 * HOUR, validityDays: 1 });
    await expect(signCertificateRequest({ ...(await order()), ca: old })).rejects.toMatchObject({
      code: 'InvalidAuthority',
    });
  });

  it('an unreadable key, without printing it', async () => {
    const broken = { certificatePem: ca.certificatePem, privateKeyPem: 'secret words' };
    const failure = await signCertificateRequest({ ...(await order()), ca: broken }).catch((err: unknown) => err);
    expect(failure).toMatchObject({ code: 'InvalidAuthority' });
    expect(String(failure)).not.toContain('secret words');
  });

  it('an unknown usage, by name', async () => {
    const signing = signCertificateRequest({ ...(await order()), ca, usages: ['world domination'] });
    await expect(signing).rejects.toMatchObject({
      code: 'UnknownUsage',
      message: expect.stringContaining('world domination'),
    });
  });

  it('a validity that ends before it begins', async () => {
    const signing = signCertificateRequest({ ...(await order()), ca, notAfterMs: NOW - 1 });
    await expect(signing).rejects.toMatchObject({ code: 'InvalidValidity' });
  });

  it('returns undefined validity for text that is not a certificate', () =>
    expect(certificateValidity('nothing')).toBeUndefined());
});

describe('traditional form of keys', () => {
  const kinds = [
    ['EC', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout'], 'EC PRIVATE KEY'],
    ['RSA', ['genpkey', '-algorithm', 'RSA'], 'RSA PRIVATE KEY'],
    ['Ed25519', ['genpkey', '-algorithm', 'ed25519'], 'PRIVATE KEY'],
  ] as const;
  it.each(kinds)('%s', (_name, command, label) => {
    const pem = openssl(...command);
    for (const form of [pem, createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString()]) {
      const written = traditionalKeyPem(form);
      expect(written.startsWith(`-----BEGIN ${label}-----\n`)).toBe(true);
      expect(createPrivateKey(written).equals(createPrivateKey(pem))).toBe(true);
    }
  });
});

describe('created requests', () => {
  for (const keyType of ['EC', 'RSA', 'Ed25519'] as const) {
    it(`${keyType} requests verify with openssl and decode`, async () => {
      const made = await createPrivateKeyAndRequest({
        commonName: 'u',
        organizations: ['g'],
        dnsNames: ['a.example'],
        ipAddresses: ['10.0.0.1'],
        emails: ['a@b.example'],
        uris: ['https://x.example/'],
        keyType,
        isCa: true,
      });
      expect(openssl('req', '-in', file(made.requestPem), '-verify', '-noout', '-text')).toContain('DNS:a.example');
      openssl('pkey', '-in', file(made.privateKeyPem), '-noout', '-check');
      expect(await parseCertificateRequest(made.requestPem)).toMatchObject({
        commonNames: ['u'],
        organizations: ['g'],
        dnsNames: ['a.example'],
        ipAddresses: ['10.0.0.1'],
        emails: ['a@b.example'],
        uris: ['https://x.example/'],
        isCa: true,
        signatureValid: true,
      });
    });
  }

  it('the service account key pair is RSA 2048 and matches', async () => {
    const pair = await createServiceAccountKeyPair();
    const derived = openssl('pkey', '-in', file(pair.privateKeyPem), '-pubout');
    expect(derived.trim()).toBe(pair.publicKeyPem.trim());
    expect(openssl('pkey', '-in', file(pair.privateKeyPem), '-noout', '-text')).toContain('2048 bit');
  });
});
