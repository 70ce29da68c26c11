// Entry of the worker thread that decodes large YAML bodies off the event loop; started by yaml-decoder.ts.
import { parentPort } from 'node:worker_threads';
import { ApiError, decodeYaml } from '@orch/apimachinery';
import type { YamlAnswer, YamlTask } from './yaml-task.js';

parentPort!.on('message', ({ bytes }: YamlTask) => {
  const answer = answerOf(bytes);
  parentPort!.postMessage(answer, 'json' in answer ? [answer.json.buffer as ArrayBuffer] : []);
});

function answerOf(bytes: Uint8Array): YamlAnswer {
  try {
    const { value, ...duplicates } = decodeYaml(bytes);
    // Sent as text, which the receiver parses in steps; an object would be deserialized in one step.
    const json = new TextEncoder().encode(JSON.stringify(value));
    return { json, ...duplicates };
  } catch (error) {
    if (error instanceof ApiError) return { refused: { reason: error.reason, message: error.message } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
