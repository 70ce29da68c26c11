import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import type { RequestHeaderOptions } from './request-header-options.js';

/** Flags of an authenticating proxy (B-101..B-113). */
export const requestHeaderFlags = flagGroup('Authenticating proxy', [
  {
    name: 'requestheader-client-ca-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of authorities of the client certificates of authenticating proxies.',
  },
  {
    name: 'requestheader-allowed-names',
    type: 'string[]',
    default: [],
    help: 'Common names of certificates of such proxies; none allows any.',
  },
  {
    name: 'requestheader-username-headers',
    type: 'string[]',
    default: [],
    help: 'Headers with the user name; the first one with a value is used. For example X-Remote-User.',
  },
  {
    name: 'requestheader-uid-headers',
    type: 'string[]',
    default: [],
    help: 'Headers with the uid of the user, for example X-Remote-Uid.',
  },
  {
    name: 'requestheader-group-headers',
    type: 'string[]',
    default: [],
    help: 'Headers with groups of the user, for example X-Remote-Group.',
  },
  {
    name: 'requestheader-extra-headers-prefix',
    type: 'string[]',
    default: [],
    help: 'Prefixes of headers with extra attributes of the user, for example X-Remote-Extra-.',
  },
]);

/** Header names by RFC 9110. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers with another meaning, which cannot carry a user name. */
const TAKEN = /^(authorization|host|connection|transfer-encoding|content-.*|impersonate-.*)$/i;

/** Undefined without a trusted proxy. @throws UsageError that names the invalid flag. */
export function requestHeaderOptions(
  values: FlagValues<readonly [typeof requestHeaderFlags]>,
): RequestHeaderOptions | undefined {
  const clientCaFile = values['requestheader-client-ca-file'];
  const lists = {
    'requestheader-username-headers': values['requestheader-username-headers'],
    'requestheader-uid-headers': values['requestheader-uid-headers'],
    'requestheader-group-headers': values['requestheader-group-headers'],
    'requestheader-extra-headers-prefix': values['requestheader-extra-headers-prefix'],
  };
  for (const [flag, names] of Object.entries(lists)) {
    for (const name of names) {
      if (!HEADER_NAME.test(name)) throw new UsageError(`flag --${flag}: ${JSON.stringify(name)} is not a header name`);
      if (TAKEN.test(name))
        throw new UsageError(`flag --${flag}: ${name} has another meaning: use one like X-Remote-User`);
    }
    if (clientCaFile === undefined && names.length > 0) {
      throw new UsageError(
        `flag --${flag}: needs --requestheader-client-ca-file, with the authorities of the proxies that send the headers`,
      );
    }
  }
  if (clientCaFile === undefined) return undefined;
  return {
    clientCaFile,
    allowedNames: values['requestheader-allowed-names'],
    usernameHeaders: lists['requestheader-username-headers'],
    uidHeaders: lists['requestheader-uid-headers'],
    groupHeaders: lists['requestheader-group-headers'],
    extraHeaderPrefixes: lists['requestheader-extra-headers-prefix'],
  };
}
