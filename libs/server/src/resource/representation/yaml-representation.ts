import { encodeYaml } from '@orch/apimachinery';
import { jsonRepresentation } from './json-representation.js';
import { parseObject, type Representation } from './representation.js';
import { jsonStatus } from './status-form.js';

/** YAML, derived from the JSON (C-084). Cannot be watched. */
export const yamlRepresentation: Representation = {
  contentType: 'application/yaml',
  status: jsonStatus,
  watchKey: undefined,
  item: (_definition, bytes) => Buffer.from(encodeYaml(parseObject(bytes))),
  list: (store, page) => {
    const json = Buffer.concat([...jsonRepresentation.list(store, page).pieces]);
    return { pieces: [Buffer.from(encodeYaml(parseObject(json)))] };
  },
  event: (store, event) => jsonRepresentation.event(store, event),
};
