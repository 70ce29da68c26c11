import { OBJECT_BYTES } from './objects.mjs';

/** Group and plural of the custom kind whose objects are compared with ConfigMaps. */
const GROUP = 'bench.example.com';
export const WIDGETS = `/apis/${GROUP}/v1/namespaces/default/widgets`;
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const text = (description, more) => ({ type: 'string', description, ...more });
const whole = (description, more) => ({ type: 'integer', format: 'int32', description, ...more });

/**
 * A schema as kinds of public projects have it: described fields, bounds, patterns, a list with keys, a map, a default.
 * @param {string} about in every description, so that no two definitions have equal text
 */
function schemaOf(about) {
  const port = {
    type: 'object',
    required: ['name', 'port'],
    properties: {
      name: text(`Name of the port of ${about}.`, { maxLength: 63 }),
      port: whole(`Number of the port of ${about}.`, { minimum: 1, maximum: 65_535 }),
      protocol: text(`Protocol of the port of ${about}.`, { enum: ['TCP', 'UDP'], default: 'TCP' }),
    },
  };
  const spec = {
    type: 'object',
    description: `Desired state of ${about}.`,
    required: ['image', 'replicas'],
    properties: {
      image: text(`Image that every replica of ${about} runs.`, { maxLength: 200, pattern: '^[a-z0-9./:-]+$' }),
      mode: text(`How ${about} is rolled out.`, { enum: ['Rolling', 'Recreate'] }),
      enabled: { type: 'boolean', description: `Whether ${about} runs.` },
      replicas: whole(`Number of replicas of ${about}.`, { minimum: 0, maximum: 1_000 }),
      minReplicas: whole(`Least number of replicas of ${about}.`, { minimum: 0 }),
      maxReplicas: whole(`Greatest number of replicas of ${about}.`, { minimum: 0 }),
      timeoutSeconds: whole(`How long ${about} may take.`, { default: 30 }),
      selector: {
        type: 'object',
        description: `Labels that ${about} selects.`,
        maxProperties: 32,
        additionalProperties: { type: 'string', maxLength: 63 },
      },
      ports: {
        type: 'array',
        description: `Ports of ${about}.`,
        maxItems: 16,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: port,
      },
      paths: {
        type: 'array',
        description: `Paths that ${about} answers.`,
        maxItems: 32,
        items: { type: 'string', maxLength: 128 },
      },
      cpu: {
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        description: `Processors of ${about}.`,
      },
      notes: text(`What people should know of ${about}.`, { maxLength: 8_192 }),
    },
  };
  const condition = {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      type: text(`What the condition of ${about} says.`),
      status: text(`Whether the condition of ${about} holds.`, { enum: ['True', 'False', 'Unknown'] }),
      reason: text(`Why the condition of ${about} is as it is.`),
      message: text(`The condition of ${about} for people.`),
      lastTransitionTime: text(`When the condition of ${about} changed.`, { format: 'date-time' }),
    },
  };
  const status = {
    type: 'object',
    description: `Observed state of ${about}.`,
    properties: {
      readyReplicas: whole(`Ready replicas of ${about}.`),
      observedGeneration: { type: 'integer', format: 'int64', description: `Generation that ${about} was seen at.` },
      conditions: { type: 'array', description: `Conditions of ${about}.`, items: condition },
    },
  };
  return { type: 'object', description: `Describes ${about}.`, required: ['spec'], properties: { spec, status } };
}

/** Five validation rules, on the whole, on a scalar, over lists. */
function addRules(schema) {
  const { spec } = schema.properties;
  const rule = (expression, message) => ({ rule: expression, message });
  spec['x-kubernetes-validations'] = [
    rule('self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas', 'replicas are out of bounds'),
    rule("self.ports.exists(one, one.name == 'http')", 'a port is named http'),
    rule("self.mode != 'Recreate' || self.replicas <= 10", 'too many to recreate'),
  ];
  spec.properties.image['x-kubernetes-validations'] = [
    rule("self.startsWith('registry.example.com/')", 'the image is not ours'),
  ];
  spec.properties.paths['x-kubernetes-validations'] = [
    rule("self.all(one, one.startsWith('/'))", 'paths begin with a slash'),
  ];
}

function definition(group, plural, kind, schema) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          subresources: { status: {} },
          additionalPrinterColumns: [
            { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
            { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
          ],
        },
      ],
    },
  };
}

/** The kind of {@link WIDGETS}: a schema and five validation rules. @returns {string} a body to create */
export function widgetDefinition() {
  const schema = schemaOf('a widget');
  addRules(schema);
  return JSON.stringify(definition(GROUP, 'widgets', 'Widget', schema));
}

/** Definitions are spread over groups of this size, as those of a project are. */
const KINDS_OF_A_GROUP = 20;
/** Parts of its `spec` that have the whole schema again: about 12 kB of JSON for each definition. */
const STAGES = ['prepare', 'deliver', 'verify'];

/**
 * Definition `number` of many, none like another.
 * @param {number} number
 * @param {string} family of definitions, in the names of their groups and kinds
 * @returns {{ body: string, name: string, group: string, plural: string, objects: string, object: string }} `objects`: the path of
 *   its objects; `object`: a body to create
 */
export function oneDefinition(number, family) {
  const group = `g${Math.floor(number / KINDS_OF_A_GROUP)}.${family}.example.com`;
  const kind = `${family}Part${number}`;
  const plural = `${kind.toLowerCase()}s`;
  const schema = schemaOf(`part ${number} of ${family}`);
  for (const stage of STAGES) {
    schema.properties.spec.properties[stage] = schemaOf(`the stage ${stage} of part ${number} of ${family}`);
  }
  return {
    body: JSON.stringify(definition(group, plural, kind, schema)),
    name: `${plural}.${group}`,
    group,
    plural,
    objects: `/apis/${group}/v1/namespaces/default/${plural}`,
    object: JSON.stringify({
      apiVersion: `${group}/v1`,
      kind,
      metadata: { name: 'one' },
      spec: { image: 'registry.example.com/part:1', replicas: 1 },
    }),
  };
}

const METADATA = { generateName: 'bench-', labels: { app: 'bench', tier: 'backend' } };

/**
 * A custom object, padded to `bytes` of JSON. The name is the server's to make.
 * @param {number} [bytes]
 */
export function widgetBody(bytes = OBJECT_BYTES) {
  const spec = {
    image: 'registry.example.com/widget:1.2.3',
    mode: 'Rolling',
    enabled: true,
    replicas: 3,
    minReplicas: 1,
    maxReplicas: 10,
    timeoutSeconds: 60,
    selector: { app: 'widget', tier: 'backend', zone: 'a' },
    ports: [
      { name: 'http', port: 80, protocol: 'TCP' },
      { name: 'https', port: 443, protocol: 'TCP' },
      { name: 'metrics', port: 9_090, protocol: 'TCP' },
    ],
    paths: ['/', '/healthz', '/metrics', '/api/v1'],
    cpu: '500m',
    notes: '',
  };
  return padded({ apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: METADATA, spec }, spec, 'notes', bytes);
}

/** Scalars of the `spec` above, and so members of the ConfigMap that is compared with it. */
const SCALARS = 25;

/**
 * A ConfigMap with as many values as {@link widgetBody} and as many bytes.
 * @param {number} [bytes]
 */
export function configMapLikeWidget(bytes = OBJECT_BYTES) {
  const data = {};
  for (let at = 0; at < SCALARS - 1; at++) data[`member-${at}`] = `value-${at}`;
  return padded({ apiVersion: 'v1', kind: 'ConfigMap', metadata: METADATA, data }, data, 'notes', bytes);
}

/** `object` as JSON after its member was filled so that the whole has `bytes`. */
function padded(object, parent, member, bytes) {
  parent[member] = '';
  parent[member] = 'x'.repeat(bytes - JSON.stringify(object).length);
  return JSON.stringify(object);
}
