import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { approvedPacs } from '../../../test/execution.ts';
import { done } from '../../../test/factories.ts';
import {
  accepted,
  addIndicators,
  decide,
  lead,
  measure,
  measuredOf,
  member,
  one,
  openMeasured,
  pathOf,
  project,
  remove,
  save,
  sent,
} from '../../../test/measurements.ts';
import { clients, refs, server } from '../../../test/university.ts';
import { addDays, localDay } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openMeasured();
const TODAY = localDay(new Date());
const YESTERDAY = addDays(TODAY, -1);
const HTML = 'Nota <script>alert(1)</script> & "más" 🎉';

const currentValue = async (who = lead()) => (await measuredOf(who, project)).values[0]?.value ?? null;
const problemOf = (answer: { body: unknown } | undefined) => answer?.body as Problem;
/** Fields that are told to be wrong, each once. */
const fieldsOf = (answer: { body: unknown }) => [
  ...new Set(((answer.body as Problem).errors ?? []).map(e => e.path)),
];

describe('a measurement', () => {
  it('is sent, waits for the Director, and counts once it is accepted', async () => {
    const { id, version } = await sent(member(), { note: HTML, value: 4.25 });
    expect(version).toBe(1);
    const waiting = await measuredOf(member(), project);
    expect(waiting).toMatchObject({ values: [], record: { allowed: true }, today: TODAY });
    expect(waiting.deciders.map(d => d.name).sort()).toEqual([
      'Hernán Bustos Aguilera',
      'Patricia Contreras Vidal',
    ]);
    expect(waiting.measurements).toMatchObject([
      {
        ...{
          id,
          indicatorId: 'i1',
          day: TODAY,
          value: 4.25,
          numerator: null,
          note: HTML,
          state: 'submitted',
        },
        ...{
          origin: 'recorded',
          replacesId: null,
          reason: null,
          evidence: [],
          decidedBy: null,
          decide: null,
        },
        ...{ mayEdit: true, mayCorrect: false, author: { id: userIdOf(PEOPLE.colleague) } },
      },
    ]);
    expect((await one(id, clients.director)).decide).toEqual({
      allowed: true,
      reason: null,
      lastResort: false,
    });
    expect(done(await decide(clients.director, project, [{ id, version }]))).toEqual({ decided: 1 });
    expect(await one(id)).toMatchObject({
      ...{ state: 'accepted', version: 2, mayEdit: false, mayCorrect: true, decide: null },
      decidedBy: { id: userIdOf(PEOPLE.director) },
    });
    expect((await measuredOf(lead(), project)).values).toEqual([
      { indicatorId: 'i1', value: 4.25, words: '', measurements: 1, day: TODAY },
    ]);
    const rows = await auditOf(server, project.id);
    const audited = rows.filter(r => r.action.startsWith('measurement.'));
    expect(audited.map(r => [r.action, r.actor_id])).toEqual([
      ['measurement.submit', userIdOf(PEOPLE.colleague)],
      ['measurement.accept', userIdOf(PEOPLE.director)],
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/script|Patricia/);
  });

  it('sent again after a lost answer is one, also of two that arrive at once', async () => {
    const id = randomUUID();
    const answers = await Promise.all([sent(lead(), { id }), sent(lead(), { id })]);
    expect([...answers, await sent(lead(), { id, value: 9 })]).toEqual(Array(3).fill({ id, version: 1 }));
    expect((await measuredOf(lead(), project)).measurements).toMatchObject([{ id, value: 4 }]);
    expect((await measure(member(), project, { id })).status).toBe(409);
    const other = await approvedPacs(server, lead(), refs);
    expect((await measure(lead(), other, { id })).status).toBe(409);
  });

  it('is changed and taken back by its author and the lead, as long as it does not count', async () => {
    const { id } = await sent(member());
    expect(done(await save(lead(), id, { value: 6, day: YESTERDAY }))).toEqual({ id, version: 2 });
    expect(await one(id)).toMatchObject({
      value: 6,
      day: YESTERDAY,
      author: { id: userIdOf(PEOPLE.colleague) },
    });
    const stale = await save(member(), id, {});
    expect([stale.status, problemOf(stale).extra]).toEqual([
      409,
      { version: 2, state: 'submitted', updatedBy: 'Camila Rojas Fuentes' },
    ]);
    done(await save(clients.admin, id, { version: 2 }));
    done(await remove(member(), id));
    expect((await measuredOf(lead(), project)).measurements).toEqual([]);
    expect((await remove(lead(), id)).status).toBe(404);
    const mine = await sent(lead());
    for (const who of [member(), clients.director, clients.stranger]) {
      // Who changed it is not told to those who may not change it.
      for (const version of [1, 7]) {
        const answer = await save(who, mine.id, { version });
        expect([answer.status, problemOf(answer).extra]).toEqual([403, undefined]);
      }
      expect((await remove(who, mine.id)).status).toBe(403);
    }
  });

  it('comes back with a reason and is sent again; the reason stays', async () => {
    const { id } = await sent(member());
    const empty = await decide(clients.director, project, [{ id, version: 1 }], '  ');
    expect([empty.status, fieldsOf(empty)]).toEqual([400, ['reason']]);
    done(await decide(clients.director, project, [{ id, version: 1 }], 'Falta la lista.'));
    expect(await one(id)).toMatchObject({ state: 'returned', reason: 'Falta la lista.', version: 2 });
    expect(await currentValue()).toBeNull();
    expect((await decide(clients.director, project, [{ id, version: 2 }])).status).toBe(409);
    expect(done(await save(member(), id, { version: 2, value: 7 }))).toEqual({ id, version: 3 });
    expect(await one(id)).toMatchObject({ state: 'submitted', reason: 'Falta la lista.', decidedBy: null });
    done(await decide(clients.otherDirector, project, [{ id, version: 3 }]));
    expect(await currentValue()).toBe(7);
  });

  it('that counts is never changed nor taken back, whoever asks', async () => {
    const { id, version } = await accepted();
    for (const who of [lead(), clients.admin, clients.director]) {
      expect((await save(who, id, { version })).status).toBe(403);
      expect((await remove(who, id)).status).toBe(403);
      expect((await decide(who, project, [{ id, version }], 'Falta.')).status).not.toBe(200);
    }
    expect(await one(id)).toMatchObject({ state: 'accepted', value: 4, version: 2 });
  });
});

describe('the correction of one that counts', () => {
  it('takes its place once it is accepted, until then the old one counts', async () => {
    const first = await accepted({ day: YESTERDAY, value: 4 });
    await accepted({ day: YESTERDAY, value: 20 });
    const correction = await sent(lead(), { day: YESTERDAY, value: 5, replacesId: first.id });
    expect(await one(first.id)).toMatchObject({ state: 'accepted', mayCorrect: false });
    expect(await one(correction.id)).toMatchObject({ state: 'submitted', replacesId: first.id });
    done(await decide(clients.director, project, [correction], 'Falta.'));
    expect(await one(first.id)).toMatchObject({ state: 'accepted', mayCorrect: false });
    done(await save(lead(), correction.id, { version: 2, value: 6, day: YESTERDAY }));
    done(await decide(clients.director, project, [{ ...correction, version: 3 }]));
    expect(await one(first.id)).toMatchObject({
      state: 'superseded',
      mayCorrect: false,
      value: 4,
      version: 3,
    });
    const { measurements, values } = await measuredOf(lead(), project);
    // It keeps its place among those of that day: the later one still is the last.
    expect(values).toMatchObject([{ value: 20, measurements: 2 }]);
    expect(measurements.map(m => [m.value, m.state])).toContainEqual([6, 'accepted']);
    const again = await measure(lead(), project, { replacesId: first.id });
    expect(again.status).toBe(403);
  });

  it('is written by one at a time, and only of what was accepted, by who may change it', async () => {
    const { id } = await accepted();
    const both = await Promise.all([
      measure(lead(), project, { replacesId: id }),
      measure(clients.admin, project, { replacesId: id }),
    ]);
    expect(both.map(a => a.status).sort()).toEqual([200, 409]);
    const open = await sent(lead());
    expect((await measure(lead(), project, { replacesId: open.id })).status).toBe(403);
    expect((await measure(lead(), project, { replacesId: randomUUID() })).status).toBe(404);
    const other = await accepted();
    expect((await measure(member(), project, { replacesId: other.id })).status).toBe(403);
    await addIndicators(server, project, [{ id: 'i2' }]);
    expect((await measure(lead(), project, { replacesId: other.id, indicatorId: 'i2' })).status).toBe(404);
  });

  it('given up leaves the old one, which may be corrected anew', async () => {
    const { id } = await accepted();
    const correction = await sent(lead(), { replacesId: id, value: 8 });
    done(await remove(lead(), correction.id));
    expect([await currentValue(), (await one(id)).mayCorrect]).toEqual([4, true]);
    await sent(lead(), { replacesId: id });
  });
});

describe('at once', () => {
  it('two Directors accept: one does, the other is told who did', async () => {
    const { id, version } = await sent();
    const answers = await Promise.all(
      [clients.director, clients.otherDirector].map(who => decide(who, project, [{ id, version }])),
    );
    expect(answers.map(a => a.status).sort()).toEqual([200, 409]);
    const lost = problemOf(answers.find(a => a.status === 409));
    const { decidedBy } = await one(id);
    expect(lost.extra).toEqual({ version: 2, state: 'accepted', updatedBy: decidedBy?.name });
    expect(lost.detail).toContain(decidedBy?.name);
    expect(await auditOf(server, project.id, 'measurement.accept')).toHaveLength(1);
  });

  it('the author changes what the Director accepts: whoever comes second is told', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { id, version } = await sent();
      const [edit, decision] = await Promise.all([
        save(lead(), id, { value: 50 + n }),
        decide(clients.director, project, [{ id, version }]),
      ]);
      expect([edit.status, decision.status].sort()).toEqual([200, 409]);
      const { state, value } = await one(id);
      expect([state, value]).toEqual(edit.status === 200 ? ['submitted', 50 + n] : ['accepted', 4]);
      const { extra } = problemOf(edit.status === 409 ? edit : decision);
      expect(extra).toMatchObject({ version: 2, state });
    }
  });

  it('several are decided together or none', async () => {
    const all = [await sent(), await sent(), await sent()];
    const [first] = all;
    done(await save(lead(), first?.id ?? '', { value: 6 }));
    expect((await decide(clients.director, project, all)).status).toBe(409);
    const foreign = await approvedPacs(server, lead(), refs);
    const other = done(await measure(lead(), foreign));
    expect((await decide(clients.director, project, [...all.slice(1), other])).status).toBe(404);
    const unknown = { id: randomUUID(), version: 1 };
    expect((await decide(clients.director, project, [...all.slice(1), unknown])).status).toBe(404);
    expect((await measuredOf(lead(), project)).measurements.every(m => m.state === 'submitted')).toBe(true);
    const twice = await decide(clients.director, project, [...all, ...all]);
    expect([twice.status, fieldsOf(twice)]).toEqual([400, ['measurements']]);
    expect(done(await decide(clients.director, project, all.slice(1)))).toEqual({ decided: 2 });
  });
});

describe('what is wrong', () => {
  it('is told all at once, field by field, and nothing is kept', async () => {
    const wrong = await measure(lead(), project, {
      ...{ day: addDays(TODAY, 1), value: null },
      evidence: [
        { versionId: randomUUID() },
        { url: 'https://uni.example/acta', seenOn: addDays(TODAY, 2) },
        { url: 'https://uni.example/otra', seenOn: TODAY },
      ],
    });
    expect([wrong.status, fieldsOf(wrong)]).toEqual([
      400,
      ['day', 'value', 'evidence.0.versionId', 'evidence.1.seenOn'],
    ]);
    const shapeless = await measure(lead(), project, {
      ...{ id: 'x', day: '2026-02-30', value: 1.00001, numerator: 'a', note: 'x'.repeat(2001) },
      ...{ indicatorId: 'no es', replacesId: 'y', evidence: [{}] },
    });
    expect([shapeless.status, fieldsOf(shapeless).sort()]).toEqual([
      400,
      [
        ...['day', 'evidence.0.seenOn', 'evidence.0.url', 'id', 'indicatorId', 'note', 'numerator'],
        ...['replacesId', 'value'],
      ],
    ]);
    expect((await measuredOf(lead(), project)).measurements).toEqual([]);
  });

  it.each([
    ['2026-08-02', 400],
    ['2026-08-03', 200],
    [TODAY, 200],
    [addDays(TODAY, 1), 400],
  ])('the day %s, where the project starts on 2026-08-03 and was approved today: %i', async (day, status) => {
    const answer = await measure(lead(), project, { day });
    expect([answer.status, fieldsOf(answer)]).toEqual([status, status === 200 ? [] : ['day']]);
    expect((await measuredOf(lead(), project)).earliest).toBe('2026-08-03');
  });

  it('the day before the approval, where the project starts later', async () => {
    await sql`update projects set start_date = ${addDays(TODAY, 3)} where id = ${project.id}`.execute(
      server.db,
    );
    expect(fieldsOf(await measure(lead(), project, { day: YESTERDAY }))).toEqual(['day']);
    done(await measure(lead(), project));
  });

  it('of shares, scales, milestones and words is judged by the kind, also when it is changed', async () => {
    await addIndicators(server, project, [
      { id: 'p', kind: 'percentage', accumulates: 'sum' },
      { id: 's', kind: 'scale', scaleFrom: 1, scaleTo: 7 },
      { id: 'm', kind: 'milestone' },
      { id: 'q', kind: 'qualitative' },
    ]);
    const wrong: [string, object, string[]][] = [
      ['p', { value: 50 }, ['numerator', 'denominator']],
      ['p', { numerator: 1, denominator: 0 }, ['denominator']],
      ['s', { value: 8 }, ['value']],
      ['m', { value: 2 }, ['value']],
      ['q', { value: 2 }, ['note']],
    ];
    for (const [indicatorId, more, paths] of wrong)
      expect(fieldsOf(await measure(lead(), project, { indicatorId, ...more })), indicatorId).toEqual(paths);
    const share = await sent(lead(), { indicatorId: 'p', value: 9, numerator: 1, denominator: 3 });
    expect(await one(share.id)).toMatchObject({ value: 33.3333, numerator: 1, denominator: 3 });
    expect(fieldsOf(await save(lead(), share.id, {}))).toEqual(['numerator', 'denominator']);
    const words = await sent(lead(), { indicatorId: 'q', value: 9, note: HTML });
    expect(await one(words.id)).toMatchObject({ value: null, note: HTML });
    done(await decide(clients.director, project, [share, words]));
    const { values } = await measuredOf(clients.stranger, project);
    expect(values.map(v => [v.indicatorId, v.value, v.words])).toEqual(
      expect.arrayContaining([
        ['p', 33.3333, ''],
        ['q', null, HTML],
      ]),
    );
  });

  it('an indicator, measurement or project that is not there', async () => {
    expect((await measure(lead(), project, { indicatorId: 'i9' })).status).toBe(404);
    const { id } = await sent();
    const other = await approvedPacs(server, lead(), refs);
    for (const [path, body] of [
      [`${pathOf(other)}/measurements/${id}`, { day: TODAY, value: 1, version: 1 }],
      [`${pathOf(project)}/measurements/otra`, { day: TODAY, value: 1, version: 1 }],
      [`/projects/pacs/${randomUUID()}/measurements/${id}`, { day: TODAY, value: 1, version: 1 }],
    ] as const) {
      expect((await lead().put(path, body)).status, path).toBe(404);
      expect((await lead().delete(path)).status, path).toBe(404);
    }
  });
});
