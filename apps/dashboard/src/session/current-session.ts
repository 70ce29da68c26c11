import { signal } from '@preact/signals';
import { failureOf } from '../api/failure';
import { Session } from './session';

/** The session of this tab. Credentials are only in its client, in memory: closing or reloading the page signs out. */
export const session = signal<Session | undefined>(undefined);

/** Why no user is signed in, or why the last attempt failed; '' when there is nothing to say. */
export const signInProblem = signal('');
export const isSigningIn = signal(false);

/** @param token undefined: the browser's client certificate identifies the user. */
export async function signIn(token: string | undefined): Promise<void> {
  isSigningIn.value = true;
  signInProblem.value = '';
  try {
    session.value = await Session.open(token, (ended) => {
      // A late answer to a session that was left says nothing about the present one.
      if (session.value === ended) endSession(EXPIRED);
    });
  } catch (error) {
    const failure = failureOf(error);
    signInProblem.value = failure.code === 401 ? refused(token) : failure.message;
  } finally {
    isSigningIn.value = false;
  }
}

/** @param problem shown above the sign-in form. */
export function endSession(problem = ''): void {
  session.value?.close();
  signInProblem.value = problem;
  session.value = undefined;
}

const EXPIRED =
  'Your session ended: the server no longer accepts the credentials, which may have expired. Sign in again and you return to the same view.';

const refused = (token: string | undefined): string =>
  token === undefined
    ? 'The server does not know you by a client certificate. Import one into the browser, or sign in with a token.'
    : 'The server does not accept this token. It may have expired or be incomplete: paste it whole, or create a new one with "orchctl create token".';
