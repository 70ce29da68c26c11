export { Aggregator, type AggregatorParts } from './aggregator.js';
export type { ClientCertificate } from './services/remote-target.js';
