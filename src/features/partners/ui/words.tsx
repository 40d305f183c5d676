import { PARTNER_ROLES } from '../../../domain/sections/partner-roles.ts';
import { labelIn } from '../../../domain/text/format.ts';
import type { PartnerRow } from '../contract.ts';

/** From the first to the last of its projects: `2019–2026`. */
export const yearsOf = ({ since, until }: Pick<PartnerRow, 'since' | 'until'>): string =>
  since === null || until === null ? '' : since === until ? String(since) : `${since}–${until}`;

/** What it is to a project; `client` is that of a contract. */
export const rolesText = (roles: readonly string[]): string =>
  roles.map(role => (role === 'client' ? 'Cliente' : labelIn(PARTNER_ROLES, role))).join(', ');
