import { ApiError, isPlainObject, type Status, type StatusDetails, type StatusReason } from '@orch/apimachinery';

/** Highest code that an HTTP response can have. */
const MAX_CODE = 999;

/** Details without causes that are none. */
function readDetails({ causes, ...details }: Readonly<Record<string, unknown>>): StatusDetails {
  const read = Array.isArray(causes) ? { causes: causes.filter(isPlainObject) } : {};
  return { ...details, ...read } as StatusDetails;
}

/** A webhook refused the request: its status reaches the client, with the name of the webhook in the message. */
export class WebhookRejection extends ApiError {
  private readonly sentReason: string;
  private readonly sentCode: number;

  /** @param result `status` of the answer: any JSON. */
  constructor(webhook: string, result: Readonly<Record<string, unknown>> = {}) {
    const { message, reason, code, details } = result;
    const deniedBy = `admission webhook ${JSON.stringify(webhook)} denied the request`;
    const why = [message, reason].find((text) => typeof text === 'string' && text !== '') as string | undefined;
    const options = isPlainObject(details) ? { details: readDetails(details) } : {};
    super('BadRequest', why === undefined ? `${deniedBy} without explanation` : `${deniedBy}: ${why}`, options);
    this.sentReason = typeof reason === 'string' ? reason : '';
    // A rejection is an error, whatever the webhook says.
    this.sentCode = typeof code === 'number' && code >= 400 && code <= MAX_CODE ? code : 400;
  }

  override get code(): number {
    return this.sentCode;
  }

  override toStatus(): Status {
    const { reason: _reason, code: _code, ...status } = super.toStatus();
    // The set of reasons is open here.
    return {
      ...status,
      ...(this.sentReason === '' ? {} : { reason: this.sentReason as StatusReason }),
      code: this.sentCode,
    };
  }
}
