import type { JSX } from 'preact';
import { Login } from './login/login';
import { session } from './session/current-session';
import type { ServerConfig } from './session/server-config';
import { Shell } from './shell/shell';

export function App({ config }: { readonly config: ServerConfig }): JSX.Element {
  const current = session.value;
  return current === undefined ? <Login config={config} /> : <Shell session={current} />;
}
