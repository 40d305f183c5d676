import { sql } from 'kysely';
import { readMailTexts } from '../../db/mail-texts.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type JointItem, jointOf } from '../../domain/notices/letters.ts';
import { DESK_TITLE, NOTICE_TYPES, type NoticeType } from '../../domain/notices/notice-types.ts';

interface Waiting {
  readonly id: string;
  readonly act: string;
  readonly userId: string;
  readonly name: string;
  readonly address: string;
  readonly type: NoticeType;
  readonly historyId: number | null;
  readonly item: Omit<JointItem, 'project'>;
  readonly project: JointItem['project'];
}

/**
 * Of one act over many projects everybody gets one mail, once the last part of it is due. A single one leaves as it is.
 */
export const joinMails = (db: Database): Promise<void> =>
  db.transaction().execute(async tx => {
    // Another copy of the server waits here, and then finds none.
    const { rows } = await sql<Waiting>`
      select m.id, m.act_id as act, m.user_id as "userId", m.name, m.address, m.type, m.history_id as "historyId",
        m.item, json_build_object('code', p.code, 'title', case m.type when 'review' then ${DESK_TITLE} else p.title end) as project
      from mails m left join projects p on p.id = m.project_id
      where m.act_id is not null and m.state = ${lit.mail('pending')} and not exists (
        select from mails o where o.act_id = m.act_id and o.user_id = m.user_id and o.next_attempt_at > now())
      order by m.created_at, m.id for update of m`.execute(tx);
    const groups = [...Map.groupBy(rows, m => `${m.act} ${m.userId}`).values()];
    const alone = groups.filter(group => group.length === 1).flat();
    if (alone.length > 0)
      await tx
        .updateTable('mails')
        .set({ act_id: null, item: null })
        .where(
          'id',
          'in',
          alone.map(m => m.id),
        )
        .execute();
    const textOf = groups.length > alone.length ? await readMailTexts(tx) : undefined;
    for (const group of groups) if (group.length > 1) await join(tx, group, textOf);
  });

async function join(
  tx: Transaction,
  group: readonly Waiting[],
  textOf: Awaited<ReturnType<typeof readMailTexts>> | undefined,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const { userId, name, address } = first;
  // Called by the weightiest of what it holds: a turn rather than a decision.
  const type = NOTICE_TYPES.find(one => group.some(m => m.type === one)) ?? first.type;
  const items = group.map(({ item, project }) => ({ ...item, project }));
  const letter = jointOf({ to: name, items }, textOf?.(type));
  const steps = group.flatMap(m => m.historyId ?? []);
  await sql`
    with m as (
      insert into mails (user_id, name, address, type, subject, html, text, state, next_attempt_at)
      values (${userId}, ${name}, ${address}, ${type}, ${letter.subject}, ${letter.html}, ${letter.text},
        ${lit.mail('pending')}, now())
      returning id
    ), gone as (
      delete from mails where id = any(${group.map(m => m.id)}::uuid[])
    )
    insert into mail_steps (mail_id, history_id) select m.id, h from m, unnest(${steps}::bigint[]) h`.execute(
    tx,
  );
}
