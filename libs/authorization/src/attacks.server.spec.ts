import type { PolicyRule } from '@orch/api';
import { sendRaw, RbacServer } from '@orch/server-testing';

/** Content that no attack may read. */
const LOOT = 'bG9vdA==';

const rule = (verbs: string, resources: string, group = '', ...resourceNames: string[]): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups: [group],
  resources: resources.split(' '),
  ...(resourceNames.length === 0 ? {} : { resourceNames }),
});

const CM = '/api/v1/namespaces/t1/configmaps';
const LIMITS = '/api/v1/namespaces/t1/limitranges';
const SECRETS = '/api/v1/namespaces/t1/secrets';
const OTHER = '/api/v1/namespaces/t2/secrets';
const PODS = '/api/v1/namespaces/t1/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/t1/deployments';
const ACCOUNTS = '/api/v1/namespaces/t1/serviceaccounts';
const RBAC = '/apis/rbac.authorization.orch.io/v1';

/** Permissions by user, each only in namespace `t1`. Other users have none. */
const RIGHTS: Readonly<Record<string, readonly PolicyRule[]>> = {
  /** Everything in the namespace. */
  chief: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  /** Reads everything except Secrets. */
  reader: [rule('get list watch', 'configmaps pods services')],
  /** One Secret by its name. */
  named: [rule('get list watch delete deletecollection', 'secrets', '', 'mine')],
  updater: [rule('get update patch', 'configmaps limitranges')],
  creator: [rule('create', 'configmaps pods serviceaccounts')],
  deleter: [rule('delete', 'configmaps')],
  lister: [rule('list', 'secrets')],
  watcher: [rule('watch', 'configmaps')],
  /** Main resources with every verb, and none of their sub-resources. */
  mains: [rule('*', 'pods services serviceaccounts'), rule('*', 'deployments', 'apps')],
  /** Sub-resources without their main ones. */
  parts: [rule('*', 'pods/status pods/log'), rule('*', 'deployments/scale deployments/status', 'apps')],
  /** Acts as accounts of this namespace. */
  actor: [rule('impersonate', 'serviceaccounts')],
};

/** @param type of the body: the request is sent by an HTTP client; without one it is sent byte for byte. */
type Attack = readonly [
  name: string, who: string, request: string, code: number, body?: unknown, headers?: readonly string[] | string,
]; // prettier-ignore

const merge = 'application/merge-patch+json';
const apply = 'application/apply-patch+yaml';
const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' }, data: { a: '1' } };

const paths: readonly Attack[] = [
  ['another namespace', 'chief', `GET ${OTHER}/theirs`, 403],
  ['a doubled slash before the namespace', 'reader', 'GET /api/v1/namespaces//t1/secrets/loot', 404],
  ['a doubled slash at the start', 'reader', 'GET //api/v1/namespaces/t1/secrets/loot', 403],
  ['a doubled slash before the name', 'reader', `GET ${SECRETS}//loot`, 404],
  ['a doubled slash at the end', 'reader', `GET ${SECRETS}//`, 404],
  ['a slash at the end', 'reader', `GET ${SECRETS}/`, 403],
  ['a slash behind the name', 'reader', `GET ${SECRETS}/loot/`, 403],
  ['dots up', 'reader', `GET ${CM}/../secrets/loot`, 403],
  ['dots up from the namespace', 'chief', 'GET /api/v1/namespaces/t1/../t2/secrets/theirs', 404],
  ['encoded dots up', 'reader', `GET ${CM}/%2e%2e/secrets/loot`, 403],
  ['encoded dots up in upper case', 'reader', `GET ${CM}/%2E%2E/secrets/loot`, 403],
  ['half encoded dots up', 'chief', 'GET /api/v1/namespaces/t1/.%2e/t2/secrets/theirs', 404],
  ['doubly encoded dots up', 'reader', `GET ${CM}/%252e%252e/secrets/loot`, 403],
  ['dots and a slash encoded', 'reader', `GET ${CM}/..%2fsecrets%2floot`, 404],
  ['an encoded slash in the name', 'reader', `GET ${CM}/a%2f..%2f..%2fsecrets%2floot`, 404],
  ['an encoded slash between resource and name', 'reader', `GET ${SECRETS}%2floot`, 404],
  ['an encoded slash in the namespace', 'chief', 'GET /api/v1/namespaces/t1%2f..%2ft2/secrets/theirs', 404],
  ['a backslash', 'reader', `GET ${CM}/..\\secrets\\loot`, 404],
  ['an encoded backslash', 'reader', `GET ${CM}/..%5csecrets%5cloot`, 404],
  ['a dot as a part', 'reader', `GET /api/v1/namespaces/t1/./secrets/loot`, 403],
  ['an encoded letter of the resource', 'reader', 'GET /api/v1/namespaces/t1/s%65crets/loot', 403],
  ['an encoded letter of the word namespaces', 'reader', 'GET /api/v1/n%61mespaces/t1/secrets/loot', 403],
  ['an encoded letter of api', 'reader', 'GET /%61pi/v1/namespaces/t1/secrets/loot', 403],
  ['an encoded letter of the namespace', 'chief', 'GET /api/v1/namespaces/t%32/secrets/theirs', 403],
  ['upper case of the resource', 'reader', 'GET /api/v1/namespaces/t1/Secrets/loot', 403],
  ['upper case of api', 'reader', 'GET /API/v1/namespaces/t1/secrets/loot', 403],
  ['upper case of the version', 'reader', 'GET /api/V1/namespaces/t1/secrets/loot', 403],
  ['upper case of the namespace', 'chief', 'GET /api/v1/namespaces/T2/secrets/theirs', 403],
  ['a kind for a resource', 'reader', 'GET /api/v1/namespaces/t1/Secret/loot', 403],
  ['a singular for a resource', 'reader', 'GET /api/v1/namespaces/t1/secret/loot', 403],
  ['a NUL behind the resource', 'reader', `GET ${CM}%00/../secrets/loot`, 403],
  ['a NUL behind the name', 'named', `GET ${SECRETS}/loot%00`, 403],
  ['a NUL behind the allowed name', 'named', `GET ${SECRETS}/mine%00/../loot`, 403],
  ['a broken escape', 'reader', `GET ${SECRETS}/loot%`, 400],
  ['an overlong slash', 'reader', `GET ${CM}/..%c0%afsecrets%c0%afloot`, 400],
  ['a full-width slash', 'reader', `GET ${CM}/..%ef%bc%8fsecrets%ef%bc%8floot`, 404],
  ['a space encoded as plus', 'reader', `GET ${SECRETS}+/loot`, 403],
  ['a parameter in the path', 'reader', `GET ${CM};/../secrets/loot`, 403],
  ['a parameter behind the resource', 'reader', 'GET /api/v1/namespaces/t1/secrets;configmaps/loot', 403],
  ['a fragment', 'reader', `GET ${SECRETS}/loot#${CM}`, 403],
  ['an encoded question mark', 'reader', `GET ${SECRETS}/loot%3Fwatch=0`, 403],
  ['a whole URL', 'reader', `GET https://x${SECRETS}/loot`, 403],
  ['a whole URL of another kind', 'reader', `GET file://${SECRETS}/loot`, 403],
  ['a whole URL with a user', 'reader', `GET https://admin@x${SECRETS}/loot`, 403],
  ['a path without its slash', 'reader', `GET ${SECRETS.slice(1)}/loot`, 400],
  ['the core group under apis', 'reader', 'GET /apis//v1/namespaces/t1/secrets/loot', 404],
  ['the core group by a name', 'reader', 'GET /apis/core/v1/namespaces/t1/secrets/loot', 403],
  ['a cluster path of a namespaced resource', 'reader', 'GET /api/v1/secrets/loot', 403],
  ['all namespaces', 'chief', 'GET /api/v1/secrets', 403],
  ['an empty namespace', 'chief', 'GET /api/v1/namespaces//secrets', 404],
  ['a star as namespace', 'chief', 'GET /api/v1/namespaces/*/secrets', 403],
  ['the old way to watch', 'reader', `GET /api/v1/watch/namespaces/t1/secrets`, 403],
  ['the old way to watch one', 'reader', `GET /api/v1/watch/namespaces/t1/secrets/loot`, 403],
  ['the old way to watch all', 'chief', 'GET /api/v1/watch/secrets', 403],
  ['the old way to watch, with a watch switched off', 'reader', 'GET /api/v1/watch/namespaces/t1/secrets?watch=0', 403],
  ['a namespace named like a resource', 'reader', 'GET /api/v1/namespaces/t1/namespaces/t2/secrets/theirs', 403],
  ['status in place of a resource', 'chief', 'GET /api/v1/namespaces/t2/status', 403],
]; // prettier-ignore

const queries: readonly Attack[] = [
  ['a watch of what one may not watch', 'lister', `GET ${SECRETS}?watch=true`, 403],
  ['a watch in upper case', 'lister', `GET ${SECRETS}?watch=TRUE`, 403],
  ['a watch without a value', 'lister', `GET ${SECRETS}?watch`, 403],
  ['a watch given twice, off first', 'watcher', `GET ${CM}?watch=0&watch=1`, 403],
  ['a list with watch only', 'watcher', `GET ${CM}`, 403],
  ['a list with watch only, watch=false', 'watcher', `GET ${CM}?watch=false`, 403],
  ['a get with list only', 'lister', `GET ${SECRETS}/loot`, 403],
  ['a list with get of one name only', 'named', `GET ${SECRETS}`, 403],
  ['another name', 'named', `GET ${SECRETS}/loot`, 403],
  ['a selector of another name', 'named', `GET ${SECRETS}?fieldSelector=metadata.name=loot`, 403],
  ['a selector of no name', 'named', `GET ${SECRETS}?fieldSelector=metadata.name=`, 403],
  ['a selector of all but a name', 'named', `GET ${SECRETS}?fieldSelector=metadata.name!=mine`, 403],
  ['a selector of all but a name, encoded', 'named', `GET ${SECRETS}?fieldSelector=metadata.name%21%3Dmine`, 403],
  ['a selector of another field with the name', 'named', `GET ${SECRETS}?fieldSelector=type=mine`, 403],
  ['a selector of a label', 'named', `GET ${SECRETS}?labelSelector=metadata.name=mine`, 403],
  ['selectors twice, the other first', 'named', `GET ${SECRETS}?fieldSelector=metadata.name=loot&fieldSelector=metadata.name=mine`, 403],
  ['selectors twice, an empty one first', 'named', `GET ${SECRETS}?fieldSelector=&fieldSelector=metadata.name=mine`, 403],
  ['a selector by an encoded key', 'named', `GET ${SECRETS}?field%53elector=metadata.name=loot`, 403],
  ['a selector in lower case', 'named', `GET ${SECRETS}?fieldselector=metadata.name=mine`, 403],
  ['a selector with a space', 'named', `GET ${SECRETS}?fieldSelector=metadata.name%20=loot`, 403],
  ['a selector in another case', 'named', `GET ${SECRETS}?fieldSelector=Metadata.Name=mine`, 403],
  ['a selector behind an escaped comma', 'named', `GET ${SECRETS}?fieldSelector=type=a\\,metadata.name=mine`, 403],
  ['a selector of a watch', 'named', `GET ${SECRETS}?watch=1&fieldSelector=metadata.name=loot`, 403],
  ['a selector of the old watch', 'named', `GET /api/v1/watch/namespaces/t1/secrets?fieldSelector=metadata.name=loot`, 403],
  ['a selector in all namespaces', 'named', 'GET /api/v1/secrets?fieldSelector=metadata.name=mine', 403],
  ['a selector in another namespace', 'named', `GET ${OTHER}?fieldSelector=metadata.name=mine`, 403],
  ['a selector of a namespace', 'chief', 'GET /api/v1/secrets?fieldSelector=metadata.namespace=t1', 403],
  ['a name in the query', 'named', `GET ${SECRETS}?name=mine&resourceName=mine`, 403],
  ['a namespace in the query', 'chief', 'GET /api/v1/secrets?namespace=t1', 403],
  ['a method in the query', 'reader', `POST ${SECRETS}?_method=GET`, 403, {}],
  ['a forged continue token', 'reader', `GET ${SECRETS}?continue=e30&limit=1`, 403],
  ['only what is new to me', 'reader', `GET ${SECRETS}?sendInitialEvents=true&watch=1&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`, 403],
]; // prettier-ignore

const forms: readonly Attack[] = [
  ['a table of secrets', 'reader', `GET ${SECRETS}`, 403, undefined, ['Accept: application/json;as=Table;g=meta.orch.io;v=v1']],
  ['metadata of secrets', 'reader', `GET ${SECRETS}`, 403, undefined, ['Accept: application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1']],
  ['metadata of one secret', 'reader', `GET ${SECRETS}/loot`, 403, undefined, ['Accept: application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1']],
  ['secrets as YAML', 'reader', `GET ${SECRETS}`, 403, undefined, ['Accept: application/yaml']],
  ['secrets as protobuf', 'reader', `GET ${SECRETS}`, 403, undefined, ['Accept: application/vnd.orch.protobuf']],
  ['a watch of tables', 'reader', `GET ${SECRETS}?watch=1`, 403, undefined, ['Accept: application/json;as=Table;g=meta.orch.io;v=v1']],
  ['HEAD', 'reader', `HEAD ${SECRETS}/loot`, 403],
  ['OPTIONS', 'reader', `OPTIONS ${SECRETS}/loot`, 403],
  ['TRACE', 'reader', `TRACE ${SECRETS}/loot`, 403],
  ['a method in lower case', 'reader', `get ${SECRETS}/loot`, 405],
  ['an unknown method', 'reader', `FETCH ${SECRETS}/loot`, 405],
  ['PROPFIND', 'reader', `PROPFIND ${SECRETS}`, 403],
  ['a method override', 'reader', `POST ${SECRETS}/loot`, 403, {}, ['X-HTTP-Method-Override: GET']],
  ['another method override', 'reader', `GET ${CM}/cm`, 200, undefined, ['X-HTTP-Method: DELETE', 'X-Method-Override: DELETE', 'X-HTTP-Method-Override: DELETE']],
  ['a URL override', 'reader', `GET ${CM}/cm`, 200, undefined, [`X-Original-URL: ${SECRETS}/loot`, `X-Rewrite-URL: ${SECRETS}/loot`, 'X-Forwarded-Prefix: /api/v1/namespaces/t1/secrets']],
  ['an upgrade to a web socket', 'reader', `GET ${SECRETS}?watch=1`, 403, undefined, ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']],
  ['a token as the only protocol of a web socket', '', `GET ${CM}?watch=1`, 401, undefined, ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', `Sec-WebSocket-Protocol: base64url.bearer.authorization.orch.io.${Buffer.from('chief').toString('base64url')}`]],
  ['an upgrade to clear HTTP/2', 'reader', `GET ${SECRETS}/loot`, 403, undefined, ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']],
  ['a host of another', 'reader', `GET ${SECRETS}/loot`, 403, undefined, ['X-Forwarded-Host: localhost', 'X-Real-IP: 127.0.0.1', 'X-Forwarded-For: 127.0.0.1']],
]; // prettier-ignore

const verbs: readonly Attack[] = [
  ['PUT that creates', 'updater', `PUT ${LIMITS}/new`, 403, { metadata: { name: 'new' } }],
  ['PUT of an absent object', 'updater', `PUT ${CM}/new`, 404, { ...applied }],
  ['apply that creates', 'updater', `PATCH ${CM}/new?fieldManager=m`, 403, applied, apply],
  ['apply that creates, with force', 'updater', `PATCH ${CM}/new?fieldManager=m&force=true`, 403, applied, apply],
  ['apply that creates, dry', 'updater', `PATCH ${CM}/new?fieldManager=m&dryRun=All`, 403, applied, apply],
  ['POST', 'updater', `POST ${CM}`, 403, applied],
  ['POST of what exists', 'updater', `POST ${CM}`, 403, { metadata: { name: 'cm' } }],
  ['PUT with create only', 'creator', `PUT ${CM}/cm`, 403, { metadata: { name: 'cm' } }],
  ['PUT of a new object with create only', 'creator', `PUT ${CM}/new`, 403, applied],
  ['a patch with create only', 'creator', `PATCH ${CM}/cm`, 403, {}, merge],
  ['apply with create only', 'creator', `PATCH ${CM}/new?fieldManager=m`, 403, applied, apply],
  ['a read with create only', 'creator', `GET ${CM}/cm`, 403],
  ['a create in a namespace that the body names', 'creator', `POST ${CM}`, 400, { metadata: { name: 'new', namespace: 't2' } }],
  ['a create in another namespace', 'creator', 'POST /api/v1/namespaces/t2/configmaps', 403, { metadata: { name: 'new', namespace: 't1' } }],
  ['a create of another kind', 'creator', `POST ${CM}`, 400, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'new' }, data: {} }],
  ['a create with a name in the path', 'creator', `POST ${CM}/new`, 405, applied],
  ['a list for a body', 'creator', `POST ${CM}`, 400, { apiVersion: 'v1', kind: 'List', items: [{ kind: 'Secret' }] }],
  ['a delete of all', 'deleter', `DELETE ${CM}`, 403],
  ['a delete of all, by a slash', 'deleter', `DELETE ${CM}/`, 403],
  ['a delete of all, by one name', 'deleter', `DELETE ${CM}?fieldSelector=metadata.name=cm`, 403],
  ['a delete of all but mine', 'named', `DELETE ${SECRETS}?fieldSelector=metadata.name!=mine`, 403],
  ['a delete of all', 'named', `DELETE ${SECRETS}`, 403],
  ['a delete of all with two selectors', 'named', `DELETE ${SECRETS}?fieldSelector=metadata.name=loot&fieldSelector=metadata.name=mine`, 403],
  ['a delete by patching', 'deleter', `PATCH ${CM}/cm`, 403, { metadata: { finalizers: [] } }, merge],
  ['a delete with a body that names others', 'named', `DELETE ${SECRETS}/loot`, 403, { preconditions: {} }],
  ['a rename by PUT', 'updater', `PUT ${CM}/cm`, 400, { metadata: { name: 'other' }, data: {} }],
  ['a move by PUT', 'updater', `PUT ${CM}/cm`, 400, { metadata: { name: 'cm', namespace: 't2' }, data: {} }],
  ['a rename by a patch', 'updater', `PATCH ${CM}/cm`, 400, { metadata: { name: 'other' } }, merge],
  ['a move by a patch', 'updater', `PATCH ${CM}/cm`, 400, { metadata: { namespace: 't2' } }, merge],
  ['another kind by a patch', 'updater', `PATCH ${CM}/cm`, 422, { kind: 'Secret' }, merge],
]; // prettier-ignore

const parts: readonly Attack[] = [
  ['status', 'mains', `PUT ${PODS}/p/status`, 403, { metadata: { name: 'p' } }],
  ['status by a patch', 'mains', `PATCH ${PODS}/p/status`, 403, {}, merge],
  ['status by apply', 'mains', `PATCH ${PODS}/p/status?fieldManager=m`, 403, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } }, apply],
  ['scale', 'mains', `PUT ${DEPLOYMENTS}/d/scale`, 403, { metadata: { name: 'd' }, spec: { replicas: 9 } }],
  ['reading scale', 'mains', `GET ${DEPLOYMENTS}/d/scale`, 403],
  ['scale with a slash at the end', 'mains', `GET ${DEPLOYMENTS}/d/scale/`, 403],
  ['scale by upper case', 'mains', `GET ${DEPLOYMENTS}/d/Scale`, 403],
  ['scale by an encoded letter', 'mains', `GET ${DEPLOYMENTS}/d/sc%61le`, 403],
  ['scale by an encoded slash', 'mains', `GET ${DEPLOYMENTS}/d%2fscale`, 404],
  ['eviction', 'mains', `POST ${PODS}/p/eviction`, 403, { metadata: { name: 'p' } }],
  ['binding', 'mains', `POST ${PODS}/p/binding`, 403, { metadata: { name: 'p' }, target: { name: 'n' } }],
  ['the old bindings', 'mains', 'POST /api/v1/namespaces/t1/bindings', 403, { metadata: { name: 'p' }, target: { name: 'n' } }],
  ['log', 'mains', `GET ${PODS}/p/log`, 403],
  ['exec', 'mains', `POST ${PODS}/p/exec?command=id`, 403],
  ['exec by GET', 'mains', `GET ${PODS}/p/exec?command=id`, 403],
  ['attach', 'mains', `GET ${PODS}/p/attach`, 403],
  ['port forward', 'mains', `GET ${PODS}/p/portforward`, 403],
  ['ephemeral containers', 'mains', `PATCH ${PODS}/p/ephemeralcontainers`, 403, {}, merge],
  ['a token of an account', 'mains', `POST ${ACCOUNTS}/robot/token`, 403, { spec: {} }],
  ['a token with create of accounts only', 'creator', `POST ${ACCOUNTS}/robot/token`, 403, { spec: {} }],
  ['a token in another namespace', 'chief', 'POST /api/v1/namespaces/t2/serviceaccounts/default/token', 403, { spec: {} }],
  ['the proxy of a pod', 'mains', `GET ${PODS}/p/proxy/`, 403],
  ['the proxy of a pod with a path to the server', 'mains', `GET ${PODS}/p/proxy/../../../secrets/loot`, 403],
  ['the proxy of a service', 'mains', 'GET /api/v1/namespaces/t1/services/https:s:443/proxy/api/v1/secrets', 403],
  ['the proxy of a service with read permissions', 'reader', 'GET /api/v1/namespaces/t1/services/s/proxy', 403],
  ['the proxy of a service by POST', 'reader', 'POST /api/v1/namespaces/t1/services/s/proxy/', 403],
  ['the proxy of the old path', 'mains', 'GET /api/v1/proxy/namespaces/t1/services/s/', 403],
  ['an unknown sub-resource', 'mains', `GET ${PODS}/p/secrets`, 403],
  ['a path below a sub-resource', 'parts', `GET ${PODS}/p/status/../../../secrets/loot`, 404],
  ['the main resource', 'parts', `GET ${PODS}/p`, 403],
  ['the main resource by PUT', 'parts', `PUT ${DEPLOYMENTS}/d`, 403, { metadata: { name: 'd' } }],
  ['the main resource by an encoded slash', 'parts', `GET ${PODS}%2fp%2fstatus`, 404],
  ['a list of sub-resources', 'parts', `GET ${PODS}`, 403],
]; // prettier-ignore

const scopes: readonly Attack[] = [
  ['nodes', 'chief', 'GET /api/v1/nodes', 403],
  ['a node', 'chief', 'GET /api/v1/nodes/n', 403],
  ['a node as if it stood in the namespace', 'chief', 'GET /api/v1/namespaces/t1/nodes/n', 404],
  ['a node made as if it stood in the namespace', 'chief', 'POST /api/v1/namespaces/t1/nodes', 404, { metadata: { name: 'n2' } }],
  ['the proxy of a node', 'chief', 'GET /api/v1/nodes/n/proxy/', 403],
  ['the proxy of a node in the namespace', 'chief', 'GET /api/v1/namespaces/t1/nodes/n/proxy/', 404],
  ['all namespaces', 'chief', 'GET /api/v1/namespaces', 403],
  ['another namespace', 'chief', 'GET /api/v1/namespaces/t2', 403],
  ['a delete of another namespace', 'chief', 'DELETE /api/v1/namespaces/t2', 403],
  ['a namespace made', 'chief', 'POST /api/v1/namespaces', 403, { metadata: { name: 't3' } }],
  ['a cluster role', 'chief', `POST ${RBAC}/clusterroles`, 403, { metadata: { name: 'x' }, rules: [] }],
  ['a cluster role as if it stood in the namespace', 'chief', `POST ${RBAC}/namespaces/t1/clusterroles`, 404, { metadata: { name: 'x' }, rules: [] }],
  ['a cluster role binding', 'chief', `POST ${RBAC}/clusterrolebindings`, 403, { metadata: { name: 'x' }, roleRef: { kind: 'ClusterRole', name: 'cluster-admin' }, subjects: [] }],
  ['a cluster role changed', 'chief', `PATCH ${RBAC}/clusterroles/view`, 403, { rules: [] }, merge],
  ['a role in another namespace', 'chief', `POST ${RBAC}/namespaces/t2/roles`, 403, { metadata: { name: 'x' }, rules: [] }],
  ['a binding in another namespace', 'chief', `POST ${RBAC}/namespaces/t2/rolebindings`, 403, { metadata: { name: 'x' }, roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [] }],
  ['a persistent volume', 'chief', 'GET /api/v1/persistentvolumes', 403],
  ['a certificate request', 'chief', 'GET /apis/certificates.orch.io/v1/certificatesigningrequests', 403],
  ['a definition of resources', 'chief', 'POST /apis/apiextensions.orch.io/v1/customresourcedefinitions', 403, {}],
  ['a webhook', 'chief', 'POST /apis/admissionregistration.orch.io/v1/mutatingwebhookconfigurations', 403, {}],
  ['a priority level', 'chief', 'GET /apis/flowcontrol.apiserver.orch.io/v1beta2/prioritylevelconfigurations', 403],
  ['an access review of another user', 'chief', 'POST /apis/authorization.orch.io/v1/subjectaccessreviews', 403, { spec: { user: 'x', nonResourceAttributes: { verb: 'get', path: '/' } } }],
  ['the token of others', 'chief', 'POST /apis/authentication.orch.io/v1/tokenreviews', 403, { spec: { token: 'chief' } }],
  ['metrics', 'chief', 'GET /metrics', 403],
  ['metrics by a doubled slash', 'chief', 'GET //metrics', 403],
  ['metrics by an encoded letter', 'chief', 'GET /m%65trics', 403],
  ['metrics by a slash at the end', 'chief', 'GET /metrics/', 403],
  ['metrics below a path that is open', 'eve', 'GET /healthz/../metrics', 403],
  ['metrics below an open path, encoded', 'eve', 'GET /healthz/%2e%2e/metrics', 403],
  ['metrics below an open path, slash encoded', 'eve', 'GET /healthz%2f..%2fmetrics', 403],
  ['profiles', 'chief', 'GET /debug/pprof/', 403],
  ['another user', 'chief', `GET ${CM}`, 403, undefined, ['Impersonate-User: eve']],
  ['administrators', 'chief', 'GET /api/v1/nodes', 403, undefined, ['Impersonate-User: chief', 'Impersonate-Group: system:masters']],
  ['an account of another namespace', 'chief', `GET ${CM}`, 403, undefined, ['Impersonate-User: system:serviceaccount:t2:default']],
  ['an account of another namespace', 'actor', `GET ${CM}`, 403, undefined, ['Impersonate-User: system:serviceaccount:t2:default']],
  ['an account with a group of choice', 'actor', `GET ${CM}`, 403, undefined, ['Impersonate-User: system:serviceaccount:t1:robot', 'Impersonate-Group: system:masters']],
  ['an account with extra values', 'actor', `GET ${CM}`, 403, undefined, ['Impersonate-User: system:serviceaccount:t1:robot', 'Impersonate-Extra-scopes: all']],
  ['an account with a uid', 'actor', `GET ${CM}`, 403, undefined, ['Impersonate-User: system:serviceaccount:t1:robot', 'Impersonate-Uid: 1']],
  ['an account of a namespace with a colon', 'actor', `GET ${CM}`, 403, undefined, ['Impersonate-User: system:serviceaccount:t1:robot:x']],
  ['an account that is a user', 'actor', `GET ${CM}`, 403, undefined, ['Impersonate-User: robot']],
  ['the permissions of a role that was never bound', 'eve', `GET ${CM}`, 403],
  ['anonymous', '', `GET ${CM}`, 403],
]; // prettier-ignore

/** Lists and watches of the visible set are not authorized as a whole: none may return hidden objects. */
const visible: readonly Attack[] = [
  ['all secrets', 'reader', 'GET /api/v1/secrets?visible=true', 200],
  ['secrets of a namespace', 'reader', `GET ${SECRETS}?visible=true`, 200],
  ['secrets of another namespace', 'chief', `GET ${OTHER}?visible=true`, 200],
  ['one by its name', 'reader', `GET ${SECRETS}/loot?visible=true`, 403],
  ['one by a selector', 'named', `GET ${SECRETS}?visible=true&fieldSelector=metadata.name=loot`, 200],
  ['all but mine', 'named', `GET ${SECRETS}?visible=true&fieldSelector=metadata.name!=mine`, 200],
  ['the rest behind a page', 'named', `GET ${SECRETS}?visible=true&limit=1`, 200],
  ['metadata', 'reader', 'GET /api/v1/secrets?visible=true', 200, undefined, ['Accept: application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1']],
  ['a table', 'reader', 'GET /api/v1/secrets?visible=true', 200, undefined, ['Accept: application/json;as=Table;g=meta.orch.io;v=v1']],
  ['protobuf', 'reader', 'GET /api/v1/secrets?visible=true', 200, undefined, ['Accept: application/vnd.orch.protobuf']],
  ['by the media type', 'reader', 'GET /api/v1/secrets', 200, undefined, ['Accept: application/json;visible=true']],
  ['a watch', 'reader', 'GET /api/v1/secrets?visible=true&watch=1&timeoutSeconds=1', 200],
  ['a watch from the start', 'reader', 'GET /api/v1/secrets?visible=true&watch=1&resourceVersion=1&timeoutSeconds=1', 200],
  ['the old watch', 'reader', 'GET /api/v1/watch/secrets?visible=true&timeoutSeconds=1', 200],
  ['a watch with its first state', 'reader', 'GET /api/v1/secrets?visible=true&watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1', 200],
  ['nodes', 'chief', 'GET /api/v1/nodes?visible=true', 200],
  ['what is never stored', 'chief', 'GET /api/v1/componentstatuses?visible=true', 403],
  ['what is never stored, watched', 'chief', 'GET /api/v1/componentstatuses?visible=true&watch=1', 405],
  ['reviews', 'chief', 'GET /apis/authorization.orch.io/v1/subjectaccessreviews?visible=true', 405],
  ['a delete of all', 'deleter', `DELETE ${CM}?visible=true`, 403],
  ['a sub-resource', 'mains', `GET ${PODS}/p/status?visible=true`, 403],
  ['a create', 'eve', `POST ${CM}?visible=true`, 403, applied],
  ['metrics', 'eve', 'GET /metrics?visible=true', 403],
  ['as another user', 'eve', 'GET /api/v1/secrets?visible=true', 403, undefined, ['Impersonate-User: chief']],
  ['twice, off first', 'reader', `GET ${SECRETS}?visible=false&visible=true`, 403],
  ['in upper case', 'reader', `GET ${SECRETS}?Visible=true`, 403],
  ['an unknown kind', 'eve', 'GET /api/v1/gadgets?visible=true', 404],
  ['anonymous', '', 'GET /api/v1/secrets?visible=true', 403],
]; // prettier-ignore

describe('attacks on authorization', () => {
  let s: RbacServer;
  beforeAll(async () => {
    const users = Object.fromEntries([...Object.keys(RIGHTS), 'eve'].map((name) => [name, []]));
    s = await RbacServer.start({ users });
    await s.make(SECRETS, { metadata: { name: 'loot' }, data: { k: LOOT } });
    await s.make(SECRETS, { metadata: { name: 'mine' } });
    await s.make(OTHER, { metadata: { name: 'theirs' }, data: { k: LOOT } });
    await s.make(CM, { metadata: { name: 'cm' }, data: { k: 'v' } });
    await s.make(ACCOUNTS, { metadata: { name: 'robot' } });
    await s.make('/api/v1/nodes', { metadata: { name: 'n' } });
    await s.make(PODS, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
    await s.make('/api/v1/namespaces/t1/services', { metadata: { name: 's' }, spec: { ports: [{ port: 443 }] } });
    const labels = { a: 'd' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await s.make(DEPLOYMENTS, { metadata: { name: 'd' }, spec: { selector: { matchLabels: labels }, template } });
    for (const [name, rules] of Object.entries(RIGHTS)) {
      await s.role('t1', name, ...rules);
      await s.bind('t1', name, `Role/${name}`, name);
    }
  });
  afterAll(() => s?.stop());

  const raw = (who: string, request: string, headers: readonly string[], body: unknown) =>
    sendRaw(s.listening, request, [...(who === '' ? [] : [`Authorization: Bearer ${who}`]), ...headers], {
      body: body === undefined ? '' : JSON.stringify(body),
    });

  it.each([
    ['chief', `GET ${SECRETS}/loot`],
    ['chief', `GET ${RBAC}/namespaces/t1/roles`],
    ['reader', `GET ${CM}`],
    ['reader', `GET ${CM}/cm`],
    ['named', `GET ${SECRETS}/mine`],
    ['named', `GET ${SECRETS}?fieldSelector=metadata.name=mine`],
    ['lister', `GET ${SECRETS}`],
    ['watcher', `GET ${CM}?watch=1&timeoutSeconds=1`],
    ['updater', `GET ${CM}/cm`],
    ['mains', `GET ${PODS}/p`],
    ['parts', `GET ${DEPLOYMENTS}/d/scale`],
    ['eve', 'GET /healthz'],
  ])('%s may %s', async (who, request) => expect((await raw(who, request, [], undefined)).code).toBe(200));
  it.each([
    ['updater', `PUT ${CM}/cm`, { metadata: { name: 'cm' } }, 200],
    ['creator', `POST ${CM}`, { metadata: { name: 'made' } }, 201],
    ['deleter', `DELETE ${CM}/made`, undefined, 200],
  ])('%s may %s', async (who, request, body, code) => expect((await raw(who, request, [], body)).code).toBe(code));
  it('allows a permitted impersonation of a service account', async () => {
    const as = 'Impersonate-User: system:serviceaccount:t1:robot';
    const answer = await raw('actor', `GET ${CM}`, [as], undefined);
    expect(answer.json.message).toContain('User "system:serviceaccount:t1:robot" cannot list');
  });

  for (const attacks of [paths, queries, forms, verbs, parts, scopes, visible]) {
    for (const [name, who, request, code, body, headers = []] of attacks) {
      it(`${who}: ${name} is ${code}: ${request}`, async () => {
        const answer =
          typeof headers === 'string'
            ? await s.as(who, request, body, { 'content-type': headers })
            : await raw(who, request, headers, body);
        // A refusal may repeat the requested name.
        const leaked = answer.text.includes(LOOT) || (answer.code === 200 && /loot|theirs/.test(answer.text));
        expect([answer.code, leaked]).toEqual([code, false]);
      });
    }
  }

  it('no attack created, changed or deleted anything', async () => {
    expect((await s.admin(`GET ${CM}/new`)).code).toBe(404);
    expect((await s.admin('GET /api/v1/namespaces/t3')).code).toBe(404);
    expect((await s.admin(`GET ${RBAC}/clusterroles/x`)).code).toBe(404);
    for (const path of [`${SECRETS}/loot`, `${SECRETS}/mine`, `${OTHER}/theirs`, `${CM}/cm`, `${PODS}/p`, '/api/v1/namespaces/t2'])
      expect([path, (await s.admin(`GET ${path}`)).code]).toEqual([path, 200]);
    expect((await s.admin(`GET ${DEPLOYMENTS}/d`)).json).toMatchObject({ spec: { replicas: 1 } });
  }); // prettier-ignore
});
