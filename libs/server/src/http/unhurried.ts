import type { Duplex } from 'node:stream';

/**
 * Connections whose request may take as long as it wants to arrive: it is handed on as it comes. Of all others Node says
 * after a minute that they are late.
 */
const unhurried = new WeakSet<Duplex>();

export const takeYourTime = (connection: Duplex): void => void unhurried.add(connection);

export const mayTakeItsTime = (connection: Duplex): boolean => unhurried.has(connection);
