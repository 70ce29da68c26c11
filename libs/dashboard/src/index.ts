/**
 * The server side of the dashboard: the built page, login, and the multiplexer of watches.
 * @module @orch/dashboard
 */
export { PublicRequests, type DashboardOptions } from './public-requests.js';
