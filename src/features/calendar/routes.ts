import type { FastifyInstance } from 'fastify';
import { notFound } from '../../domain/kit/problem.ts';
import { type CalendarEvent, writeCalendar } from '../../server/calendar.ts';
import type { Deps } from '../../server/deps.ts';
import { createLimit } from '../../server/http/limits.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { printedHeading } from '../../server/institution.ts';
import { hashToken } from '../../server/sign-in/known-tokens.ts';
import { createFeed, openFeed, revokeFeed } from './commands.ts';
import { createCalendarFeed, getCalendarFeed, readCalendar, revokeCalendarFeed } from './contract.ts';
import { calendarEntries, type Entry, entryTitle, ownFeed } from './queries.ts';

const feedUrl = ({ apiBase, publicUrl }: Deps['env'], token: string) =>
  `${new URL(apiBase, publicUrl).href.replace(/\/$/, '')}/calendar/${token}.ics`;

const eventOf = (publicUrl: string, entry: Entry): CalendarEvent => {
  const { sort, id, kind, projectId, code, title, place, from, to, startsAt, endsAt } = entry;
  const url = new URL(sort === 'review' ? '/reviews' : `/projects/${kind}/${projectId}`, publicUrl);
  return {
    uid: `${sort}-${id}@${url.hostname}`,
    title: entryTitle(entry),
    text: title ? `${code} · ${title}` : code,
    ...{ place, url: url.href, from, to, startsAt, endsAt },
  };
};

export function calendarRoutes(api: FastifyInstance, { db, env }: Deps): void {
  serve(api, getCalendarFeed, async ({ actor }) => ({ feed: await ownFeed(db, actor.id) }));
  serve(api, createCalendarFeed, async ({ actor, request }) => {
    const { token, createdAt } = await createFeed({ db, actor, requestId: request.id }, undefined);
    return { url: feedUrl(env, token), createdAt };
  });
  serve(api, revokeCalendarFeed, ({ actor, request }) =>
    revokeFeed({ db, actor, requestId: request.id }, undefined),
  );
  // Counted by the address itself: programs of many people ask from one machine.
  const count = createLimit(api, env.rateLimit);
  serve(
    api,
    readCalendar,
    async ({ params, request, reply }) => {
      const token = params.token.replace(/\.ics$/, '');
      await count(request, hashToken(token).toString('hex'));
      const owner = await openFeed(db, token);
      if (owner === undefined) throw notFound();
      const entries = await calendarEntries(db, owner);
      const events = entries.map(entry => eventOf(env.publicUrl, entry));
      const { institution, product } = await printedHeading({ db, env });
      reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .send(writeCalendar(`${product} - ${institution}`, product, events));
      return SENT;
    },
    { counted: false },
  );
}
