/**
 * Whose the flags of `up` are, when servers and controllers are started apart: what the controller manager knows is its, and
 * what any process takes is both's.
 */
export async function splitFlags(
  flags: readonly string[],
): Promise<{ readonly server: readonly string[]; readonly controllers: readonly string[] }> {
  // Loaded only where it is needed: most tests never split.
  const { controllerManagerGroups } = await import('@orch/controllers');
  const { processFlags } = await import('@orch/process');
  const namesOf = (groups: readonly { readonly flags: readonly { readonly name: string }[] }[]): Set<string> =>
    new Set(groups.flatMap((group) => group.flags.map((flag) => flag.name)));
  const everybody = namesOf([processFlags]);
  const controllers = namesOf(controllerManagerGroups);
  const nameOf = (flag: string): string => flag.replace(/^--/, '').replace(/=.*/s, '');
  return {
    server: flags.filter((flag) => everybody.has(nameOf(flag)) || !controllers.has(nameOf(flag))),
    controllers: flags.filter((flag) => controllers.has(nameOf(flag))),
  };
}
