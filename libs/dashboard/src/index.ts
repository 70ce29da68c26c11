/**
 * The server side of the dashboard: the built page, login, and the multiplexer of watches.
 * @module @orch/dashboard
 */
export { PublicRequests, type DashboardOptions } from './public-requests.js';
export { refuseCrossSite } from './cross-site.js';
export type { WatchAnswer, WatchRequest, WatchSource } from './streams/watch-source.js';
export { WatchStreams } from './streams/watch-streams.js';
export { LoginLink, newLoginCode, type LoginCode } from './login/login-link.js';
export type { LoginLinks, LoginOptions, LoginToken } from './login/login-requests.js';
export type { OidcLoginOptions } from './login/oidc-login.js';
export { DashboardModule, type DashboardModuleOptions } from './dashboard.module.js';
export { FrontServer, type FrontOptions } from './front/front-server.js';
export { isLoopback } from './front/own-hosts.js';
