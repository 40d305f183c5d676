import { isAdmin } from '../../../domain/kit/actor.ts';
import type { SessionUser } from '../../../domain/kit/session.ts';
import { PAGES } from '../../../web/routing/pages.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Hit, Searched } from '../contract.ts';

interface Place {
  readonly href: string;
  /** What is to be seen there, where it is not the thing itself. */
  readonly note?: string;
}

const isOffice = (user: SessionUser | null) => user !== null && isAdmin(user);

/** Where a hit is seen; null where its page lets only the office in. */
export function placeOf(user: SessionUser | null, object: Searched, { id, kind }: Hit): Place | null {
  const office = isOffice(user);
  switch (object) {
    case 'project':
      return kind && { href: paths.project(kind, id) };
    case 'partner':
      return { href: paths.partner(id) };
    case 'person':
      return office
        ? { href: paths.users({ open: id }) }
        : { href: paths.projects({ lead: id }), note: 'sus proyectos' };
    case 'course':
      return office ? { href: paths.courses({ open: id }) } : null;
    case 'call':
      return { href: office ? paths.adminCall(id) : paths.calls({ open: id }) };
  }
}

/** The list where everything of an object is looked for; null where it lets only the office in. */
export function listOf(
  user: SessionUser | null,
  object: Searched,
  q: string,
): { title: string; href: string } | null {
  const office = isOffice(user);
  const page = {
    project: 'projects',
    partner: 'partners',
    person: office ? 'users' : null,
    course: office ? 'courses' : null,
    call: office ? 'adminCalls' : 'calls',
  } as const satisfies Record<Searched, keyof typeof PAGES | null>;
  const name = page[object];
  return name && { title: PAGES[name].title, href: paths[name]({ q }) };
}
