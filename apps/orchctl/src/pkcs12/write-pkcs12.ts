import {
  createCipheriv,
  createHash,
  createPrivateKey,
  type KeyObject,
  pbkdf2Sync,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import type forge from 'node-forge';

/** A client certificate and its key, for a browser or a key store. */
export interface Pkcs12Content {
  /** PEM: the certificate, then those that certify it. */
  readonly certificates: readonly string[];
  /** PEM. RSA or elliptic curve. */
  readonly privateKey: string;
  /** Shown by key stores. */
  readonly friendlyName: string;
  readonly password: string;
}

/** `modern`: AES-256 and SHA-256. `legacy`: 3DES and SHA-1, for key stores that read nothing else (before macOS 12 and Windows 10 1709). */
export type Pkcs12Form = 'modern' | 'legacy';

/** The private key is not of the certificate, or not readable. */
export class Pkcs12Error extends Error {
  override readonly name = 'Pkcs12Error';
}

const OID = {
  data: '1.2.840.113549.1.7.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacWithSha256: '1.2.840.113549.2.9',
  aes256: '2.16.840.1.101.3.4.1.42',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
};
/** Of the key's encryption. Guesses of a password cost as much. */
const ITERATIONS = 100_000;
/** Of the checksum over all. Key stores check it each time. */
const MAC_ITERATIONS = 2_048;
/** Purpose of a derived key: the checksum (RFC 7292, appendix B.3). */
const MAC_KEY = 3;
const SALT_BYTES = 16;
const IV_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Writes a PKCS#12 file (RFC 7292). node-forge writes files of RSA keys only; its parts (DER, derivation of the key of the checksum) are used for any key.
 * @throws Pkcs12Error.
 */
export async function writePkcs12(content: Pkcs12Content, form: Pkcs12Form): Promise<Buffer> {
  const { default: library } = await import('node-forge');
  return new Pkcs12Writer(library, form).write(content);
}

class Pkcs12Writer {
  private readonly asn1: typeof forge.asn1;

  constructor(
    private readonly forge: typeof import('node-forge'),
    private readonly form: Pkcs12Form,
  ) {
    this.asn1 = forge.asn1;
  }

  write({ certificates, privateKey, friendlyName, password }: Pkcs12Content): Buffer {
    const [own, ...chain] = certificates.map((pem) => new X509Certificate(pem));
    const key = readKey(privateKey);
    if (!own?.checkPrivateKey(key)) throw new Pkcs12Error('the private key is not that of the certificate');
    const keyId = createHash('sha1').update(own.raw).digest().toString('latin1');
    const attributes = this.attributes(friendlyName, keyId);
    const bags = [
      this.certificateBag(own, attributes),
      ...chain.map((certificate) => this.certificateBag(certificate, [])),
    ];
    const keys = [this.keyBag(key, password, attributes)];
    const safe = this.der(
      this.sequence(
        this.contentInfo(this.der(this.sequence(...bags))),
        this.contentInfo(this.der(this.sequence(...keys))),
      ),
    );
    const pfx = this.sequence(this.integer(3), this.contentInfo(safe), this.mac(safe, password));
    return Buffer.from(this.der(pfx), 'latin1');
  }

  private certificateBag({ raw }: X509Certificate, attributes: readonly forge.asn1.Asn1[]): forge.asn1.Asn1 {
    const value = this.sequence(this.oid(OID.x509Certificate), this.explicit(this.octets(raw.toString('latin1'))));
    return this.bag(OID.certificateBag, value, attributes);
  }

  private keyBag(key: KeyObject, password: string, attributes: readonly forge.asn1.Asn1[]): forge.asn1.Asn1 {
    const der = key.export({ format: 'der', type: 'pkcs8' });
    const encrypted = this.form === 'modern' ? this.encrypted(der, password) : this.legacyEncrypted(der, password);
    return this.bag(OID.shroudedKeyBag, encrypted, attributes);
  }

  /** PBES2 (RFC 8018). That of node-forge derives a key in JavaScript, a hundred times slower. */
  private encrypted(der: Buffer, password: string): forge.asn1.Asn1 {
    const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)];
    const key = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    const bytes = Buffer.concat([cipher.update(der), cipher.final()]);
    const digest = this.sequence(this.oid(OID.hmacWithSha256), this.node(this.asn1.Type.NULL, ''));
    const derivation = this.sequence(this.octets(salt.toString('latin1')), this.integer(ITERATIONS), digest);
    const parameters = this.sequence(
      this.sequence(this.oid(OID.pbkdf2), derivation),
      this.sequence(this.oid(OID.aes256), this.octets(iv.toString('latin1'))),
    );
    return this.sequence(this.sequence(this.oid(OID.pbes2), parameters), this.octets(bytes.toString('latin1')));
  }

  private legacyEncrypted(der: Buffer, password: string): forge.asn1.Asn1 {
    const options = { algorithm: '3des', count: MAC_ITERATIONS, saltSize: SALT_BYTES };
    const info = this.asn1.fromDer(der.toString('latin1'));
    return this.forge.pki.encryptPrivateKeyInfo(info, password, options as forge.pki.EncryptionOptions);
  }

  private bag(type: string, value: forge.asn1.Asn1, attributes: readonly forge.asn1.Asn1[]): forge.asn1.Asn1 {
    return this.sequence(
      this.oid(type),
      this.explicit(value),
      ...(attributes.length === 0 ? [] : [this.set(...attributes)]),
    );
  }

  private attributes(friendlyName: string, keyId: string): forge.asn1.Asn1[] {
    const name = this.node(this.asn1.Type.BMPSTRING, friendlyName);
    const attribute = (type: string, value: forge.asn1.Asn1) => this.sequence(this.oid(type), this.set(value));
    return [attribute(OID.friendlyName, name), attribute(OID.localKeyId, this.octets(keyId))];
  }

  private mac(safe: string, password: string): forge.asn1.Asn1 {
    const { md, hmac, pkcs12, util } = this.forge;
    const [name, digest] =
      this.form === 'modern' ? (['sha256', md.sha256.create()] as const) : (['sha1', md.sha1.create()] as const);
    const salt = randomBytes(SALT_BYTES).toString('latin1');
    const key = pkcs12.generateKey(
      password,
      util.createBuffer(salt),
      MAC_KEY,
      MAC_ITERATIONS,
      digest.digestLength,
      digest,
    );
    const sum = hmac.create();
    sum.start(name, key);
    sum.update(safe);
    const algorithm = this.sequence(this.oid(OID[name]), this.node(this.asn1.Type.NULL, ''));
    return this.sequence(
      this.sequence(algorithm, this.octets(sum.digest().getBytes())),
      this.octets(salt),
      this.integer(MAC_ITERATIONS),
    );
  }

  private contentInfo(bytes: string): forge.asn1.Asn1 {
    return this.sequence(this.oid(OID.data), this.explicit(this.octets(bytes)));
  }

  private node(type: forge.asn1.Type, value: string | forge.asn1.Asn1[]): forge.asn1.Asn1 {
    const { Class } = this.asn1;
    return this.asn1.create(Class.UNIVERSAL, type, Array.isArray(value), value);
  }

  private explicit(value: forge.asn1.Asn1): forge.asn1.Asn1 {
    const { Class } = this.asn1;
    return this.asn1.create(Class.CONTEXT_SPECIFIC, 0 as forge.asn1.Type, true, [value]);
  }

  private readonly sequence = (...values: forge.asn1.Asn1[]) => this.node(this.asn1.Type.SEQUENCE, values);
  private readonly set = (...values: forge.asn1.Asn1[]) => this.node(this.asn1.Type.SET, values);
  private readonly octets = (bytes: string) => this.node(this.asn1.Type.OCTETSTRING, bytes);
  private readonly oid = (text: string) => this.node(this.asn1.Type.OID, this.asn1.oidToDer(text).getBytes());
  private readonly integer = (value: number) =>
    this.node(this.asn1.Type.INTEGER, this.asn1.integerToDer(value).getBytes());
  private readonly der = (value: forge.asn1.Asn1): string => this.asn1.toDer(value).getBytes();
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new Pkcs12Error('the private key cannot be read', { cause });
  }
}
