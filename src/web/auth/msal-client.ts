import {
  type AccountInfo,
  type AuthenticationResult,
  BrowserAuthError,
  EventType,
  InteractionType,
  PublicClientApplication,
} from '@azure/msal-browser';
import type { BrowserConfig } from '../../domain/kit/config.ts';
import { log } from '../log.ts';
import { paths } from '../routing/paths.ts';
import { type Phase, report, SIGN_IN_TIME, track } from './interaction.ts';
import { codeOf } from './sign-in-error.ts';

export type { AccountInfo, AuthenticationResult };

/** How often to look whether the popup was closed, and how long its answer may then still be on its way. In ms. */
const CLOSED = { interval: 200, grace: 1_500 };

/**
 * The library does not notice a closed popup and would wait out its time limit. The hook is marked internal there,
 * which is why the version is pinned exactly; without it sign-in still works, only a closed popup is noticed late.
 */
class PopupAwareClient extends PublicClientApplication {
  protected override async waitForPopupResponse(
    ...args: Parameters<PublicClientApplication['waitForPopupResponse']>
  ): Promise<string> {
    const [request, popup] = args;
    let interval = 0;
    const closed = new Promise<never>((_, reject) => {
      interval = window.setInterval(() => {
        if (!popup.closed) return;
        window.clearInterval(interval);
        // The return page closes the popup right after it has sent its answer.
        const cancelled = new BrowserAuthError('user_cancelled', request.correlationId);
        window.setTimeout(() => reject(cancelled), CLOSED.grace);
      }, CLOSED.interval);
    });
    try {
      return await Promise.race([super.waitForPopupResponse(...args), closed]);
    } finally {
      window.clearInterval(interval);
    }
  }
}

export type MsalClient = PublicClientApplication;

const PHASES: Partial<Record<EventType, Phase>> = {
  [EventType.ACQUIRE_TOKEN_START]: 'start',
  [EventType.ACQUIRE_TOKEN_SUCCESS]: 'success',
  [EventType.ACQUIRE_TOKEN_FAILURE]: 'failure',
};

/** What the library still tells about its interactions; silent token requests are none. */
function followEvents(client: MsalClient) {
  client.addEventCallback(({ eventType, interactionType }) => {
    const phase = PHASES[eventType];
    if (phase && interactionType !== InteractionType.Silent) report('acquire token', phase);
  });
}

export async function createMsalClient(
  settings: NonNullable<BrowserConfig['microsoft']>,
): Promise<MsalClient> {
  const { clientId, authority, knownAuthorities, authorityMetadata } = settings;
  const client = new PopupAwareClient({
    auth: {
      clientId,
      authority,
      ...(knownAuthorities && { knownAuthorities }),
      ...(authorityMetadata && { authorityMetadata }),
      redirectUri: paths.microsoftReturn(),
      postLogoutRedirectUri: paths.microsoftReturn(),
    },
    cache: { cacheLocation: 'localStorage' },
    system: {
      // The system's own broker is used where there is one; without its extension, or without an answer of the
      // extension in time, the library goes on with the web flow.
      allowPlatformBroker: true,
      popupBridgeTimeout: SIGN_IN_TIME,
    },
  });
  followEvents(client);
  await client.initialize();
  // Only popups are used; this clears away an interaction that a reload has cut off, which it reports as an error.
  await track('handle redirect', () =>
    client.handleRedirectPromise({ navigateToLoginRequestUrl: false }),
  ).catch(error => log.info('An interaction was cut off by a reload', codeOf(error)));
  return client;
}
