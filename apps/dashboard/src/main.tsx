import { render } from 'preact';
import { App } from './app';
import { endSession, isSigningIn, signIn, signInProblem } from './session/current-session';
import { failureOf } from './api/failure';
import { setGroupNames } from './api/media-types';
import { setServerNames } from './api/server-names';
import { redeemLink, takeLinkCode } from './session/one-time-link';
import { handOverAnswer } from './session/openid-connect';
import { readServerConfig, type ServerConfig } from './session/server-config';
import './styles/tokens.css';
import './styles/base.css';
import './ui/ui.css';

async function start(): Promise<void> {
  const page = document.getElementById('page');
  if (handOverAnswer()) {
    // For browsers that let only the user close it.
    page?.append('This window can be closed.');
    return;
  }
  const code = takeLinkCode();
  let config: ServerConfig;
  try {
    config = await readServerConfig();
  } catch (error) {
    page?.append(failureOf(error).message);
    return;
  }
  setGroupNames(config.groups);
  setServerNames(config.names);
  if (page !== null) render(<App config={config} />, page);
  // Also a link that is opened in a tab which shows the page already: that loads nothing.
  addEventListener('hashchange', () => void signInByLink(takeLinkCode()));
  await signInByLink(code);
}

async function signInByLink(code: string | undefined): Promise<void> {
  if (code === undefined) return;
  endSession();
  isSigningIn.value = true;
  try {
    await signIn(await redeemLink(code));
  } catch (error) {
    signInProblem.value = failureOf(error).message;
    isSigningIn.value = false;
  }
}

void start();
