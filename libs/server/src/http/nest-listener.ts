import 'reflect-metadata';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '@orch/process';
import { answerInTurn } from '@orch/http';
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
 * Nest wires the module and opens the port through its Fastify adapter; requests go from the server straight to the pipeline. Fastify's
 * router, hooks and request objects would cost a tenth of a GET (bench: get) and see odd paths, methods and escapes before our dispatcher does.
 */
export async function createNestListener(
  module: DynamicModule,
  createServer: (listener: RequestListener) => Server,
  log: Logger,
): Promise<NestListener> {
  const adapter = new FastifyAdapter({
    serverFactory: () => createServer(answerInTurn((raw, reply) => pipeline(raw, reply))),
    clientErrorHandler: onClientError,
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
