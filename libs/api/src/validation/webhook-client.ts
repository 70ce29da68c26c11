import { fieldError, goValue, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';
import { pemBlocks } from '@orch/pki';

/** Where a webhook of any kind is called: exactly one of both. */
interface WebhookClient {
  readonly url?: string;
  readonly service?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** Base64 of PEM. */
  readonly caBundle?: string;
}

/** Prefix of a PEM certificate. */
const DER_SEQUENCE = 0x30;
const FORM = '; desired format: https://host[/path]';

/** B-218..B-221, D-143. */
export function validateWebhookClient(path: FieldPath, client: WebhookClient | undefined): FieldError[] {
  const { url, service, caBundle } = client ?? {};
  const where =
    (url === undefined) === (service === undefined)
      ? [fieldError.required(path, 'exactly one of url or service is required')]
      : url === undefined
        ? validateService(path.child('service'), service!)
        : validateUrl(path.child('url'), url);
  return [...where, ...validateBundle(path.child('caBundle'), caBundle)];
}

/** Scheme, user, host, query and fragment of any text (RFC 3986); all of them may be absent. */
const URL_PARTS = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/is;

/** A percent sign that is not followed by two hexadecimal digits, with what follows it. */
const BROKEN_ESCAPE = /%(?![0-9a-f]{2}).{0,2}/is;

/** The time to read the host of a URL grows with the square of its length, each time the webhook is called. Unit: characters. */
const MAX_URL_LENGTH = 2_048;

function validateUrl(path: FieldPath, text: string): FieldError[] {
  if (text.length > MAX_URL_LENGTH) return [fieldError.tooLong(path, MAX_URL_LENGTH)];
  if (text.startsWith(':'))
    return [
      fieldError.required(
        path,
        `url must be a valid URL: parse ${JSON.stringify(text)}: missing protocol scheme${FORM}`,
      ),
    ];
  const [, scheme = '', user = '', host = '', query = '', fragment = ''] = URL_PARTS.exec(text) ?? [];
  const errors: FieldError[] = [];
  const escape = BROKEN_ESCAPE.exec(text)?.[0];
  if (escape !== undefined) {
    const why = `parse ${JSON.stringify(text)}: invalid URL escape ${JSON.stringify(escape)}`;
    return [fieldError.required(path, `url must be a valid URL: ${why}${FORM}`)];
  }
  const refuse = (value: string, detail: string) => errors.push(fieldError.invalid(path, value, detail));
  if (scheme.toLowerCase() !== 'https') refuse(scheme.toLowerCase(), `'https' is the only allowed URL scheme${FORM}`);
  if (host === '') refuse('', `host must be specified${FORM}`);
  if (user !== '') refuse(user, 'user information is not permitted in the URL');
  if (fragment !== '') refuse(fragment, 'fragments are not permitted in the URL');
  if (query !== '') refuse(query, 'query parameters are not permitted in the URL');
  return errors.length > 0 || URL.canParse(text)
    ? errors
    : [fieldError.required(path, `url must be a valid URL${FORM}`)];
}

function validateService(path: FieldPath, service: NonNullable<WebhookClient['service']>): FieldError[] {
  return [
    // Kube-apiserver takes one for the other: without a namespace it asks for the name.
    ...(service.namespace ? [] : [fieldError.required(path.child('name'), 'service name is required')]),
    ...(service.name ? [] : [fieldError.required(path.child('namespace'), 'service namespace is required')]),
    ...validatePort(path.child('port'), service.port),
    ...validateUrlPath(path.child('path'), service.path),
  ];
}

const validatePort = (path: FieldPath, port: number | undefined): FieldError[] =>
  port === undefined || (port >= 1 && port <= 65_535)
    ? []
    : [fieldError.invalid(path, port, 'port is not valid: must be between 1 and 65535, inclusive')];

/** Each fault of a path quotes all of it. */
const MAX_SEGMENT_FAULTS = 16;

/** Segments are names; a slash at the end is fine. */
function validateUrlPath(path: FieldPath, text = '/'): FieldError[] {
  if (text === '' || text === '/') return [];
  const errors = text.startsWith('/') ? [] : [fieldError.invalid(path, text, "must start with a '/'")];
  const segments = text.slice(1, text.endsWith('/') ? -1 : undefined).split('/');
  for (const [index, segment] of segments.entries()) {
    if (errors.length >= MAX_SEGMENT_FAULTS) break;
    if (segment === '') errors.push(fieldError.invalid(path, text, `segment[${index}] may not be empty`));
    else {
      const faults = validateName('dns-subdomain', segment);
      errors.push(...faults.map((fault) => fieldError.invalid(path, text, `segment[${index}]: ${fault}`)));
    }
  }
  return errors;
}

function validateBundle(path: FieldPath, base64: string | undefined): FieldError[] {
  if (!base64 || isValidBundle(base64)) return [];
  const bytes = Buffer.from(base64, 'base64');
  const fault =
    pemBlocks(bytes.toString('latin1')).length === 0
      ? 'unable to parse bytes as PEM block'
      : 'a certificate is malformed';
  return [fieldError.invalid(path, goValue(goBytes, bytes), `unable to load root certificates: ${fault}`)];
}

/** Maximum number of bytes of a bundle in a message. */
const SHOWN_BYTES = 1_024;

const goBytes = (value: unknown): string => {
  const bytes = value as Buffer;
  const shown = [...bytes.subarray(0, SHOWN_BYTES)].map((byte) => `0x${byte.toString(16)}`);
  return `[]byte{${shown.join(', ')}${bytes.length > SHOWN_BYTES ? ', ...' : ''}}`;
};

/** Whether a bundle consists of certificates. @param base64 of PEM. */
export function isValidBundle(base64: string): boolean {
  const blocks = pemBlocks(Buffer.from(base64, 'base64').toString('latin1'));
  return blocks.length > 0 && blocks.every(({ label, der }) => label === 'CERTIFICATE' && der[0] === DER_SEQUENCE);
}
