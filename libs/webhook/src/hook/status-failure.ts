/** Longest text of an answer that a message quotes. Unit: characters. */
const MAX_QUOTED = 1_024;

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

/** Statuses whose answers say who may not do what, or which types are accepted. */
const OWN_TEXT: ReadonlySet<number> = new Set([403, 406, 415]);

/** An answer that is not a success. */
export interface FailedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Why an answer is a failure, as clients of this API word it: by its status, or by the message of the `Status` that it has. */
export function statusFailure({ status, contentType, text }: FailedAnswer): string {
  const own = messageOfStatus(text);
  if (own !== undefined) return own;
  const said = contentType.startsWith('text/') ? text.trim().slice(0, MAX_QUOTED) : 'unknown';
  if (OWN_TEXT.has(status)) return said;
  const known = MESSAGES[status];
  if (known !== undefined) return known;
  return status >= 500
    ? `an error on the server (${JSON.stringify(said)}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more information`;
}

function messageOfStatus(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const { kind, message } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return kind === 'Status' && typeof message === 'string' && message !== ''
      ? message.slice(0, MAX_QUOTED)
      : undefined;
  } catch {
    return undefined;
  }
}
