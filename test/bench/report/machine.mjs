import { spawnSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

import { spread } from '../statistics.mjs';

const FLUSHES = 100;

/**
 * What the figures depend on.
 * @param {string} root
 * @param {string} workDir
 * @param {Record<string, string | undefined>} tools
 */
export function describeMachine(root, workDir, tools) {
  const [{ model }] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit:
      spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim() || 'unknown',
    processor: model.trim(),
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1_024 ** 3),
    system: `Linux ${release()}`,
    node: process.version,
    flushMs: flushMs(workDir),
    tools,
  };
}

/** What one small durable write costs on this disk: the median of some. A disk that answers in microseconds absorbs flushes. */
function flushMs(folder) {
  const file = join(folder, 'flush');
  const bytes = Buffer.alloc(4_096, 0x78);
  const opened = openSync(file, 'w');
  const times = [];
  for (let at = 0; at < FLUSHES; at++) {
    const began = performance.now();
    writeSync(opened, bytes);
    fdatasyncSync(opened);
    times.push(performance.now() - began);
  }
  closeSync(opened);
  rmSync(file);
  return Number(spread(times).median.toFixed(3));
}

/**
 * @param {ReturnType<typeof describeMachine>} machine
 * @returns {string} one sentence
 */
export function machineText(machine) {
  const { processor, cores, memoryGiB, system, node, flushMs: flush, commit, date } = machine;
  const tools = Object.values(machine.tools).filter((tool) => tool !== undefined);
  return `${date}, commit ${commit}: ${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, ${tools.join(', ')}; a flush of 4 KiB takes ${flush} ms.`;
}
