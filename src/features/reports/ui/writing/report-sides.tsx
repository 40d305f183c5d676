import { COUNTED, type PeopleCounts } from '../../../../domain/execution/people.ts';
import { observedPartLabel, REPORT_PARTS } from '../../../../domain/reports/parts.ts';
import { formatList, formatNumber } from '../../../../domain/text/format.ts';
import type { Difference, Side } from '../../../../web/form/conflict/conflict-choice.tsx';
import type { Report, ReportFields } from '../../contract.ts';
import { valuesOf } from './report-values.tsx';

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
