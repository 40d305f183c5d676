import type { z } from 'zod';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { AUDIENCES, WAVE_STATES } from '../../../domain/surveys/waves.ts';
import { changedColumn } from '../../../web/catalogue/state.tsx';
import { formatInstant } from '../../../web/dates.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { LinkButton, TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { searchOptions } from '../../options/contract.ts';
import { OptionFilter } from '../../options/ui/option-filter.tsx';
import { listWaves, type WaveRow, wavesQuery } from '../contract.ts';
import { useInstruments } from './edit/use-instruments.tsx';
import { answerWords, audienceLabel, lastDayWords, stateLabel, WavePill } from './looks.tsx';
import { NewWave, NewWaveButton } from './new-wave.tsx';

function ProjectLink({ project }: Pick<WaveRow, 'project'>) {
  if (!project) return 'De la oficina';
  return (
    <TextLink href={paths.project(project.kind, project.id, { tab: 'surveys' })} underline="always">
      {project.code}
    </TextLink>
  );
}

const COLUMNS: Column<WaveRow>[] = [
  { key: 'title', title: 'Título', value: r => r.title, sort: 'title', lines: 2, width: '10rem' },
  {
    key: 'state',
    title: 'Estado',
    value: stateLabel,
    render: r => <WavePill state={r.state} />,
    width: '9rem',
  },
  { key: 'audience', title: 'Para quién', value: audienceLabel, width: '7rem' },
  {
    key: 'project',
    title: 'Proyecto',
    value: r => r.project?.code ?? 'De la oficina',
    render: r => <ProjectLink project={r.project} />,
    width: '9rem',
  },
  { key: 'instrument', title: 'Instrumento', value: r => r.instrument.name, lines: 2, width: '9rem' },
  { key: 'lastDay', title: 'Último día', value: lastDayWords, sort: 'lastDay', lines: 2, width: '8rem' },
  { key: 'answers', title: 'Respuestas', value: answerWords, align: 'right', width: '7rem' },
  { key: 'anonymous', title: 'Anónima', value: r => r.anonymous, optional: true },
  {
    key: 'opened',
    title: 'Enviada',
    value: r => r.openedAt && formatInstant(r.openedAt),
    sort: 'openedAt',
    optional: true,
  },
  { ...changedColumn, optional: true },
];

const Filters = () => (
  <>
    <SelectFilter name="state" label="Estado" options={WAVE_STATES} />
    <SelectFilter name="audience" label="Para quién" options={AUDIENCES} />
    <SelectFilter
      name="instrument"
      label="Instrumento"
      options={useInstruments().map(({ id, name }) => ({ value: id, label: name }))}
    />
    <OptionFilter name="partner" label="Socio" noun="organisation" />
  </>
);

/** Who may begin one: the office, and whoever leads an approved project. Undefined until that is known. */
function useMayBegin(): boolean | undefined {
  const user = useSessionUser();
  const isOffice = user !== null && isAdmin(user);
  const { data } = useRead(
    searchOptions,
    { params: { noun: 'awarded' }, query: {} },
    { enabled: user !== null && !isOffice },
  );
  return isOffice || (data && data.length > 0);
}

const GROUPS = [
  { value: 'state', label: 'Estado' },
  { value: 'audience', label: 'Destinatarios' },
  { value: 'instrument', label: 'Instrumento' },
  { value: 'project', label: 'Proyecto' },
];

/** Surveys: all for the office, of their own projects for others, and those sent of the units they head. */
export function SurveysPage() {
  const list = useListState(wavesQuery as z.ZodObject);
  const mayBegin = useMayBegin();
  const add = mayBegin && <NewWaveButton onClick={() => void list.set({ open: 'new' })} />;
  return (
    <>
      <PageHeader
        title="Encuestas"
        text="Lo que socios, estudiantes y participantes dicen de los proyectos."
        actions={
          <>
            <LinkButton href={paths.instruments()} variant="default">
              Instrumentos
            </LinkButton>
            {add}
          </>
        }
      />
      <DataList
        title="Encuestas"
        endpoint={listWaves}
        columns={COLUMNS}
        groups={GROUPS}
        filters={<Filters />}
        href={row => paths.survey(row.id)}
        empty={
          mayBegin
            ? {
                title: 'Todavía no hay encuestas',
                text: 'Prepara la primera: elige un instrumento, di para quién es y agrega a las personas.',
                action: add,
              }
            : {
                title: 'No hay encuestas que puedas ver',
                text: 'Podrás encuestar cuando un proyecto que tienes a cargo esté aprobado. Si diriges una unidad, aquí aparecen las que enviaron sus proyectos.',
              }
        }
      />
      {list.values.open === 'new' && mayBegin && <NewWave onClose={() => void list.set({ open: null })} />}
    </>
  );
}
