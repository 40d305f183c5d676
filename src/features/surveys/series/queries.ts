import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import type { Question } from '../../../domain/surveys/questions.ts';
import { meanOf, type SeriesPoint, seriesOf } from '../../../domain/surveys/series.ts';
import { type Choice, scaleWords, sharesOf } from '../../../domain/surveys/shares.ts';
import { findRow } from '../../../server/tables/list.ts';
import type { Columns } from '../../../server/tables/table-file.ts';
import { all } from '../../project-record/visibility/queries.ts';
import { visibleWave, WAVES } from '../queries.ts';
import { hundredths } from '../results/queries.ts';
import type { getSeries, Series } from './contract.ts';

type Asked = QueryOf<typeof getSeries> & { readonly id: string };

interface Found {
  readonly instrument: string;
  readonly project: Series['project'];
  readonly versions: readonly {
    readonly year: number;
    readonly version: number;
    readonly questions: Question[];
    readonly waves: number;
    readonly answers: number;
  }[];
  readonly tallies: readonly {
    readonly year: number;
    readonly version: number;
    readonly question: string;
    readonly value: string;
    readonly count: number;
  }[];
}

/** Waves of a version and year are taken together in the database: of hundreds of them little is left. */
const found = (actor: Actor, { id, project, audience }: Asked) => {
  const asked = [
    sql`w.instrument_id = ${id}`,
    sql`w.state = ${lit.wave('ready')}`,
    visibleWave(actor),
    ...(project === undefined ? [] : [sql`w.project_id = ${project}`]),
    ...(audience === undefined ? [] : [sql`w.audience = ${audience}`]),
  ];
  return {
    from: sql`instruments i cross join lateral (
      with counted as materialized (
        select w.id, w.version_id, t.answers, p.code, p.title,
          extract(year from day_in_chile(w.opened_at))::int as year
        from ${WAVES} join wave_parts t on t.wave_id = w.id and t.part = 0
        where ${all(asked)})
      select (select json_agg(json_build_object('year', v.year, 'version', n.number, 'questions', n.questions,
            'waves', v.waves, 'answers', v.answers)) from (
          select c.year, c.version_id, count(*)::int as waves, sum(c.answers)::int as answers
          from counted c group by c.year, c.version_id) v
          join instrument_versions n on n.id = v.version_id) as versions,
        (select json_agg(json_build_object('year', x.year, 'version', n.number, 'question', x.question,
            'value', x.value, 'count', x.count)) from (
          select c.year, c.version_id, t.question, t.value, sum(t.count)::int as count
          from counted c join wave_tallies t on t.wave_id = c.id and t.part = 0
          group by c.year, c.version_id, t.question, t.value) x
          join instrument_versions n on n.id = x.version_id) as tallies,
        (select json_build_object('code', c.code, 'title', c.title) from counted c
          where c.code is not null and ${project !== undefined} limit 1) as project) s`,
    select: sql`i.name as instrument, s.project, coalesce(s.versions, '[]') as versions, coalesce(s.tallies, '[]') as tallies`,
    key: sql`i.id`,
  };
};

/** What an instrument came to over the years, of all waves that the reader may see; 404 where there is none. */
export async function readSeries(db: Database, actor: Actor, asked: Asked): Promise<Series> {
  const { instrument, project, versions, tallies } = await findRow<Found>(db, found(actor, asked), [
    sql`i.id = ${asked.id}`,
  ]);
  const placeOf = (at: { year: number; version: number }) => `${at.year} ${at.version}`;
  const byPlace = Map.groupBy(tallies, placeOf);
  const series = seriesOf(versions.map(v => ({ ...v, tallies: byPlace.get(placeOf(v)) ?? [] })));
  return {
    ...{ instrument, project },
    waves: versions.reduce((sum, v) => sum + v.waves, 0),
    answers: versions.reduce((sum, v) => sum + v.answers, 0),
    series: series.map(({ key, lines }) => ({
      key,
      lines: lines.map(({ question, points }) => ({
        question,
        points: points.map(point => ({ ...point, counts: { ...point.counts } })),
      })),
    })),
  };
}

interface SeriesRow extends Choice {
  readonly question: Question;
  readonly point: SeriesPoint;
}

export const SERIES_COLUMNS: Columns<SeriesRow> = {
  pregunta: row => row.question.text,
  clave: row => row.question.key,
  escala: row => scaleWords(row.question),
  anio: row => row.point.year,
  encuestas: row => row.point.waves,
  respondieron: row => row.point.answers,
  promedio: row => (row.question.kind === 'scale' ? hundredths(meanOf(row.point)) : null),
  respuesta: row => row.label,
  cantidad: row => row.count,
  porcentaje: row => hundredths(row.percent),
};

/** Every value of every year, lines of other scales apart. */
export async function* seriesLines(
  db: Database,
  actor: Actor,
  query: QueryOf<typeof getSeries>,
  { id }: { id: string },
) {
  const { series } = await readSeries(db, actor, { ...query, id });
  for (const { lines } of series)
    yield lines.flatMap(({ question, points }) =>
      points.flatMap(point =>
        sharesOf(question, point.answers, point.counts).choices.map(
          (choice): SeriesRow => ({ ...choice, question, point }),
        ),
      ),
    );
}
