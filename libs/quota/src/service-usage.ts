import { Quantity, type ApiObject } from '@orch/apimachinery';
import { ONE, type Amounts } from './amounts.js';

interface QuotaService extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly allocateLoadBalancerNodePorts?: boolean;
    readonly ports?: readonly { readonly nodePort?: number }[];
  };
}

/** Usage of a service in addition to its object count: node ports and load balancers. */
export function serviceUsage({ spec = {} }: QuotaService): Amounts {
  const usage = new Map<string, Quantity>([['services', ONE]]);
  const ports = spec.ports ?? [];
  const all = Quantity.parse(String(ports.length))!;
  switch (spec.type) {
    case 'NodePort':
      return usage.set('services.nodeports', all);
    case 'LoadBalancer': {
      const taken = ports.filter(({ nodePort = 0 }) => nodePort !== 0).length;
      const nodePorts = spec.allocateLoadBalancerNodePorts === false ? Quantity.parse(String(taken))! : all;
      return usage.set('services.nodeports', nodePorts).set('services.loadbalancers', ONE);
    }
    default:
      return usage;
  }
}
