import { useSyncExternalStore } from 'react';
import type { GoogleAccount } from '../../features/auth/contract.ts';
import { config } from '../config.ts';
import { log } from '../log.ts';
import { begin, interactionStatus, onInteraction, SIGN_IN_TIME } from './interaction.ts';
import { checkNonce, newNonce } from './nonce.ts';

interface ButtonOptions {
  type: 'standard';
  theme: 'outline' | 'filled_black';
  size: 'large';
  text: 'signin_with' | 'continue_with';
  logo_alignment: 'center';
  locale: 'es';
  /** In CSS pixels, 400 at most. */
  width: number;
  /** The person has clicked; the window opens. */
  click_listener: () => void;
}

/** The part of Google Identity Services used here: https://developers.google.com/identity/gsi/web/reference/js-reference */
interface GoogleIdentity {
  initialize(options: {
    client_id: string;
    callback: (account: GoogleAccount) => void;
    auto_select: false;
    nonce: string;
    ux_mode: 'popup';
  }): void;
  renderButton(parent: HTMLElement, options: ButtonOptions): void;
  disableAutoSelect(): void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

let loading: Promise<GoogleIdentity> | undefined;

/** What Google answered, once it has been found to be the answer to our question; throws when it is not. */
export type GoogleAnswer = () => GoogleAccount;

let nonce = '';
/** Draws the button that is on screen again, for a further sign-in. */
let draw = () => {};
let receive: (answer: GoogleAnswer) => void = () => {};

/** How often to look whether our page has the focus, and for how long it must have had it. In ms. */
const FOCUS = { interval: 200, enough: 1_000 };

let finish: (() => void) | undefined;
const inProgress = () => finish !== undefined;

/** Whether the login in progress is one with Google. */
export const useGoogleLogin = () => useSyncExternalStore(onInteraction, inProgress);

/**
 * A click on Google's button begins a login. Its script tells neither of a closed window nor of a refusal: besides by
 * its answer it ends once our page has had the focus again for a second, or when the time is up.
 */
function startLogin(): void {
  finish?.();
  const end = begin('login');
  if (!end) return;
  const started = Date.now();
  let had: 'all along' | 'lost' | number = 'all along';
  // The button's frame may keep the focus inside the page, which then hears of none: hence the look besides.
  const regain = () => {
    if (typeof had !== 'number') had = Date.now();
  };
  const looking = window.setInterval(() => {
    if (!document.hasFocus()) had = 'lost';
    else if (had === 'lost') regain();
    const back = typeof had === 'number' && Date.now() - had >= FOCUS.enough;
    if (back || Date.now() - started >= SIGN_IN_TIME) finish?.();
  }, FOCUS.interval);
  window.addEventListener('focus', regain);
  finish = () => {
    window.clearInterval(looking);
    window.removeEventListener('focus', regain);
    finish = undefined;
    end();
  };
}

/** An answer that comes while the person is busy with another login, or signing out, is too late. */
function take(account: GoogleAccount): void {
  const ours = inProgress();
  finish?.();
  const asked = nonce;
  // Whatever is done with the answer, its nonce is spent.
  draw();
  if (!ours && ['login', 'logout'].includes(interactionStatus()))
    log.info(`Ignored an answer of Google: another interaction is in progress (${interactionStatus()})`);
  else
    receive(() => {
      checkNonce(account.credential, asked);
      return account;
    });
}

function inject(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The Google sign-in script could not be loaded'));
    };
    document.head.append(script);
  });
}

async function load(): Promise<GoogleIdentity> {
  const settings = config().google;
  if (!settings) throw new Error('Google sign-in is not configured');
  await inject(settings.scriptUrl);
  const identity = window.google?.accounts?.id;
  if (!identity) throw new Error('The Google sign-in script did not start');
  return identity;
}

/** The last initialisation is the one that holds, so there is one for each button that is drawn. */
function initialize(identity: GoogleIdentity): void {
  nonce = newNonce();
  identity.initialize({
    client_id: config().google?.clientId ?? '',
    callback: take,
    auto_select: false,
    nonce,
    ux_mode: 'popup',
  });
}

/** Google's script, fetched when first needed and again after a failure. */
function googleIdentity(): Promise<GoogleIdentity> {
  loading ??= load().catch(error => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Lets Google draw its own button, the only way its script offers to open the popup. */
export async function renderGoogleButton(
  parent: HTMLElement,
  { dark, onAnswer }: { dark: boolean; onAnswer: (answer: GoogleAnswer) => void },
): Promise<void> {
  const identity = await googleIdentity();
  receive = onAnswer;
  draw = () => {
    initialize(identity);
    identity.renderButton(parent, {
      type: 'standard',
      theme: dark ? 'filled_black' : 'outline',
      size: 'large',
      text: 'signin_with',
      logo_alignment: 'center',
      locale: 'es',
      width: Math.min(400, Math.floor(parent.clientWidth)),
      click_listener: startLogin,
    });
  };
  draw();
}

/** After a sign-out Google must not sign the same person in again by itself. */
export async function logoutGoogle(): Promise<void> {
  try {
    (await googleIdentity()).disableAutoSelect();
  } catch (error) {
    log.info('Google could not be told of the sign-out', error);
  }
}
