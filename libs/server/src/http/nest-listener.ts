import 'reflect-metadata';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
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
  createServer: (listener: (raw: IncomingMessage, reply: ServerResponse) => void) => Server,
): Promise<NestListener> {
  const adapter = new FastifyAdapter({
    serverFactory: createServer,
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
  server.on('upgrade', (raw, socket, head) => onUpgrade(pipeline, raw, socket as Socket, head));
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
