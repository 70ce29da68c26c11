import 'reflect-metadata';
import { type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '@orch/process';
import { answerInTurn } from './answer-in-turn.js';
import { breakOff } from './break-off.js';
import { onClientError } from './client-error.js';
import type { RequestPipeline } from './request-pipeline.js';
import { onUpgrade } from './upgrade.js';

/** Where the listener finds the pipeline in the module. */
export const REQUEST_PIPELINE = Symbol('RequestPipeline');

/** A listener that has been wired and not yet opened. */
export interface NestListener {
  readonly application: NestFastifyApplication;
  readonly server: Server;
  /** Resolves when the port is open, with its number. */
  listen(address: string, port: number): Promise<number>;
  /** Closes the port and ends every connection, also those that are still in their handshake. */
  close(): Promise<void>;
}

/**
 * Nest wires the module; Fastify carries the requests to one place (design, section 11). Nothing of Fastify's own routing
 * or body parsing is left in the way: the URL is rewritten to one constant, so that odd paths, methods and escapes reach our
 * dispatcher, and the answer is taken over in `onRequest`, which comes before content types are looked at. So the body
 * is untouched until authorization is done.
 */
export async function createNestListener(
  module: DynamicModule,
  createServer: (listener: RequestListener) => Server,
  log: Logger,
): Promise<NestListener> {
  const adapter = new FastifyAdapter({
    serverFactory: (listener: RequestListener) =>
      createServer(answerInTurn(guardedListener(listener, (...request) => pipeline(...request), log))),
    clientErrorHandler: onClientError,
    rewriteUrl: () => '/',
    logger: false,
    multipart: false,
    skipMiddie: true,
    forceCloseConnections: true,
  });
  const application = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  const pipeline = application.get<RequestPipeline>(REQUEST_PIPELINE);
  const fastify = adapter.getInstance();
  fastify.addHook('onRequest', (request, reply) => {
    const raw = request.raw as IncomingMessage;
    raw.url = request.originalUrl;
    reply.hijack();
    pipeline(raw, reply.raw as ServerResponse);
  });
  fastify.all('/', () => undefined); // the one route; the hook above has answered before it is reached
  const server = adapter.getHttpServer() as Server;
  server.on('upgrade', (raw, socket, head) => onUpgrade({ pipeline, log }, raw, socket as Socket, head));
  // Node ends connections on which HTTP is spoken; one whose handshake ends after that would be waited for.
  const connections = new Set<Socket>();
  let closing = false;
  server.on('connection', (connection: Socket) => {
    if (closing) return void connection.destroy();
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return {
    application,
    server,
    close: async () => {
      closing = true;
      const closed = application.close();
      for (const connection of connections) connection.destroy();
      await closed;
    },
    listen: async (address, port) => {
      await application.listen(port, address);
      const bound = server.address();
      if (bound === null || typeof bound === 'string') throw new Error('the listener has no port');
      return bound.port;
    },
  };
}

type RequestListener = (raw: IncomingMessage, reply: ServerResponse) => void;

/** Methods that Fastify routes. HTTP/2 carries any other text, too. */
const ROUTED_METHODS: ReadonlySet<string | undefined> = new Set(METHODS);

/**
 * Takes requests of other methods to the pipeline, which refuses them, as Fastify would answer them by itself. An exception of
 * Fastify ends the request.
 */
function guardedListener(listener: RequestListener, pipeline: RequestPipeline, log: Logger): RequestListener {
  return (raw, reply) => {
    if (!ROUTED_METHODS.has(raw.method)) return pipeline(raw, reply);
    try {
      listener(raw, reply);
    } catch (error) {
      log.error('a request could not be taken', { error });
      breakOff(reply);
    }
  };
}
