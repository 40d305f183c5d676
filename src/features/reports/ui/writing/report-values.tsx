import { COUNTED, type PeopleCounts } from '../../../../domain/execution/people.ts';
import { textGaps } from '../../../../domain/reports/gaps.ts';
import {
  observedPartLabel,
  REPORT_PART_SLUGS,
  REPORT_PARTS,
  type ReportPart,
} from '../../../../domain/reports/parts.ts';
import { correctionErrors } from '../../../../domain/reports/people.ts';
import { formatList, formatNumber } from '../../../../domain/text/format.ts';
import type { Difference, Side } from '../../../../web/form/conflict/conflict-choice.tsx';
import { type Report, type ReportFields, reportFields } from '../../contract.ts';

/** What is written of a report, as its form begins with it. Of the final one answers are given to the project. */
export const valuesOf = ({
  number,
  texts,
  people,
  peopleReason,
  photos,
  observations,
}: Report): ReportFields => ({
  ...{ texts, people, peopleReason },
  photos: photos.map(({ versionId, caption }) => ({ versionId, caption })),
  answers: number === null ? [] : observations.map(({ id, answer }) => ({ id, answer })),
});

/** The same as it is sent: a text without a word is not written; what would be refused goes as it is. */
export function sentOf(values: ReportFields): ReportFields {
  const parsed = reportFields.safeParse(values);
  const { texts, ...rest } = parsed.success ? parsed.data : values;
  const written = REPORT_PART_SLUGS.flatMap((part): [ReportPart, string][] => {
    const text = texts[part];
    return text ? [[part, text]] : [];
  });
  return { ...rest, texts: Object.fromEntries(written) };
}

/** What was typed on another state of the report: answers go to what is observed now. */
export const aligned = (values: ReportFields, report: Report): ReportFields => ({
  ...values,
  answers: valuesOf(report).answers.map(a => ({
    ...a,
    answer: values.answers.find(typed => typed.id === a.id)?.answer ?? a.answer,
  })),
});

/** The report on screen with what the server has just stored of it. */
export function withSaved(report: Report, fields: ReportFields, version: number): Report {
  const known = new Map([...report.choosable, ...report.photos].map(p => [p.versionId, p]));
  const { texts, people, peopleReason, photos, answers } = fields;
  return {
    ...report,
    ...{ texts, people, peopleReason, version },
    photos: photos.flatMap(({ versionId, caption }) => {
      const photo = known.get(versionId);
      return photo ? [{ ...photo, caption }] : [];
    }),
    observations: report.observations.map(o => ({
      ...o,
      answer: answers.find(a => a.id === o.id)?.answer ?? o.answer,
    })),
  };
}

/** Something between a report and its sending, and the path of where it is done. */
export interface Gap {
  readonly path: string;
  readonly label: string;
  readonly message: string;
  readonly kind: 'text' | 'answer' | 'other';
}

/** What it lacks as it is written by now, of which the server may not know yet. */
export function gapsIn(report: Report, values: ReportFields): Gap[] {
  const written = REPORT_PART_SLUGS.filter(part => values.texts[part]?.trim());
  const texts = textGaps(report.number, written).map((gap): Gap => ({ ...gap, kind: 'text' }));
  const answers = values.answers.flatMap(({ id, answer }, n): Gap[] => {
    const observation = report.observations.find(o => o.id === id);
    if (!observation || answer.trim()) return [];
    const label = `Observación: ${observedPartLabel(observation.part)}`;
    return [{ path: `answers.${n}.answer`, label, message: 'Respóndela.', kind: 'answer' }];
  });
  const reasons = correctionErrors(report.number, {
    people: values.people,
    peopleReason: values.peopleReason.trim(),
  }).map(({ path, message }): Gap => ({ ...{ path, message }, label: 'Por qué se corrigen', kind: 'other' }));
  const isTyped = (part: string) =>
    REPORT_PARTS.some(p => part.endsWith(p.value)) ||
    report.observations.some(o => part.includes(o.id)) ||
    part === 'answers';
  const others = report.gaps
    .filter(({ part }) => !isTyped(part) && !(part === 'people' && Object.keys(values.people).length > 0))
    .map(({ part, label, message }): Gap => ({ path: part, label, message, kind: 'other' }));
  return [...texts, ...answers, ...reasons, ...others];
}

/** People by group in words: `Estudiantes: 12, Mujeres: 5`. */
const peopleWords = (people: PeopleCounts): string =>
  COUNTED.flatMap(({ groups }) => [...groups])
    .flatMap(({ value, label }) => {
      const count = people[value];
      return count === undefined ? [] : [`${label}: ${formatNumber(count, 0)}`];
    })
    .join(', ');

function photoWords(photos: ReportFields['photos'], { choosable, photos: chosen }: Report): string {
  const names = new Map([...choosable, ...chosen].map(p => [p.versionId, p.name]));
  return formatList(
    photos.map(p => [names.get(p.versionId) ?? 'Foto', p.caption].filter(Boolean).join(': ')),
  );
}

interface Piece {
  readonly key: string;
  readonly label: string;
  readonly words: (values: ReportFields) => string;
  /** Takes it from one side into the other. */
  readonly copy: (from: ReportFields, into: ReportFields) => ReportFields;
}

/** What two people may have written apart from each other. */
const piecesOf = (report: Report): Piece[] => [
  ...REPORT_PARTS.map(
    ({ value, label }): Piece => ({
      ...{ key: `texts.${value}`, label, words: v => v.texts[value] ?? '' },
      copy: (from, into) => ({ ...into, texts: { ...into.texts, [value]: from.texts[value] ?? '' } }),
    }),
  ),
  {
    ...{ key: 'people', label: 'Personas corregidas', words: v => peopleWords(v.people) },
    copy: ({ people }, into) => ({ ...into, people }),
  },
  {
    ...{ key: 'peopleReason', label: 'Por qué se corrigen', words: v => v.peopleReason },
    copy: ({ peopleReason }, into) => ({ ...into, peopleReason }),
  },
  {
    ...{ key: 'photos', label: 'Fotos', words: v => photoWords(v.photos, report) },
    copy: ({ photos }, into) => ({ ...into, photos }),
  },
  ...report.observations.map(
    ({ id, part }): Piece => ({
      ...{ key: `answers.${id}`, label: `Respuesta: ${observedPartLabel(part)}` },
      words: v => v.answers.find(a => a.id === id)?.answer ?? '',
      copy: (from, into) => ({
        ...into,
        answers: into.answers.map(a => (a.id === id ? (from.answers.find(f => f.id === id) ?? a) : a)),
      }),
    }),
  ),
];

/** A report that was changed on two sides. */
export interface Sides {
  /** What both started from. */
  readonly base: ReportFields;
  readonly mine: ReportFields;
  /** As it is stored now. */
  readonly report: Report;
}

/** What is not the same on both sides; proposed is the one that changed it. */
export function differencesOf({ base, mine, report }: Sides): Difference[] {
  const theirs = valuesOf(report);
  return piecesOf(report).flatMap(({ key, label, words }) => {
    const [own, stored] = [words(mine), words(theirs)];
    if (own.trim() === stored.trim()) return [];
    return [{ key, label, mine: own, stored, proposed: own === words(base) ? 'stored' : 'mine' }];
  });
}

/** What is stored, with the pieces that were chosen from one's own. */
export const mergeSides = ({ mine, report }: Sides, sideOf: (key: string) => Side): ReportFields =>
  piecesOf(report).reduce(
    (into, { key, copy }) => (sideOf(key) === 'mine' ? copy(mine, into) : into),
    valuesOf(report),
  );
