import { type ObservedPart, observedPartLabel } from '../../../../domain/reports/parts.ts';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import type { Report } from '../../contract.ts';
import classes from '../reports.module.css';

interface Props {
  report: Report;
  /** What is observed here. */
  isHere: (part: ObservedPart) => boolean;
  /** Says what each is about. */
  withPart?: boolean;
}

/** What was observed of a progress report, each with the place to answer it. */
export function Observed({ report: { number, observations }, isHere, withPart = false }: Props) {
  if (number === null) return null;
  return observations.map((observation, n) =>
    isHere(observation.part) ? (
      <article key={observation.id} className={classes.observed} aria-label={`Observación ${n + 1}`}>
        <p>
          <strong>{withPart ? `Observación: ${observedPartLabel(observation.part)}` : 'Observación'}</strong>
        </p>
        <p className={classes.words}>{observation.text}</p>
        <div data-field={`answers.${n}.answer`}>
          <TextAreaField name={`answers.${n}.answer`} label="Tu respuesta" required />
        </div>
      </article>
    ) : null,
  );
}
