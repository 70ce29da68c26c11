import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { awaitFirstRequest } from '@orch/connections';
import type { ServerRequest } from '@orch/http';
import { noticeFirstRequests } from './first-request.js';

describe('the first request of a connection', () => {
  const notice = noticeFirstRequests('orch-system')(() => undefined);
  const request = (socket: EventEmitter, group: string) =>
    void notice({ raw: { socket }, user: { groups: ['system:authenticated', group] } } as unknown as ServerRequest);

  it.each([
    ['system:masters', true],
    ['system:serviceaccounts:orch-system', true],
    ['system:serviceaccounts:default', false],
    ['system:nodes', false],
  ])('is trusted or not by the groups of its user: %s', (group, isTrusted) => {
    const [connection, other] = [new EventEmitter(), new EventEmitter()];
    const came = jest.fn();
    awaitFirstRequest(connection as Socket, came);
    request(other, group);
    expect(came).not.toHaveBeenCalled();
    request(connection, group);
    request(connection, 'system:masters');
    connection.emit('close');
    expect(came.mock.calls).toEqual([[isTrusted]]);
  });

  it('does not come when the connection closes before', () => {
    const connection = new EventEmitter();
    const came = jest.fn();
    awaitFirstRequest(connection as Socket, came);
    connection.emit('close');
    request(connection, 'system:masters');
    expect(came.mock.calls).toEqual([[undefined]]);
  });
});
