import { DerReader, TAG } from './der-reader';
import { objectIdentifier } from './der-values';

const ALGORITHMS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.1': 'RSA',
  '1.2.840.10045.2.1': 'ECDSA',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
};

const CURVES: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
};

/** A `SubjectPublicKeyInfo`, as in `RSA 2048` or `ECDSA P-256`. */
export function publicKeyText(key: DerReader): string {
  const algorithm = key.enter(TAG.SEQUENCE);
  const type = objectIdentifier(algorithm.read(TAG.OBJECT_IDENTIFIER));
  const name = ALGORITHMS[type] ?? type;
  if (name === 'RSA') return `RSA ${modulusBits(key.read(TAG.BIT_STRING))}`;
  const curve = algorithm.readOptional(TAG.OBJECT_IDENTIFIER);
  if (curve === undefined) return name;
  const identifier = objectIdentifier(curve);
  return `${name} ${CURVES[identifier] ?? identifier}`;
}

function modulusBits(bitString: Uint8Array): number {
  const modulus = new DerReader(bitString.subarray(1)).enter(TAG.SEQUENCE).read(TAG.INTEGER);
  const start = modulus.findIndex((byte) => byte !== 0);
  return start < 0 ? 0 : (modulus.length - start) * 8 - Math.clz32(modulus[start] ?? 0) + 24;
}
