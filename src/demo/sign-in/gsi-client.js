// Stand-in for https://accounts.google.com/gsi/client with the demo provider behind it: the same google.accounts.id
// surface, so that the application only loads another address. Served inside a function of its own.
const base = new URL('..', document.currentScript.src).href;
const AUTO_SELECT_OFF = 'demo-gsi-auto-select-off';
const SILENT_TIMEOUT_MS = 5000;
let options = {};

const base64url = bytes =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function authorizeUrl(prompt, state, verifier) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: options.client_id,
    redirect_uri: `${base}gsi/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    prompt,
  });
  if (options.nonce) query.set('nonce', options.nonce);
  return `${base}oauth2/v2.0/authorize?${query}`;
}

async function redeem(code, verifier) {
  const response = await fetch(`${base}oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${base}gsi/callback`,
      client_id: options.client_id,
      code_verifier: verifier,
    }),
  });
  if (!response.ok) throw new Error(`token ${response.status}`);
  return (await response.json()).id_token;
}

/** One sign-in; `open` shows the address, `watch` calls its argument when nobody will answer any more. */
async function requestIdToken(prompt, open, watch) {
  const state = random();
  const verifier = random();
  const channel = new BroadcastChannel(`demo-gsi-${state}`);
  try {
    const answer = new Promise((resolve, reject) => {
      channel.onmessage = ({ data }) => (data.code ? resolve(data.code) : reject(new Error(data.error)));
      watch(reason => reject(new Error(reason)));
    });
    open(await authorizeUrl(prompt, state, verifier));
    return await redeem(await answer, verifier);
  } finally {
    channel.close();
  }
}

function deliver(credential, select_by) {
  localStorage.removeItem(AUTO_SELECT_OFF);
  options.callback?.({ credential, select_by, clientId: options.client_id, client_id: options.client_id });
}

async function signInWithPopup() {
  const left = window.screenX + Math.max(0, (window.outerWidth - 500) / 2);
  const popup = window.open('about:blank', '_blank', `width=500,height=640,left=${left},top=80`);
  if (!popup) return;
  let timer;
  try {
    const credential = await requestIdToken(
      'select_account',
      url => {
        popup.location.href = url;
      },
      stop => {
        // The callback page closes the popup right after it has answered, hence the delay.
        timer = setInterval(() => popup.closed && setTimeout(stop, 500, 'popup_closed'), 250);
      },
    );
    deliver(credential, 'btn');
  } catch {
    // Google's own script says nothing either when a person closes or cancels.
  } finally {
    clearInterval(timer);
    popup.close();
  }
}

async function signInSilently() {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Ingreso de demostración';
  document.body.append(frame);
  try {
    return await requestIdToken(
      'none',
      url => {
        frame.src = url;
      },
      stop => setTimeout(stop, SILENT_TIMEOUT_MS, 'timeout'),
    );
  } finally {
    frame.remove();
  }
}

/** What `prompt` tells its listener; only the kinds FedCM left over. */
const moment = (type, reason) => ({
  isDisplayMoment: () => false,
  isDisplayed: () => false,
  isNotDisplayed: () => false,
  getNotDisplayedReason: () => undefined,
  isSkippedMoment: () => type === 'skipped',
  getSkippedReason: () => (type === 'skipped' ? reason : undefined),
  isDismissedMoment: () => type === 'dismissed',
  getDismissedReason: () => (type === 'dismissed' ? reason : undefined),
  getMomentType: () => type,
});

const LABELS = {
  signin_with: 'Acceder con Google',
  signup_with: 'Registrarse con Google',
  continue_with: 'Continuar con Google',
  signin: 'Acceder',
};
const STYLE =
  'display:flex;align-items:center;justify-content:center;gap:10px;font:inherit;font-size:14px;font-weight:500;height:40px;' +
  'padding:0 12px;border:1px solid;border-radius:4px;cursor:pointer;max-width:100%;';
const THEMES = {
  outline: 'background:#fff;color:#1f1f1f;border-color:#c6c4c0;',
  filled_black: 'background:#131314;color:#e3e3e3;border-color:#605d5a;',
};
const MARK = [
  [
    '#4285f4',
    'M17.6 9.2c0-.6-.1-1.2-.2-1.7H9v3.3h4.8a4.1 4.1 0 0 1-1.8 2.7v2.2h2.9c1.7-1.6 2.7-3.9 2.7-6.5z',
  ],
  [
    '#34a853',
    'M9 18c2.4 0 4.5-.8 6-2.200l-2.900-2.200c-.8.5-1.800.9-3.100.9-2.300 0-4.300-1.600-5-3.700H1v2.300A9 9 0 0 0 9 18z',
  ],
  ['#fbbc05', 'M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8.100z'],
  ['#ea4335', 'M9 3.6c1.3 0 2.500.5 3.4 1.3L15 2.300A9 9 0 0 0 1 5l3 2.300c.7-2.1 2.7-3.7 5-3.7z'],
];

function mark() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 18 18',
    width: 18,
    height: 18,
    'aria-hidden': true,
  }))
    svg.setAttribute(name, value);
  for (const [fill, d] of MARK) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('fill', fill);
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

const id = {
  initialize(given) {
    options = given;
  },
  renderButton(parent, look = {}, onClick = undefined) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(mark(), `${LABELS[look.text] ?? LABELS.signin_with} (demostración)`);
    button.style.cssText =
      STYLE +
      (THEMES[look.theme] ?? THEMES.outline) +
      (look.width ? `width:${Number.parseInt(look.width, 10)}px` : '');
    button.onclick = () => {
      onClick?.();
      look.click_listener?.();
      void signInWithPopup();
    };
    parent.replaceChildren(button);
  },
  /** Only the automatic choice of the person signed in last; the card to pick one is not imitated. */
  async prompt(listener) {
    if (!options.auto_select || localStorage.getItem(AUTO_SELECT_OFF)) {
      listener?.(moment('skipped', 'user_cancel'));
      return;
    }
    try {
      deliver(await signInSilently(), 'auto');
      listener?.(moment('dismissed', 'credential_returned'));
    } catch {
      listener?.(moment('skipped', 'issuing_failed'));
    }
  },
  cancel() {},
  storeCredential(_credential, done) {
    done?.();
  },
  disableAutoSelect() {
    localStorage.setItem(AUTO_SELECT_OFF, '1');
  },
  revoke(_hint, done) {
    localStorage.setItem(AUTO_SELECT_OFF, '1');
    done?.({ successful: true });
  },
};

window.google = { ...window.google, accounts: { ...window.google?.accounts, id } };
window.onGoogleLibraryLoad?.();
