import { UserError } from '../user-error.js';
import type { Manifest } from './parse-manifest.js';

/** Source of a manifest from the command line, in messages. */
const SOURCE = 'command line';

/** `create configmap NAME --from-literal=KEY=VALUE`. @throws UserError. */
export function literalConfigMap(name: string, literals: readonly string[]): Manifest {
  return manifest('ConfigMap', name, literals.length === 0 ? {} : { data: Object.fromEntries(pairs(literals)) });
}

/** `create secret generic NAME --from-literal=KEY=VALUE`; values are written as they are, the object holds base64. */
export function literalSecret(name: string, literals: readonly string[], type: string | undefined): Manifest {
  const data = pairs(literals).map(([key, value]) => [key, Buffer.from(value).toString('base64')] as const);
  return manifest('Secret', name, {
    ...(type === undefined ? {} : { type }),
    ...(data.length === 0 ? {} : { data: Object.fromEntries(data) }),
  });
}

/** `create namespace NAME`. */
export function literalNamespace(name: string): Manifest {
  return manifest('Namespace', name, {});
}

function manifest(kind: string, name: string, content: object): Manifest {
  return { object: { apiVersion: 'v1', kind, metadata: { name }, ...content }, source: SOURCE };
}

/** The value may contain `=`; duplicate keys are errors. */
function pairs(literals: readonly string[]): readonly (readonly [string, string])[] {
  const seen = new Set<string>();
  return literals.map((literal) => {
    const equals = literal.indexOf('=');
    if (equals < 1) throw new UserError(`--from-literal=${literal}: write KEY=VALUE`);
    const key = literal.slice(0, equals);
    if (seen.has(key)) throw new UserError(`--from-literal: the key "${key}" is given twice`);
    seen.add(key);
    return [key, literal.slice(equals + 1)];
  });
}
