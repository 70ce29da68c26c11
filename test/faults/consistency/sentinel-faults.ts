import { setTimeout as pause } from 'node:timers/promises';
import type { TestRedis, TestReplication, TestSentinels } from '@orch/testing';
import type { Dice } from './dice.js';
import type { Fault } from './fault.js';

/** What the Sentinels call the servers. */
const GROUP = 'orch';
/** Servers that went away have this long to be followers again. Unit: milliseconds. */
const JOINED_MS = 30_000;
/** So long is waited for a fail-over: on a busy machine the Sentinels may vote again and again. Unit: milliseconds. */
const TAKEOVER_MS = 60_000;

/** The server that the Sentinels take for the primary. */
export async function primaryOf(replication: TestReplication, sentinels: TestSentinels): Promise<TestRedis> {
  const { port } = await sentinels.primaryAddress();
  return replication.servers.find((server) => server.port === port)!;
}

/**
 * What may happen to a primary whose followers take its place. `allConfirm`: all followers have what is acknowledged. Otherwise one may
 * be promoted that has not, or confirm what an old primary does that does not know of the change yet; that is left out here.
 */
export function sentinelFaults(replication: TestReplication, sentinels: TestSentinels, allConfirm: boolean): Fault[] {
  const part = 'redis';
  const primary = () => primaryOf(replication, sentinels);
  const follower = async (dice: Dice) => {
    const now = await primary();
    return dice.pick(replication.servers.filter((server) => server !== now));
  };
  /** False: the Sentinels did not agree in time, and the old one is the primary still. That is for the servers to bear, too. */
  const takenOver = async (old: TestRedis): Promise<boolean> => {
    const limit = performance.now() + TAKEOVER_MS;
    while ((await primary()) === old) {
      if (performance.now() > limit) return false;
      await pause(50);
    }
    return true;
  };
  const noTakeover = (old: TestRedis) => `no server took over from ${old.port} in ${TAKEOVER_MS} ms`;
  const joined = (followers = replication.servers.length - 1) => allFollow(replication, sentinels, followers);
  const changedAtOnce = (): Fault => ({
    name: 'the Sentinels fail over to another primary on command',
    part,
    happen: async () => {
      const old = await primary();
      await sentinels.cli(0, 'SENTINEL', 'FAILOVER', GROUP);
      const taken = await takenOver(old);
      return `${taken ? `from ${old.port}` : noTakeover(old)}; ${await joined()}`;
    },
  });
  const changedInOrder = (): Fault => ({
    name: 'the primary is changed in order',
    part,
    happen: async () => {
      const old = await primary();
      try {
        await old.cli('CLIENT', 'PAUSE', TAKEOVER_MS, 'WRITE');
        const followers = await old.cli('WAIT', replication.replicas.length, JOINED_MS);
        if (followers !== replication.replicas.length) return `not from ${old.port}: ${String(followers)} followers`;
        await sentinels.cli(0, 'SENTINEL', 'FAILOVER', GROUP);
        if (!(await takenOver(old))) return noTakeover(old);
        // Until then it would take writes, and a follower that does not know of the change yet would confirm them.
        return `from ${old.port}; ${await joined()}`;
      } catch (error) {
        // Another fault, or the Sentinels as they demote it, ended the connection of a command: then the change is theirs.
        return `not from ${old.port}: ${String(error)}; ${await joined()}`;
      } finally {
        await unpaused(old);
      }
    },
  });
  return [
    {
      name: 'kill -9 of the primary, a follower takes over',
      part,
      happen: async (dice) => {
        const old = await primary();
        await old.kill();
        const taken = await takenOver(old);
        const downMs = dice.between(0, 2_000);
        await pause(downMs);
        await old.restart();
        return `${taken ? old.port : noTakeover(old)}, down for ${downMs} ms more; ${await joined()}`;
      },
    },
    {
      name: 'the primary is frozen, a follower takes over',
      part,
      happen: async (dice) => {
        const old = await primary();
        old.pause();
        const taken = await takenOver(old);
        if (taken && !allConfirm) await joined(replication.servers.length - 2);
        const frozenMs = dice.between(0, 2_000);
        await pause(frozenMs);
        old.resume();
        return `${taken ? old.port : noTakeover(old)}, frozen for ${frozenMs} ms more; ${await joined()}`;
      },
    },
    allConfirm ? changedAtOnce() : changedInOrder(),
    {
      name: 'kill -9 of a follower',
      part,
      happen: async (dice) => {
        const one = await follower(dice);
        const downMs = dice.between(0, 2_000);
        await one.kill();
        await pause(downMs);
        await one.restart();
        return `${one.port} for ${downMs} ms; ${await joined()}`;
      },
    },
    {
      name: 'all followers are frozen',
      part,
      happen: async (dice) => {
        const now = await primary();
        const followers = replication.servers.filter((server) => server !== now);
        const frozenMs = dice.between(200, 4_000);
        for (const one of followers) one.pause();
        await pause(frozenMs);
        for (const one of followers) one.resume();
        return `for ${frozenMs} ms; ${await joined()}`;
      },
    },
    {
      name: 'kill -9 of all servers of Redis',
      part,
      happen: async (dice) => {
        await Promise.all(replication.servers.map((server) => server.kill()));
        await pause(dice.between(0, 500));
        await Promise.all(replication.servers.map((server) => server.restart()));
        return joined();
      },
    },
  ];
}

/** Lets writes go on; a server that is down has lost the pause. */
async function unpaused(server: TestRedis): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const isDone = await server.cli('CLIENT', 'UNPAUSE').then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await pause(100);
  }
}

/** Waits until the primary has this number of followers. Returns the primary. */
async function allFollow(replication: TestReplication, sentinels: TestSentinels, wanted: number): Promise<string> {
  const limit = performance.now() + JOINED_MS;
  for (;;) {
    const primary = await primaryOf(replication, sentinels);
    const info = await primary.cli('INFO', 'replication').catch(() => '');
    const followers = String(info).match(/state=online/g)?.length ?? 0;
    if (String(info).includes('role:master') && followers === wanted) return `now ${primary.port}`;
    if (performance.now() > limit) return `now ${primary.port} with ${followers} followers`;
    await pause(100);
  }
}
