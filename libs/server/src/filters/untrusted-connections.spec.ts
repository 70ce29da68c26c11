import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ServerRequest } from '@orch/http';
import { awaitTrust, trustUsers } from './untrusted-connections.js';

describe('connections without a request of a user', () => {
  const request = (socket: EventEmitter, group: string) =>
    void trustUsers(() => undefined)({ raw: { socket }, user: { groups: [group] } } as unknown as ServerRequest);

  it('are trusted at the first request of an authenticated user, once', () => {
    const [connection, other] = [new EventEmitter(), new EventEmitter()];
    const end = jest.fn();
    awaitTrust(connection as Socket, end);
    request(connection, 'system:unauthenticated');
    request(other, 'system:authenticated');
    expect(end).not.toHaveBeenCalled();
    for (let n = 0; n < 2; n++) request(connection, 'system:authenticated');
    connection.emit('close');
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('are counted until they close', () => {
    const connection = new EventEmitter();
    const end = jest.fn();
    awaitTrust(connection as Socket, end);
    connection.emit('close');
    request(connection, 'system:authenticated');
    expect(end).toHaveBeenCalledTimes(1);
  });
});
