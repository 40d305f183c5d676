import { isAdmin } from '../../../domain/kit/actor.ts';
import type { SessionUser } from '../../../domain/kit/session.ts';
import { PAGES } from '../../../web/routing/pages.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Hit, Searched } from '../contract.ts';

const isOffice = (user: SessionUser | null) => user !== null && isAdmin(user);

/** Where a hit is seen; null where nothing of its kind has a page. */
export function placeOf(user: SessionUser | null, object: Searched, { id, kind }: Hit): string | null {
  switch (object) {
    case 'project':
      return kind && paths.project(kind, id);
    case 'partner':
      return paths.partner(id);
    case 'person':
      return paths.users({ open: id });
    case 'course':
      return paths.courses({ open: id });
    case 'call':
      return isOffice(user) ? paths.adminCall(id) : paths.call(id);
  }
}

/** The list where everything of an object is looked for. */
export function listOf(
  user: SessionUser | null,
  object: Searched,
  q: string,
): { title: string; href: string } {
  const page = {
    ...{ project: 'projects', partner: 'partners', person: 'users', course: 'courses' },
    call: isOffice(user) ? 'adminCalls' : 'calls',
  } as const satisfies Record<Searched, keyof typeof PAGES>;
  const name = page[object];
  return { title: PAGES[name].title, href: paths[name]({ q }) };
}
