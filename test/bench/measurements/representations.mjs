import { createOne, fill, HEADERS } from '../drive/api-calls.mjs';
import { h2load } from '../drive/h2load.mjs';
import { CONFIG_MAPS, startApiServer } from '../subjects/api-server.mjs';
import { cpuSeconds } from '../subjects/process-usage.mjs';

const OBJECTS = 10_000;
/** What the goal of the issue says of Table and protobuf. */
const AT_MOST = 3;
const FORMS = {
  json: 'application/json',
  Table: 'application/json;as=Table;v=v1;g=meta.orch.io',
  protobuf: 'application/vnd.orch.protobuf',
  'metadata only': 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io',
  YAML: 'application/yaml',
};

/** @type {import('./measurements.mjs').Measurement} */
export const representations = {
  name: 'representations',
  title: 'List of 10,000 ConfigMaps of 2 KiB in other representations',
  setting: 'One connection, TLS 1.3, not compressed, one list after the other; only the Accept header differs.',
  columns: [
    { key: 'ms', title: 'ms per list', digits: 1 },
    { key: 'cpuMs', title: 'server CPU, ms', digits: 1 },
    { key: 'mebibytes', title: 'MiB per list', digits: 1 },
  ],
  async open({ root, quick, folder }) {
    const orch = await startApiServer({ root, dataDir: folder('representations/orch') });
    await createOne(orch.url);
    await fill(orch.url, OBJECTS - 1, folder('representations'));
    const requests = quick ? 3 : 20;
    const lists = (accept) => async () => {
      const before = cpuSeconds(orch.pid);
      const url = orch.url + CONFIG_MAPS;
      const { done, meanMs, dataBytes } = await h2load({
        url,
        connections: 1,
        requests,
        headers: { ...HEADERS, accept },
      });
      const cpuMs = ((cpuSeconds(orch.pid) - before) * 1_000) / done;
      return { ms: meanMs, cpuMs, mebibytes: dataBytes / done / 1_048_576 };
    };
    const contestants = Object.entries(FORMS).map(([name, accept]) => ({ name, run: lists(accept) }));
    const goals = ['Table', 'protobuf'].map((name) => ({
      title: `list of 10,000 as ${name}: times the JSON list`,
      atMost: AT_MOST,
      value: (r) => r[name].ms / r['json'].ms,
    }));
    return { contestants, goals, close: () => orch.stop() };
  },
};
