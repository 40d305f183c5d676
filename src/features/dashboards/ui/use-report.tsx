import { useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import { figuresOf, TOPIC_NAMES, type Topic, topicsIn } from '../../../domain/figures/figures.ts';
import { likelyScopes, type Scope } from '../../../domain/figures/scopes.ts';
import { useRead } from '../../../web/query.ts';
import { parseSearch, type Search } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { type ListState, useListState } from '../../../web/table/list-state.ts';
import { dashboardQuery, getDashboard, otherFilters } from '../contract.ts';

const reportQuery = dashboardQuery.extend({ topic: z.enum(TOPIC_NAMES) });
type ReportQuery = Partial<z.output<typeof reportQuery>>;

/** In the order in which the server looks at them. */
export const COMPARED = ['otherPeriod', 'otherSchool', 'otherFaculty', 'otherKind'] as const;
export type Compared = (typeof COMPARED)[number];
/** They say what is looked at, and narrow nothing. */
const CHOOSING = ['topic', 'scope', ...COMPARED];
const REFRESH_MS = 60_000;

/** What the reader's own reviews are filtered by; the server refuses the others. */
export const OF_REVIEWS = ['topic', 'scope', 'call', 'kind', 'otherKind'];

const pick = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)));

const without = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

/** What the address has for a filter and cannot be one, as `period=abc`. */
function useUnread({ query }: ListState): string[] {
  const search = useRouterState({ select: state => state.location.searchStr });
  return Object.entries(parseSearch(search))
    .filter(([name]) => name in reportQuery.shape && !(name in query))
    .map(([name, value]) => `${name}=${value}`);
}

/** State of the dashboards, all of it in their address, and what the server says to it. */
export function useReport() {
  const list = useListState(reportQuery, CHOOSING);
  const unread = useUnread(list);
  const user = useSessionUser();
  const asked: ReportQuery = list.values;
  // Before the first answer, so that little moves when it comes.
  const scopes = user ? likelyScopes(user) : [];
  const guessed: Scope = asked.scope ?? scopes[0] ?? 'all';
  const topic: Topic = asked.topic ?? topicsIn(guessed)[0] ?? 'portfolio';
  const query = without(list.query, ['topic']);
  const answer = useRead(
    getDashboard,
    { params: { topic }, query },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  );
  const { data, isPlaceholderData } = answer;
  // While a topic is on its way the figures of the last one are not its own.
  const isOfTopic = data?.figures.every(({ name }) => figuresOf(topic, data.scope).includes(name)) ?? false;
  const { topic: _, ...filters } = asked;
  return {
    list,
    unread,
    topic,
    /** What the figures of this page are asked with. */
    query,
    data,
    answer,
    scope: data?.scope ?? guessed,
    /** Those the reader may ask for. */
    scopes: data?.scopes ?? scopes,
    figures: isPlaceholderData && !isOfTopic ? undefined : data?.figures,
    isStale: isPlaceholderData,
    /** Filters of the lists behind the figures, of each side. */
    own: without(query, COMPARED),
    other: data?.otherProjects == null ? null : (otherFilters(filters) as Search | null),
  };
}
export type Report = ReturnType<typeof useReport>;

/** Shows another scope: what it has no place for goes. */
export function changeScope({ list, topic }: Report, next: Scope): void {
  const kept = next === 'reviews' ? pick(list.query, OF_REVIEWS) : list.query;
  void list.replace({ ...kept, scope: next, topic: topicsIn(next).includes(topic) ? topic : undefined });
}

/** What stands beside it, as the address says it: the name of the parameter and its value. */
export function comparedIn({ list }: Pick<Report, 'list'>): { name: Compared; value: string } | null {
  const name = COMPARED.find(each => list.query[each]);
  return name ? { name, value: String(list.query[name]) } : null;
}
