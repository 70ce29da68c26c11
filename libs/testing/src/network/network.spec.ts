import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startBalancer } from './balancer.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** An echo server with a name as prefix; records its connections. */
async function startEcho(name = '') {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => socket.write(name + bytes.toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A client that collects received data. */
async function open(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  let failure: string | undefined;
  socket.on('data', (bytes) => (text += bytes.toString()));
  socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code));
  const closed = new Promise((resolve) => socket.once('close', () => resolve(failure)));
  await once(socket, 'connect');
  return {
    socket,
    closed,
    got: () => text,
    until: async (wanted: string) => {
      while (!text.includes(wanted)) await once(socket, 'data');
    },
  };
}

const refusal = (port: number) =>
  once(connect({ port, host: '127.0.0.1' }), 'connect').then(
    () => 'connected',
    (error: NodeJS.ErrnoException) => error.code,
  );

describe('startTcpProxy', () => {
  let echo: Awaited<ReturnType<typeof startEcho>>;
  let proxy: TcpProxy;
  beforeEach(async () => {
    echo = await startEcho();
    proxy = await startTcpProxy(echo.port);
  });
  afterEach(async () => {
    await proxy.stop();
    echo.stop();
  });

  it('forwards in both directions and counts bytes', async () => {
    const client = await open(proxy.port);
    client.socket.write('hello');
    await client.until('hello');
    expect([proxy.forwarded('toTarget'), proxy.forwarded('toClient'), proxy.connections]).toEqual([5, 5, 1]);
    client.socket.end();
    expect(await client.closed).toBeUndefined();
  });
  it('cut: resets connections and refuses new ones, until heal', async () => {
    const client = await open(proxy.port);
    client.socket.write('hello');
    await client.until('hello');
    await proxy.cut();
    expect(await client.closed).toBe('ECONNRESET');
    expect(await refusal(proxy.port)).toBe('ECONNREFUSED');
    await proxy.heal();
    const again = await open(proxy.port);
    again.socket.write('back');
    await again.until('back');
  });
  it('redirect: new connections go to another port, open ones stay', async () => {
    const other = await startEcho('other ');
    try {
      const before = await open(proxy.port);
      before.socket.write('a');
      await before.until('a');
      proxy.redirect(other.port);
      const after = await open(proxy.port);
      for (const { socket } of [before, after]) socket.write('b');
      await Promise.all([before.until('ab'), after.until('other b')]);
      before.socket.destroy();
      after.socket.destroy();
    } finally {
      other.stop();
    }
  });
  it.each(['toTarget', 'toClient'] as const)(
    'blackhole %s: nothing comes, and all of it in order after heal',
    async (way) => {
      const client = await open(proxy.port);
      client.socket.write('a');
      await client.until('a');
      proxy.blackhole(way);
      for (const letter of 'bcd') client.socket.write(letter);
      // The other direction still forwards: its end arrives.
      const other = await open(proxy.port);
      const [first] = [...echo.sockets];
      if (way === 'toTarget') {
        first!.write('free');
        await client.until('free');
      } else if (first!.bytesRead < 4) await once(first!, 'data');
      expect(client.got().replace('free', '')).toBe('a');
      await proxy.heal();
      await client.until('bcd');
      other.socket.destroy();
    },
  );
  it('delay: forwards later, in order', async () => {
    proxy.delay(30);
    const client = await open(proxy.port);
    const sentMs = performance.now();
    for (const letter of 'abc') client.socket.write(letter);
    await client.until('abc');
    // Two directions; a Node timer may fire one millisecond early.
    expect(performance.now() - sentMs).toBeGreaterThanOrEqual(58);
    proxy.delay(3_600_000);
    client.socket.write('d');
    await proxy.heal();
    await client.until('d');
  });
  it('dropAfter: the request arrives, the response is cut off, once', async () => {
    const client = await open(proxy.port);
    proxy.dropAfter(3, 'toClient');
    client.socket.write('hello');
    await client.closed;
    expect(client.got()).toBe('hel');
    expect([...echo.sockets][0]!.bytesRead).toBe(5);
    const again = await open(proxy.port);
    again.socket.write('hello');
    await again.until('hello');
  });
  it('resets the connection when the target refuses', async () => {
    echo.stop();
    const client = await open(proxy.port);
    expect(await client.closed).toBe('ECONNRESET');
  });
});

describe('startBalancer', () => {
  it('chooses targets by the given random and skips those that refuse', async () => {
    const echoes = [await startEcho('0:'), await startEcho('1:'), await startEcho('2:')];
    const choices = [0.9, 0, 0.5, 0.9, 0.9];
    const balancer = await startBalancer(
      echoes.map((echo) => echo.port),
      () => choices.shift() ?? 0,
    );
    const ask = async (): Promise<string> => {
      const client = await open(balancer.port);
      client.socket.write('x');
      await client.until('x');
      client.socket.destroy();
      return client.got();
    };
    expect([await ask(), await ask(), await ask()]).toEqual(['2:x', '0:x', '1:x']);
    echoes[2]!.stop();
    expect(await ask()).toBe('1:x');
    expect(balancer.given).toEqual([1, 2, 1]);
    const kept = await open(balancer.port);
    kept.socket.write('x');
    await kept.until('0:x');
    balancer.reset(echoes[0]!.port);
    expect(await kept.closed).toBe('ECONNRESET');
    for (const echo of echoes) echo.stop();
    const left = await open(balancer.port);
    expect(await left.closed).toBe('ECONNRESET');
    await balancer.stop();
  });
  it('forwards a long response completely when its sender ends at once', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('x'.repeat(5_000_000)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = await startBalancer([(server.address() as AddressInfo).port]);
    const client = await open(balancer.port);
    await client.closed;
    expect(client.got()).toHaveLength(5_000_000);
    await balancer.stop();
    server.close();
  });
});
