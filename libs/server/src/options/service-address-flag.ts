import { readPort, type FixedServiceAddress } from '@orch/proxy';
import { UsageError } from '@orch/process';

const ENTRY =
  /^(?<namespace>[a-z0-9-]+)\/(?<name>[a-z0-9-]+)(?::(?<servicePort>[0-9]+))?=(?<host>\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):(?<port>[0-9]+)$/;

/** Reads `NAMESPACE/NAME[:PORT]=HOST:PORT`. @throws UsageError that names the flag. */
export const fixedServiceAddresses = (texts: readonly string[]): readonly FixedServiceAddress[] => texts.map(readEntry);

function readEntry(text: string): FixedServiceAddress {
  const { namespace = '', name = '', servicePort, host = '', port = '' } = ENTRY.exec(text)?.groups ?? {};
  const ports = [servicePort === undefined ? undefined : readPort(servicePort), readPort(port)] as const;
  if (ports[1] === undefined || (servicePort !== undefined && ports[0] === undefined)) {
    throw new UsageError(`--service-address=${text}: must be NAMESPACE/NAME[:PORT]=HOST:PORT`);
  }
  return { namespace, name, servicePort: ports[0], host: host.replace(/^\[(.*)\]$/, '$1'), port: ports[1] };
}
