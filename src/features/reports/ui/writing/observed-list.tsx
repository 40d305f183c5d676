import { observedPartLabel } from '../../../../domain/reports/parts.ts';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import type { ReportObservation } from '../../contract.ts';
import classes from '../reports.module.css';

interface Props {
  /** With the place that each has among all. */
  here: readonly { readonly observation: ReportObservation; readonly n: number }[];
  withPart: boolean;
}

/** Observations, each with the place to answer it. */
export const ObservedList = ({ here, withPart }: Props) =>
  here.map(({ observation: { id, part, text }, n }) => (
    <article key={id} className={classes.observed} aria-label={`Observación ${n + 1}`}>
      <p>
        <strong>{withPart ? `Observación: ${observedPartLabel(part)}` : 'Observación'}</strong>
      </p>
      <p className={classes.words}>{text}</p>
      <div data-field={`answers.${n}.answer`}>
        <TextAreaField name={`answers.${n}.answer`} label="Tu respuesta" required />
      </div>
    </article>
  ));
