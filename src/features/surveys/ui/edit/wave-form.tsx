import { isAdmin } from '../../../../domain/kit/actor.ts';
import { addDays, localDay } from '../../../../domain/kit/calendar.ts';
import { AUDIENCES, isDraft, waveFields } from '../../../../domain/surveys/waves.ts';
import { id } from '../../../../domain/text/rules.ts';
import type { CatalogueForm, ValuesOf } from '../../../../web/catalogue/catalogue.ts';
import { CatalogueDrawer } from '../../../../web/catalogue/catalogue-drawer.tsx';
import { paths } from '../../../../web/routing/paths.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import { useGo } from '../../../../web/ui/link.tsx';
import { createWave, removeWave, saveWave, type Wave } from '../../contract.ts';
import { type FixedProject, LABELS, WaveFields } from './wave-fields.tsx';

type Values = ValuesOf<{ create: typeof createWave }>;

/** Days a survey is open, unless another last day is chosen. */
const USUAL_DAYS = 21;

const initialOf = (project: FixedProject | undefined): Values => ({
  ...{ title: '', instrumentId: null, projectId: project?.id ?? null, audience: null, anonymous: null },
  ...{ message: '', lastDay: addDays(localDay(new Date()), USUAL_DAYS), reminderDays: [7, 2] },
});

const valuesOf = (wave: Wave): Values => {
  const { title, instrument, project, audience, anonymous, message, lastDay, reminderDays } = wave;
  return {
    ...{ title, instrumentId: instrument.id, projectId: project?.id ?? null, audience, anonymous },
    ...{ message, lastDay, reminderDays },
  };
};

interface WaveFormProps {
  /** Null for a new one. */
  wave: Wave | null;
  /** Of which a new one is, where it is begun there. */
  project?: FixedProject | undefined;
  onClose: () => void;
}

/** Prepares a survey and leads to its page, or changes the one given. */
export function WaveForm({ wave, project, onClose }: WaveFormProps) {
  const user = useSessionUser();
  const go = useGo();
  const mayBeOffice = user !== null && isAdmin(user);
  const body = mayBeOffice ? waveFields : waveFields.extend({ projectId: id });
  const screen: CatalogueForm<Wave, Values> = {
    // What was begun in one project is not for the next.
    noun: project ? `wave-of-${project.id}` : 'wave',
    words: { add: 'Nueva encuesta', create: 'Crear encuesta', edit: 'Editar encuesta' },
    endpoints: {
      create: { ...createWave, body },
      update: saveWave,
      ...(wave && isDraft(wave.state) && { remove: removeWave }),
    },
    initial: initialOf(project),
    valuesOf,
    nameOf: row => row.title,
    labels: LABELS,
    choices: { audience: AUDIENCES },
    fields: row => <WaveFields wave={row} project={project} mayBeOffice={mayBeOffice} />,
    onCreated: row => go(paths.survey(row.id)),
  };
  return <CatalogueDrawer screen={screen} row={wave} open onClose={onClose} />;
}
