import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { RequestContext } from '../request/request-context.js';

/** Requests that were passed to Nest controllers. */
const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** Registers the context of `context.raw` for a controller. */
export const passToController = (context: RequestContext): void => void contexts.set(context.raw, context);

/** @throws TypeError for a request without {@link passToController}. */
export function contextOf(raw: IncomingMessage): RequestContext {
  const context = contexts.get(raw);
  if (!context) throw new TypeError('the request did not pass the filters of the API server');
  return context;
}

/** The request in a controller of the API server: user, query and headers, as set by the filters. */
export const Context = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  contextOf(execution.switchToHttp().getRequest<{ readonly raw: IncomingMessage }>().raw),
);
