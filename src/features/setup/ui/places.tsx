import {
  isOpenStep,
  OPEN_END_NAMES,
  OPEN_ENDS,
  type OpenEnd,
  type SetupStep,
} from '../../../domain/settings/setup.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Setup } from '../contract.ts';

/** The list whose total each figure is. */
export const END_LISTS: Readonly<Record<OpenEnd, (setup: Setup) => string>> = {
  unassignedSchools: ({ unassignedFaculty }) =>
    paths.schools({ faculty: unassignedFaculty, state: 'active' }),
  headlessSchools: () => paths.schools({ headless: true }),
  headlessFaculties: () => paths.faculties({ headless: true }),
  rolelessPeople: () => paths.users({ role: 'none' }),
};

const END_WORDS: Readonly<Record<OpenEnd, string>> = {
  unassignedSchools: 'Asignar facultad',
  headlessSchools: 'Nombrar Dirección',
  headlessFaculties: 'Nombrar Decanato',
  rolelessPeople: 'Dar un rol',
};

interface Place {
  readonly words: string;
  /** While nothing of the step is there. */
  readonly first: string;
  /** Where what is there stands. */
  readonly list: string;
}
const only = (words: string, href: string): Place => ({ words, first: href, list: href });
const INSTALLATION = paths.settings({ part: 'installation' });

const STEP_PLACES: Readonly<Record<SetupStep, Place>> = {
  units: { words: 'Importar carreras', first: paths.importInto('careers'), list: paths.schools() },
  heads: only('Ver escuelas', paths.schools()),
  people: { words: 'Importar personas', first: paths.importInto('users'), list: paths.users() },
  kinds: only('Revisar los tipos', paths.kinds()),
  settings: only('Revisar', paths.settings()),
  call: only('Preparar convocatoria', paths.adminCalls()),
  mail: only('Ver correos', paths.mail()),
  backup: only('Cómo se hace', INSTALLATION),
  provider: only('Cómo se configura', INSTALLATION),
};

/** The one place where a step goes on: what is open of it before all else. */
export function placeOf(step: Setup['steps'][number], setup: Setup): { words: string; href: string } {
  const end = OPEN_END_NAMES.find(name => OPEN_ENDS[name].step === step.step && setup.ends[name] > 0);
  if (end) return { words: END_WORDS[end], href: END_LISTS[end](setup) };
  const { words, first, list } = STEP_PLACES[step.step];
  return { words, href: isOpenStep(step) ? first : list };
}
