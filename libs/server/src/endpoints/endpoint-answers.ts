import type { IncomingMessage } from 'node:http';
import {
  Catch,
  Injectable,
  NotFoundException,
  type ArgumentsHost,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { commonHeaders, contextOf, wantsPretty, type RequestContext } from '@orch/http';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Ends the wait for a controller: true when it has answered, false when no controller has the path. */
interface Waiting {
  readonly resolve: (answered: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests that controllers are answering. */
export class PendingAnswers {
  private readonly waiting = new WeakMap<IncomingMessage, Waiting>();

  /** @param handOver passes the request to Nest. */
  wait({ raw }: RequestContext, handOver: () => void): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.set(raw, { resolve, reject });
      handOver();
    });
  }

  answered(raw: IncomingMessage): void {
    this.waiting.get(raw)?.resolve(true);
  }

  failed(raw: IncomingMessage, error: unknown): void {
    if (error instanceof NotFoundException) this.waiting.get(raw)?.resolve(false);
    else this.waiting.get(raw)?.reject(error);
  }
}

/** Sends the results of controllers with the common response headers: objects as JSON, text unchanged. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(private readonly pending: PendingAnswers) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<Buffer | undefined> {
    const reply = execution.switchToHttp().getResponse<FastifyReply>();
    const { raw } = reply.request;
    return next.handle().pipe(
      map((value: unknown) => {
        const bytes = reply.sent ? undefined : answerOf(contextOf(raw), reply, value);
        this.pending.answered(raw);
        return bytes;
      }),
    );
  }
}

function answerOf(context: RequestContext, reply: FastifyReply, value: unknown): Buffer {
  const given = new Map(Object.entries(reply.getHeaders()));
  void reply.headers(commonHeaders(context) as Record<string, string>);
  for (const [name, header] of given) void reply.header(name, header);
  if (!given.has('content-type')) {
    void reply.header('Content-Type', typeof value === 'string' ? 'text/plain; charset=utf-8' : 'application/json');
    if (typeof value === 'string') void reply.header('X-Content-Type-Options', 'nosniff');
  }
  const bytes = Buffer.from(typeof value === 'string' ? value : jsonText(context, value as object));
  (context as { answerBytes?: number }).answerBytes = bytes.byteLength;
  return bytes;
}

const jsonText = ({ query, headers }: RequestContext, value: object): string =>
  `${JSON.stringify(value, null, wantsPretty(query, headers) ? 2 : undefined)}\n`;

/** Passes errors of controllers to the filters, which answer them like all others. */
@Catch()
export class FilterChainExceptions implements ExceptionFilter {
  constructor(private readonly pending: PendingAnswers) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    reply.hijack();
    this.pending.failed(reply.request.raw, error);
  }
}
