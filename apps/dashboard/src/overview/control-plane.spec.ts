import { CONTROL_PLANE_METRICS, controlPlaneOf } from './control-plane';
import { readMetrics } from './metrics-text';

const read = (text: string) => controlPlaneOf(readMetrics(text, CONTROL_PLANE_METRICS));

describe('control plane, from its metrics', () => {
  test('clients, the most active first, whatever their names contain', () => {
    const { talkers } = read(`apiserver_top_client_requests_per_second{user="ann",client="orchctl"} 1.5
apiserver_top_client_requests_per_second{user="a \\"b\\", {c}=\\\\ \\nd",client=""} 2
apiserver_top_client_requests_per_second{user="",client=""} 0.1
`);
    expect(talkers).toEqual([
      { user: 'a "b", {c}=\\ \nd', client: '', perSecond: 2 },
      { user: 'ann', client: 'orchctl', perSecond: 1.5 },
      { user: '', client: '', perSecond: 0.1 },
    ]);
  });

  test('a store of one server has a size', () => {
    const state = read(`apiserver_storage_size_bytes{storage_cluster_id="default"} 4096
apiserver_storage_damaged_objects 3
apiserver_longrunning_requests{verb="WATCH",resource="pods"} 4
apiserver_longrunning_requests{verb="WATCH",resource="nodes"} 1
apiserver_longrunning_requests{verb="CONNECT",resource="pods"} 9
apiserver_terminated_watchers_total{resource="pods"} 2
nodejs_eventloop_lag_p99_seconds 0.010
apiserver_client_certificate_expiration_seconds_bucket{le="86400"} 2
apiserver_client_certificate_expiration_seconds_bucket{le="604800"} 7
apiserver_client_certificate_expiration_seconds_bucket{le="+Inf"} 900
`);
    expect(state).toMatchObject({ watches: 5, slowWatches: 2, damagedObjects: 3, watchLagMs: 0, soonCertificates: 7 });
    expect(state.stores).toEqual([{ name: 'default', bytes: 4_096, shared: undefined }]);
  });

  test('the lag of watches is that of a shared store and of the event loop', () => {
    const state = read(`apiserver_storage_connected{store="default"} 0
apiserver_storage_behind_seconds{store="default"} 1.5
apiserver_storage_behind_revisions{store="default"} 12
apiserver_storage_reconnects_total{store="default"} 1
nodejs_eventloop_lag_p99_seconds 0.035
`);
    expect(state.watchLagMs).toBe(1_525);
    expect(state.stores).toEqual([
      {
        name: 'default',
        bytes: undefined,
        shared: { isConnected: false, behindSeconds: 1.5, behindRevisions: 12, reconnects: 1 },
      },
    ]);
  });

  test('a server without these metrics has no stores and no clients', () => {
    expect(read('')).toMatchObject({ talkers: [], stores: [], watches: 0, watchLagMs: 0 });
  });
});
