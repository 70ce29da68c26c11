import { ApiError, decodeYaml } from '@orch/apimachinery';
import { statusFormFor } from './status-form.js';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

describe('statusFormFor', () => {
  it.each([
    ['no header', undefined, JSON_TYPE],
    ['JSON', JSON_TYPE, JSON_TYPE],
    ['YAML', YAML_TYPE, YAML_TYPE],
    ['YAML that is preferred to JSON', 'application/json;q=0.5,application/yaml', YAML_TYPE],
    ['JSON that is preferred to YAML', 'application/yaml;q=0.5,application/json', JSON_TYPE],
    ['protobuf before YAML', `${PROTOBUF},application/yaml`, PROTOBUF],
    ['a type that a Status does not have, then YAML', 'text/html,application/yaml', YAML_TYPE],
    ['a table in YAML', 'application/yaml;as=Table;v=v1;g=meta.k8s.io', JSON_TYPE],
    ['any type', '*/*,application/yaml;q=0.5', JSON_TYPE],
  ])('encodes the Status of a client that accepts %s', (_what, accept, type) => {
    expect(statusFormFor(accept, false).contentType).toBe(type);
  });

  it('writes a Status as a YAML document, and the event of a watch as a line of JSON', () => {
    const status = ApiError.badRequest('yes').toStatus();
    const form = statusFormFor(YAML_TYPE, false);
    const document = form.document(status);
    expect(document.toString()).toContain('message: "yes"\n');
    expect(decodeYaml(document).value).toEqual(status);
    expect(JSON.parse(form.event(status).toString())).toMatchObject({ type: 'ERROR', object: { code: 400 } });
  });
});
