import { encodeYaml } from '@orch/apimachinery';
import { parseObject, type Representation } from './representation.js';
import { jsonStatus } from './status-form.js';

/** YAML, derived from an answer in JSON (C-084). Cannot be watched. */
export const yamlRepresentation = (json: Representation): Representation => ({
  contentType: 'application/yaml',
  status: jsonStatus,
  watchKey: undefined,
  item: (definition, bytes) => inYaml(json.item(definition, bytes)),
  list: (store, page) => ({ pieces: [inYaml(Buffer.concat([...json.list(store, page).pieces]))] }),
  event: (store, event) => json.event(store, event),
});

const inYaml = (bytes: Buffer): Buffer => Buffer.from(encodeYaml(parseObject(bytes)));
