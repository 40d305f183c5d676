import { DEMO_GOOGLE_CLIENT, DEMO_TENANT } from '../../server/sign-in/demo-identity.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from '../seed/university.ts';

/** A person as a demo provider knows them; `id` is the subject of its tokens. */
export interface ProviderAccount {
  id: string;
  account: DemoAccount;
  claims: Record<string, unknown>;
}

// `kmsi` ("keep me signed in") is what lets MSAL find its account again after the browser was closed.
export const MICROSOFT_ACCOUNTS: ProviderAccount[] = DEMO_ACCOUNTS.flatMap(account =>
  account.oid
    ? [
        {
          id: account.oid,
          account,
          claims: {
            oid: account.oid,
            tid: DEMO_TENANT,
            ver: '2.0',
            name: account.name,
            preferred_username: account.email,
            signin_state: ['kmsi'],
          },
        },
      ]
    : [],
);

export const GOOGLE_ACCOUNTS: ProviderAccount[] = DEMO_ACCOUNTS.flatMap(account =>
  account.sub
    ? [
        {
          id: account.sub,
          account,
          claims: {
            azp: DEMO_GOOGLE_CLIENT,
            name: account.name,
            given_name: account.name.split(' ')[0],
            family_name: account.name.split(' ').slice(1).join(' '),
            email: account.email,
            email_verified: true,
          },
        },
      ]
    : [],
);
