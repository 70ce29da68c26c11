import { ReleaseGates } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { AdmissionAttributes, AdmissionOperation } from '@orch/registry';
import {
  AdmissionMetrics,
  admissionChain,
  type AdmissionPlugin,
  measuredAdmission,
  measuredPlugin,
} from '@orch/admission';
import { metricsPage } from './metrics-page.js';
import { RequestMetrics } from './request-metrics.js';

const STEP = 'apiserver_admission_step_admission_duration_seconds';
const PLUGIN = 'apiserver_admission_controller_admission_duration_seconds';
const attributes = (operation: AdmissionOperation): AdmissionAttributes =>
  ({ operation, object: { metadata: {} } }) as unknown as AdmissionAttributes;

function measured(...plugins: AdmissionPlugin[]) {
  const metrics = new AdmissionMetrics();
  const chain = admissionChain(plugins.map((plugin) => measuredPlugin(plugin, metrics)));
  const page = metricsPage(new RequestMetrics(() => undefined), {
    product: 'orch',
    features: new ReleaseGates(24),
    admission: metrics,
  });
  const counts = async () =>
    (await page.read()).text
      .split('\n')
      .filter((line) => /^apiserver_admission_\w+_count/.test(line))
      .sort();
  return { admission: measuredAdmission(chain, metrics), counts, page };
}
const refuse = (): never => {
  throw ApiError.badRequest('no');
};

it('D-188 durations of steps and plugins have the upstream labels and buckets', async () => {
  const plugin: AdmissionPlugin = {
    name: 'Both',
    handles: ({ operation }) => operation === 'CREATE',
    mutate: ({ object }) => object!,
    validate: () => undefined,
  };
  const { admission, counts, page } = measured(plugin);
  expect(admission.mutate(attributes('CREATE'))).toEqual({ metadata: {} });
  expect(admission.validate(attributes('CREATE'))).toBeUndefined();
  expect(admission.validate(attributes('DELETE'))).toBeUndefined();
  expect(await counts()).toEqual([
    `${PLUGIN}_count{name="Both",type="admit",operation="CREATE",rejected="false"} 1`,
    `${PLUGIN}_count{name="Both",type="validate",operation="CREATE",rejected="false"} 1`,
    `${STEP}_count{type="admit",operation="CREATE",rejected="false"} 1`,
    `${STEP}_count{type="validate",operation="CREATE",rejected="false"} 1`,
    `${STEP}_count{type="validate",operation="DELETE",rejected="false"} 1`,
  ]);
  const { text } = await page.read();
  const bounds = [...text.matchAll(new RegExp(`^${STEP}_bucket\\{type="admit".*le="([^"]+)"`, 'gm'))];
  expect(bounds.map(([, bound]) => bound)).toEqual(['0.005', '0.025', '0.1', '0.5', '1', '2.5', '+Inf']);
});

it.each([
  ['at once', refuse],
  ['later', () => Promise.reject(ApiError.badRequest('no'))],
])('D-188 a plugin that rejects %s is counted as rejected, and so is its step', async (_title, validate) => {
  const { admission, counts } = measured({ name: 'No', handles: () => true, validate });
  await expect((async () => admission.validate(attributes('UPDATE')))()).rejects.toThrow('no');
  expect(await counts()).toEqual([
    `${PLUGIN}_count{name="No",type="validate",operation="UPDATE",rejected="true"} 1`,
    `${STEP}_count{type="validate",operation="UPDATE",rejected="true"} 1`,
  ]);
});

it('an asynchronous plugin is timed to its end', async () => {
  const { admission, counts } = measured({
    name: 'Slow',
    handles: () => true,
    mutate: ({ object }) => Promise.resolve(object!),
  });
  await admission.mutate(attributes('CREATE'));
  expect(await counts()).toContain(`${PLUGIN}_count{name="Slow",type="admit",operation="CREATE",rejected="false"} 1`);
});
