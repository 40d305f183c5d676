import { textGaps } from '../../../../domain/reports/gaps.ts';
import {
  observedPartLabel,
  REPORT_PART_SLUGS,
  REPORT_PARTS,
  type ReportPart,
} from '../../../../domain/reports/parts.ts';
import { correctionErrors } from '../../../../domain/reports/people.ts';
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
