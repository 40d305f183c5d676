import { DEMO_ACCOUNTS, DEMO_TENANT, type DemoAccount, demoId } from '../../db/demo-university.ts';

/** A person as a demo provider knows them; `id` is the subject of its tokens. */
export interface ProviderAccount {
  id: string;
  account: DemoAccount;
  claims: Record<string, unknown>;
}

export const DEMO_MICROSOFT_CLIENT = demoId('microsoft-client');
export const DEMO_GOOGLE_CLIENT = 'demostracion.apps.googleusercontent.example';

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
