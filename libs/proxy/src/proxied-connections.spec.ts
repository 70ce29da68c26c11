import { ProxiedConnections } from './proxied-connections.js';

const flow = (name: string, exempt = false) => ({ name, exempt });
const MANY = { requests: 1_000, bytes: 1e9 };

describe('ProxiedConnections', () => {
  /** How many requests of a flow are accepted. */
  const fill = (connections: ProxiedConnections, name: string, headers: readonly string[] = []): (() => void)[] => {
    const releases: (() => void)[] = [];
    try {
      for (;;) releases.push(connections.reserve(flow(name), headers));
    } catch (error) {
      expect(error).toMatchObject({ code: 429, details: { retryAfterSeconds: 1 } });
      return releases;
    }
  };

  it('gives a flow as many requests as stay free', () => {
    const connections = new ProxiedConnections({ ...MANY, requests: 12 });
    expect(fill(connections, 'mallory')).toHaveLength(6);
    expect(fill(connections, 'eve')).toHaveLength(3);
    expect(fill(connections, 'anna')).toHaveLength(2);
  });

  it('counts the memory of requests, with that of their headers', () => {
    const limits = { ...MANY, bytes: 8 * 1_024 * 1_024 };
    const short = fill(new ProxiedConnections(limits), 'mallory').length;
    const long = fill(new ProxiedConnections(limits), 'mallory', ['x', 'v'.repeat(60_000)]).length;
    expect([short, long]).toEqual([16, 8]);
  });

  it('has room again when requests end', () => {
    const connections = new ProxiedConnections({ ...MANY, requests: 4 });
    for (const release of fill(connections, 'mallory')) release();
    expect(fill(connections, 'eve')).toHaveLength(2);
  });

  it('does not limit exempt flows, and does not count them', () => {
    const connections = new ProxiedConnections({ ...MANY, requests: 2 });
    for (let n = 0; n < 10; n++) connections.reserve(flow('admin', true), []);
    expect(fill(connections, 'anna')).toHaveLength(1);
  });
});
