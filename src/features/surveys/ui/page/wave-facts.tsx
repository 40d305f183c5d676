import { formatNumber } from '../../../../domain/text/format.ts';
import { formatDay, formatInstant } from '../../../../web/dates.ts';
import { KeyFigures } from '../../../../web/layout/key-figures.tsx';
import { paths } from '../../../../web/routing/paths.ts';
import { TextLink } from '../../../../web/ui/link.tsx';
import type { Wave } from '../../contract.ts';
import { answerWords, audienceLabel, dueWords } from '../looks.tsx';
import classes from '../surveys.module.css';

/** Whom it asks, about what and with which questions. */
export function WaveWords({ wave }: { wave: Wave }) {
  const { project, instrument, version } = wave;
  return (
    <span className={classes.facts}>
      <span>Para {audienceLabel(wave).toLowerCase()}</span>
      <span>
        {project ? (
          <TextLink
            size="sm"
            underline="always"
            href={paths.project(project.kind, project.id, { tab: 'surveys' })}
          >
            {project.code} {project.title}
          </TextLink>
        ) : (
          'De la oficina'
        )}
      </span>
      <span>
        <TextLink size="sm" underline="always" href={paths.instrument(instrument.id)}>
          {instrument.name}
        </TextLink>
        {version !== null && `, versión ${version}`}
      </span>
      <span>{wave.anonymous ? 'Anónima' : 'Con nombre'}</span>
      {wave.state === 'ready' && (
        <TextLink
          size="sm"
          underline="always"
          href={paths.surveySeries(instrument.id, project ? { project: project.id } : {})}
        >
          Resultados por año
        </TextLink>
      )}
    </span>
  );
}

export function WaveFigures({ wave }: { wave: Wave }) {
  const { state, invited, declined, waiting, lastDay, closesAt } = wave;
  const isOver = state === 'closed' || state === 'ready';
  const due = dueWords(wave);
  return (
    <KeyFigures
      facts={[
        ['Personas invitadas', formatNumber(invited)],
        state !== 'draft' && ['Respuestas', answerWords(wave)],
        state === 'open' && ['Por responder', formatNumber(waiting)],
        declined > 0 && ['No quisieron', formatNumber(declined)],
        isOver && closesAt
          ? ['Cerró', formatInstant(closesAt)]
          : ['Último día', due ? `${formatDay(lastDay)}, ${due}` : formatDay(lastDay)],
      ]}
    />
  );
}
