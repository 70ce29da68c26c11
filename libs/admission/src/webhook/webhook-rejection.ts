import { ApiError, boundedName, readStatusDetails, type Status, type StatusReason } from '@orch/apimachinery';

/** Highest code that an HTTP/2 response can have. */
const MAX_CODE = 599;

/** A webhook refused the request: its status reaches the client, with the name of the webhook in the message. */
export class WebhookRejection extends ApiError {
  private readonly sentReason: string;
  private readonly sentCode: number;

  /** @param result `status` of the answer: any JSON. */
  constructor(webhook: string, result: Readonly<Record<string, unknown>> = {}) {
    const { message, reason, code } = result;
    const details = readStatusDetails(result['details']);
    const deniedBy = `admission webhook ${JSON.stringify(webhook)} denied the request`;
    const why = [message, reason].find((text) => typeof text === 'string' && text !== '') as string | undefined;
    const options = details ? { details } : {};
    super('BadRequest', why === undefined ? `${deniedBy} without explanation` : `${deniedBy}: ${why}`, options);
    this.sentReason = typeof reason === 'string' ? boundedName(reason) : '';
    // A rejection is an error, whatever the webhook says.
    this.sentCode = isErrorCode(code) ? code : 400;
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

const isErrorCode = (code: unknown): code is number =>
  Number.isInteger(code) && (code as number) >= 400 && (code as number) <= MAX_CODE;
