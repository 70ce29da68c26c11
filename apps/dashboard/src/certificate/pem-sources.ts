import { type ApiObject, listAt, textAt } from '../api/object';
import type { Resource } from '../api/resource';
import { decodeBase64 } from '../api/decode-base64';

/** A text of an object in which certificates are. */
export interface PemSource {
  readonly label: string;
  readonly pem: string;
}

type SourcesOf = (object: ApiObject) => readonly PemSource[];

const encoded = (label: string, base64: string): PemSource => ({ label, pem: decodeBase64(base64) });

const signingRequest: SourcesOf = (object) => [
  encoded('Requested', textAt(object, 'spec', 'request')),
  encoded('Issued', textAt(object, 'status', 'certificate')),
];

const secret: SourcesOf = ({ data }) => Object.entries(data ?? {}).map(([key, value]) => encoded(key, String(value)));

const configMap: SourcesOf = ({ data }) =>
  Object.entries(data ?? {}).map(([key, value]) => ({ label: key, pem: String(value) }));

const webhooks: SourcesOf = (object) =>
  listAt(object, 'webhooks').map((hook) =>
    encoded(`CA of ${textAt(hook, 'name')}`, textAt(hook, 'clientConfig', 'caBundle')),
  );

const BY_RESOURCE: ReadonlyMap<string, SourcesOf> = new Map(
  Object.entries<SourcesOf>({
    apiservices: (object) => [encoded('CA', textAt(object, 'spec', 'caBundle'))],
    certificatesigningrequests: signingRequest,
    clustertrustbundles: (object) => [{ label: 'Trusted', pem: textAt(object, 'spec', 'trustBundle') }],
    configmaps: configMap,
    customresourcedefinitions: (object) => [
      encoded('CA of the conversion', textAt(object, 'spec', 'conversion', 'webhook', 'clientConfig', 'caBundle')),
    ],
    mutatingwebhookconfigurations: webhooks,
    podcertificaterequests: (object) => [{ label: 'Issued', pem: textAt(object, 'status', 'certificateChain') }],
    secrets: secret,
    validatingwebhookconfigurations: webhooks,
  }),
);

/** Where certificates are in an object. Of a Secret there are none before its values are here. */
export function pemSources({ resource }: Pick<Resource, 'resource'>, object: ApiObject): PemSource[] {
  const sources = BY_RESOURCE.get(resource)?.(object) ?? [];
  return sources.filter(({ pem }) => pem.includes('-----BEGIN '));
}
