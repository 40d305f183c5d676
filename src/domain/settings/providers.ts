/** Whose accounts people sign in with. */
export const PROVIDERS = ['microsoft', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  microsoft: 'Microsoft',
  google: 'Google',
};
