import { fieldError, validateName, type FieldError, type FieldPath } from '@orch/apimachinery';
import { pemBlocks } from '@orch/pki';
import { validateRange } from './values.js';

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

function validateUrl(path: FieldPath, text: string): FieldError[] {
  if (!URL.canParse(text)) return [fieldError.required(path, `url must be a valid URL${FORM}`)];
  const { protocol, host, username, password, hash, search } = new URL(text);
  const errors: FieldError[] = [];
  const refuse = (value: string, detail: string) => errors.push(fieldError.invalid(path, value, detail));
  if (protocol !== 'https:') refuse(protocol.slice(0, -1), `'https' is the only allowed URL scheme${FORM}`);
  if (host === '') refuse(host, `host must be specified${FORM}`);
  if (username !== '' || password !== '') refuse(username, 'user information is not permitted in the URL');
  if (hash !== '') refuse(hash.slice(1), 'fragments are not permitted in the URL');
  if (search !== '') refuse(search.slice(1), 'query parameters are not permitted in the URL');
  return errors;
}

function validateService(path: FieldPath, service: NonNullable<WebhookClient['service']>): FieldError[] {
  return [
    ...(service.name ? [] : [fieldError.required(path.child('name'), 'service name is required')]),
    ...(service.namespace ? [] : [fieldError.required(path.child('namespace'), 'service namespace is required')]),
    ...validateRange(path.child('port'), service.port, 1, 65_535),
    ...validateUrlPath(path.child('path'), service.path),
  ];
}

/** Each fault of a path quotes all of it. */
const MAX_SEGMENT_FAULTS = 16;

/** Segments are names; a slash at the end is fine. */
function validateUrlPath(path: FieldPath, text = '/'): FieldError[] {
  if (text === '' || text === '/') return [];
  if (!text.startsWith('/')) return [fieldError.invalid(path, text, "must start with a '/'")];
  const segments = text.slice(1).replace(/\/$/, '').split('/');
  const errors: FieldError[] = [];
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
  if (!base64) return [];
  const blocks = pemBlocks(Buffer.from(base64, 'base64').toString('latin1'));
  return blocks.length > 0 && blocks.every(({ label, der }) => label === 'CERTIFICATE' && der[0] === DER_SEQUENCE)
    ? []
    : [fieldError.invalid(path, '<PEM>', 'unable to load root certificates: there is no certificate in it')];
}
