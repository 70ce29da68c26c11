import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { StrategyContext } from '../../../definition/strategy.js';
import { ipWarnings } from '../../../validation/ip-warnings.js';
import type { Endpoints, EndpointSubset } from './endpoints.types.js';

const SUBSETS = FieldPath.of('subsets');

/** Addresses in older forms. */
export const endpointsWarnings = ({ subsets }: Endpoints, { vocabulary }: StrategyContext): string[] =>
  (subsets ?? []).flatMap(({ addresses, notReadyAddresses }, index) => [
    ...addressWarnings(SUBSETS.index(index).child('addresses'), addresses, vocabulary),
    ...addressWarnings(SUBSETS.index(index).child('notReadyAddresses'), notReadyAddresses, vocabulary),
  ]);

const addressWarnings = (path: FieldPath, addresses: EndpointSubset['addresses'], vocabulary: Vocabulary): string[] =>
  (addresses ?? []).flatMap(({ ip }, index) => ipWarnings(path.index(index).child('ip'), ip ?? '', vocabulary));
