import { askedParts } from '../../../../domain/reports/gaps.ts';
import { LongTextField } from '../../../../web/form/texts/long-text-field.tsx';
import type { Report } from '../../contract.ts';
import { Part } from '../part.tsx';
import classes from '../reports.module.css';
import { Observed } from './observed.tsx';

/** What its author writes, each text with its help and what was observed of it. */
export function TextsPart({ report }: { report: Report }) {
  const parts = askedParts(report.number);
  const placed = [...parts.map(p => p.value), 'recorded', 'photos'];
  return (
    <Part title="Textos">
      <Observed report={report} isHere={part => !placed.includes(part)} withPart />
      {parts.map(({ value, label, help }) => (
        <div key={value} className={classes.text}>
          <Observed report={report} isHere={part => part === value} />
          <LongTextField name={`texts.${value}`} label={label} description={help} required />
        </div>
      ))}
    </Part>
  );
}
