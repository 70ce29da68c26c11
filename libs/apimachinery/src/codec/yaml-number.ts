const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;
/** Powers of ten of numbers that are written without an exponent. */
const LEAST_PLAIN = -4;
const GREATEST_PLAIN = 5;
/** An exponent of one digit. */
const SHORT_EXPONENT = /e([-+])(\d)$/;

/**
 * A finite number in YAML, as kube-apiserver writes it: whole numbers that fit into 64 bits have the digits of their JSON
 * form; others have an exponent of at least two digits below 1e-4 and from 1e6 on.
 */
export function yamlNumber(value: number): string {
  const json = JSON.stringify(value);
  if (Number.isSafeInteger(value)) return json;
  if (Number.isInteger(value) && !json.includes('e') && fits64Bits(BigInt(json))) return json;
  const written = value.toExponential();
  const power = Number(written.slice(written.indexOf('e') + 1));
  return power < LEAST_PLAIN || power > GREATEST_PLAIN ? written.replace(SHORT_EXPONENT, 'e$10$2') : json;
}

const fits64Bits = (whole: bigint): boolean => whole >= MIN_INT64 && whole <= MAX_UINT64;
