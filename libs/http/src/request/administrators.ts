/** The group whose members may do everything, also when all rules are broken. */
export const ADMINISTRATORS = 'system:masters';
