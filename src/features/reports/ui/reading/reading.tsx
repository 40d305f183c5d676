import { COUNTED_GROUPS, type PeopleCounts } from '../../../../domain/execution/people.ts';
import { askedParts } from '../../../../domain/reports/gaps.ts';
import { OBSERVED_PARTS, type ObservedPart, observedPartLabel } from '../../../../domain/reports/parts.ts';
import type { Report } from '../../contract.ts';
import { Recorded } from '../facts/recorded.tsx';
import { FinalRemarks } from '../final-remarks.tsx';
import { Part } from '../part.tsx';
import classes from '../reports.module.css';
import { PhotoGrid } from './photo-grid.tsx';

/** People as they were recorded, beside what the report says of the groups that it corrects. */
function recordedOf({ facts, people, recorded }: Report): PeopleCounts {
  const groups = COUNTED_GROUPS.flatMap((group): [string, number][] => {
    const count = people[group] === undefined ? facts.people[group] : recorded[group];
    return count === undefined ? [] : [[group, count]];
  });
  return Object.fromEntries(groups);
}

/** A report for who reads it: before it is sent as it is now, after that as it was sent. */
export function Reading({ report }: { report: Report }) {
  const { number, facts, photos, peopleReason, people } = report;
  const isFinal = number === null;
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <h4 className={classes.columnTitle}>Lo que cuenta el equipo</h4>
        {isFinal && <FinalRemarks />}
        <Texts report={report} />
        <Part title="Fotos">
          <Said report={report} part="photos" />
          <PhotoGrid photos={photos} />
        </Part>
      </div>
      <div className={`${classes.column} ${classes.recorded}`}>
        <h4 className={classes.columnTitle}>Lo registrado</h4>
        <Said report={report} part="recorded" />
        <Recorded facts={facts} recorded={recordedOf(report)} />
        {Object.keys(people).length > 0 && (
          <Part title="Por qué se corrigen las personas">
            <p className={classes.words}>{peopleReason || 'Sin explicación'}</p>
          </Part>
        )}
      </div>
    </div>
  );
}

function Texts({ report }: { report: Report }) {
  const parts = askedParts(report.number);
  const others = OBSERVED_PARTS.filter(
    p => p.value !== 'recorded' && p.value !== 'photos' && !parts.some(a => a.value === p.value),
  );
  return (
    <>
      {others.map(({ value }) => (
        <Said key={value} report={report} part={value} withPart />
      ))}
      {parts.map(({ value, label }) => (
        <Part key={value} title={label}>
          <Said report={report} part={value} />
          {report.texts[value] ? (
            <p className={classes.words}>{report.texts[value]}</p>
          ) : (
            <p className={classes.facts}>Sin completar</p>
          )}
        </Part>
      ))}
    </>
  );
}

interface SaidProps {
  report: Report;
  part: ObservedPart;
  withPart?: boolean;
}

/** What was observed last of a progress report, with the answers; those of the final one are the project's. */
function Said({ report: { number, observations }, part, withPart = false }: SaidProps) {
  if (number === null) return null;
  return observations
    .filter(o => o.part === part)
    .map(({ id, text, answer }) => (
      <article key={id} className={classes.observed}>
        <p>
          <strong>{withPart ? `Observación: ${observedPartLabel(part)}` : 'Observación'}</strong>
        </p>
        <p className={classes.words}>{text}</p>
        {answer && (
          <p className={classes.answer}>
            <strong>Respuesta:</strong> {answer}
          </p>
        )}
      </article>
    ));
}
