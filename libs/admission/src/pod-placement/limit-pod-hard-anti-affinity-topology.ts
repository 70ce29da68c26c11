import type { Pod } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { forbidden } from '../forbidden.js';
import { isPodWrite } from '../pod-write.js';

/** Refuses required anti-affinity in a domain larger than a node: such a pod keeps others away from the whole domain. */
export const limitPodHardAntiAffinityTopology = ({ labels }: Vocabulary): AdmissionPlugin => ({
  name: 'LimitPodHardAntiAffinityTopology',
  handles: (a) => isPodWrite(a),
  validate: (a) => {
    const { spec } = a.object as Pod;
    const terms = spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const wider = terms.find(({ topologyKey }) => topologyKey !== labels.hostname);
    if (wider === undefined) return;
    throw forbidden(
      a,
      `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${wider.topologyKey} but only key ${labels.hostname} is allowed`,
    );
  },
});
