import type { StrategyContext } from '../../../definition/strategy.js';
import type { ServiceAccount } from './service-account.types.js';

/** The annotation that restricts the secrets of pods, when it is new. */
export const serviceAccountWarnings = (
  account: ServiceAccount,
  { vocabulary: { annotations } }: StrategyContext,
  old?: ServiceAccount,
): string[] => {
  const name = annotations.enforceMountableSecrets;
  const has = (object: ServiceAccount | undefined): boolean => object?.metadata.annotations?.[name] !== undefined;
  return has(account) && !has(old)
    ? [
        `metadata.annotations[${name}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
      ]
    : [];
};
