import { isCounted, isDraft, isOpen, isOver } from '../../../../domain/surveys/waves.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { formatDay, formatInstant } from '../../../../web/dates.ts';
import { KeyFigures } from '../../../../web/layout/key-figures.tsx';
import { paths } from '../../../../web/routing/paths.ts';
import { TextLink } from '../../../../web/ui/link.tsx';
import type { Wave } from '../../contract.ts';
import { answerWords, audienceLabel } from '../looks.tsx';
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
      {isCounted(wave.state) && (
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
  return (
    <KeyFigures
      facts={[
        (invited > 0 || isDraft(state)) && ['Personas invitadas', formatNumber(invited)],
        !isDraft(state) && ['Respuestas', answerWords(wave)],
        isOpen(state) && ['Por responder', formatNumber(waiting)],
        declined > 0 && ['No quisieron', formatNumber(declined)],
        isOver(state) && closesAt ? ['Cerró', formatInstant(closesAt)] : ['Último día', formatDay(lastDay)],
      ]}
    />
  );
}
