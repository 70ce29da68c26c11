import { ENCODINGS, type Encoding } from './page-files.js';

/**
 * The best encoding of `available` that an `Accept-Encoding` header takes; undefined: none.
 * @param header as received: `br;q=0` is a refusal, `*` takes all that are not named.
 */
export function acceptedEncoding(
  header: string | undefined,
  available: (encoding: Encoding) => boolean,
): Encoding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const takes = (encoding: string): boolean => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return ENCODINGS.find((encoding) => available(encoding) && takes(encoding));
}
