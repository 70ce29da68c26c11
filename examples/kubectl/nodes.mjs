import { CoreV1Api, KubeConfig, Watch } from '@kubernetes/client-node';

const config = new KubeConfig();
config.loadFromDefault(); // reads KUBECONFIG
const core = config.makeApiClient(CoreV1Api);

const seen = new Promise((done) => {
  const watch = new Watch(config);
  const onEvent = (type, object) => {
    console.log(type, object.metadata.name);
    if (object.metadata.name === 'from-node') done();
  };
  void watch
    .watch('/api/v1/namespaces/default/configmaps', {}, onEvent, () => undefined)
    .then((request) => seen.then(() => request.abort()));
});
await core.createNamespacedConfigMap({
  namespace: 'default',
  body: { metadata: { name: 'from-node' }, data: { text: 'hello' } },
});
await seen;
const { items } = await core.listNamespacedConfigMap({ namespace: 'default' });
console.log(items.map((item) => item.metadata.name));
