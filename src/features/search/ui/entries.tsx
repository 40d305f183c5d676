import {
  IconArrowRight,
  IconBook2,
  IconFolder,
  IconHeartHandshake,
  IconSpeakerphone,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { SessionUser } from '../../../domain/kit/session.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { hasWords, plain } from '../../../domain/text/plain.ts';
import { navigationFor } from '../../../web/layout/navigation/navigation.ts';
import type { HitGroup, Searched } from '../contract.ts';
import type { Action } from './actions.tsx';
import { listOf, placeOf } from './places.tsx';
import type { Recent } from './recent.tsx';

/** Something of the list that can be chosen. */
export interface Entry {
  /** Of all entries shown. */
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly icon: TablerIcon;
  /** Where it leads to; what leads nowhere does something. */
  readonly href?: string;
  readonly run?: () => void;
  /** The way to all hits, which is none itself. */
  readonly leadsToAll?: boolean;
}

export interface EntryGroup {
  readonly label: string;
  readonly entries: readonly Entry[];
}

/** Of pages and of actions that the words fit. */
const MOST = 10;
/** Actions offered before anything is typed. */
const FIRST_ACTIONS = 8;

const OBJECTS: Record<Searched, { title: string; article: string; icon: TablerIcon }> = {
  project: { title: 'Proyectos', article: 'los', icon: IconFolder },
  partner: { title: 'Socios', article: 'los', icon: IconHeartHandshake },
  person: { title: 'Personas', article: 'las', icon: IconUser },
  course: { title: 'Cursos', article: 'los', icon: IconBook2 },
  call: { title: 'Convocatorias', article: 'las', icon: IconSpeakerphone },
};

const beginsWith = (title: string, typed: string) => plain(title).startsWith(plain(typed));

/** What the words fit, first what begins with them. */
const fitting = <T extends { title: string; keywords?: string }>(all: readonly T[], typed: string): T[] =>
  all
    .filter(({ title, keywords = '' }) => hasWords(`${title} ${keywords}`, typed))
    .sort((a, b) => Number(beginsWith(b.title, typed)) - Number(beginsWith(a.title, typed)))
    .slice(0, MOST);

const pagesOf = (user: SessionUser | null): Entry[] =>
  navigationFor(user)
    .flatMap(group => group.items)
    .map(({ title, href, icon }) => ({ key: `page:${href}`, title, detail: '', icon, href }));

const actionEntry = ({ keywords: _, ...action }: Action): Entry => ({
  ...action,
  key: `action:${action.href ?? action.title}`,
  detail: '',
});

function wayToAll(user: SessionUser | null, group: HitGroup, typed: string): Entry[] {
  const { object, hits, total, hasMore, maybe } = group;
  const list = listOf(user, object, typed);
  // What is spelled otherwise its list would not find.
  if (maybe || (total <= hits.length && !hasMore)) return [];
  const count = formatNumber(total);
  const many = hasMore ? `más de ${count}` : `${OBJECTS[object].article} ${count}`;
  const title = `Ver ${many} en ${list.title}`;
  return [
    { key: `all:${object}`, title, detail: '', icon: IconArrowRight, href: list.href, leadsToAll: true },
  ];
}

function hitGroup(user: SessionUser | null, group: HitGroup, typed: string): EntryGroup {
  const { title, icon } = OBJECTS[group.object];
  const hits = group.hits.flatMap((hit): Entry[] => {
    const href = placeOf(user, group.object, hit);
    if (href === null) return [];
    const detail = [hit.code, hit.detail].filter(Boolean).join(' · ');
    return [
      {
        key: `${group.object}:${hit.id}`,
        title: hit.title || (hit.code ?? ''),
        detail,
        icon,
        href,
      },
    ];
  });
  const ways = hits.length > 0 ? wayToAll(user, group, typed) : [];
  return { label: group.maybe ? `Quizás · ${title}` : title, entries: [...hits, ...ways] };
}

const filled = (groups: readonly EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0);

/** Everything the words fit, in the order in which it is shown. */
export function groupsFor(
  user: SessionUser | null,
  typed: string,
  found: readonly HitGroup[],
  actions: readonly Action[],
): EntryGroup[] {
  const pages: EntryGroup = { label: 'Páginas', entries: fitting(pagesOf(user), typed) };
  const pageMeant = pages.entries.some(({ title }) => beginsWith(title, typed));
  const hits = (maybe: boolean) =>
    found.filter(group => group.maybe === maybe).map(group => hitGroup(user, group, typed));
  return filled([
    ...(pageMeant ? [pages] : []),
    ...hits(false),
    ...(pageMeant ? [] : [pages]),
    { label: 'Acciones', entries: fitting(actions, typed).map(actionEntry) },
    ...hits(true),
  ]);
}

/** Before anything is typed: what was opened last, where it is still offered, and what there is to do. */
export function firstGroups(
  user: SessionUser | null,
  recent: readonly Recent[],
  actions: readonly Action[],
): EntryGroup[] {
  const offered = new Map([...pagesOf(user), ...actions.map(actionEntry)].map(entry => [entry.key, entry]));
  const last = recent.flatMap((each): Entry[] => {
    const object = OBJECTS[each.key.split(':')[0] as Searched] as (typeof OBJECTS)[Searched] | undefined;
    const entry = object ? { ...each, icon: object.icon } : offered.get(each.key);
    return entry ? [entry] : [];
  });
  const shown = new Set(last.map(({ key }) => key));
  const others = actions.map(actionEntry).filter(({ key }) => !shown.has(key));
  return filled([
    { label: 'Lo último que abriste', entries: last },
    { label: 'Acciones', entries: others.slice(0, FIRST_ACTIONS) },
  ]);
}
