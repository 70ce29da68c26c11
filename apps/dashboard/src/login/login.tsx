import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import icon from '../icon.svg';
import { isSigningIn, signIn, signInProblem } from '../session/current-session';
import { readClientConfiguration } from '../session/client-configuration';
import type { ServerConfig } from '../session/server-config';
import { Notice } from '../ui/notice';
import { IssuerButton } from './issuer-button';
import './login.css';

async function useFile(file: File | null | undefined): Promise<void> {
  if (!file) return;
  const credentials = await readClientConfiguration(file);
  if ('token' in credentials) await signIn(credentials.token);
  else signInProblem.value = credentials.problem;
}

/** Sign-in by token, client configuration file or the browser's certificate. */
export function Login({ config }: { readonly config: ServerConfig }): JSX.Element {
  const [isDropping, setDropping] = useState(false);
  return (
    <main
      class="login"
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDropping(false);
        void useFile(event.dataTransfer?.files[0]);
      }}
    >
      <div class={isDropping ? 'login-card dropping' : 'login-card'}>
        <div class="login-brand">
          <img src={icon} alt="" />
          <h1>Sign in to Orch</h1>
        </div>
        {signInProblem.value !== '' && <Notice tone="bad">{signInProblem.value}</Notice>}
        <TokenForm />
        {config.login.certificate && (
          <button type="button" class="button" disabled={isSigningIn.value} onClick={() => void signIn(undefined)}>
            Use the browser’s certificate
          </button>
        )}
        {config.login.oidc !== null && <IssuerButton config={config.login.oidc} />}
        <FileField />
      </div>
      <p class="login-foot">Credentials stay in the memory of this tab: reloading or closing it signs you out.</p>
    </main>
  );
}

function TokenForm(): JSX.Element {
  const [token, setToken] = useState('');
  const isEmpty = token.trim() === '';
  return (
    <form
      class="login-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void signIn(token.trim());
      }}
    >
      <label for="token">Token</label>
      <input
        id="token"
        class="field"
        type="password"
        autocomplete="off"
        spellcheck={false}
        value={token}
        onInput={(event) => setToken(event.currentTarget.value)}
      />
      <button type="submit" class="button primary" disabled={isSigningIn.value || isEmpty}>
        {isSigningIn.value ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}

function FileField(): JSX.Element {
  return (
    <div class="login-file">
      Drop a client configuration file here, or <label for="file">choose one</label>
      <input
        id="file"
        class="only-spoken"
        type="file"
        onChange={(event) => {
          void useFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
