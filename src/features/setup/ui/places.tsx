import type { OpenEnd, SetupStep } from '../../../domain/settings/setup.ts';
import { OPEN_END_NAMES, OPEN_ENDS } from '../../../domain/settings/setup.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Setup } from '../contract.ts';

interface Place {
  readonly words: string;
  readonly href: string;
}

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

/** Where a step is taken while nothing of it is there, and where what there is stands. */
const STEP_PLACES: Readonly<Record<SetupStep, { readonly first: Place; readonly list: string }>> = {
  units: { first: { words: 'Importar carreras', href: paths.importInto('careers') }, list: paths.schools() },
  heads: { first: { words: 'Ver escuelas', href: paths.schools() }, list: paths.schools() },
  people: { first: { words: 'Importar personas', href: paths.importInto('users') }, list: paths.users() },
  kinds: { first: { words: 'Revisar los tipos', href: paths.kinds() }, list: paths.kinds() },
  settings: { first: { words: 'Revisar', href: paths.settings() }, list: paths.settings() },
  call: { first: { words: 'Preparar convocatoria', href: paths.adminCalls() }, list: paths.adminCalls() },
  mail: { first: { words: 'Ver correos', href: paths.mail() }, list: paths.mail() },
  backup: {
    first: { words: 'Cómo se hace', href: paths.settings({ part: 'installation' }) },
    list: paths.settings({ part: 'installation' }),
  },
  provider: {
    first: { words: 'Cómo se configura', href: paths.settings({ part: 'installation' }) },
    list: paths.settings({ part: 'installation' }),
  },
};

/** The one place where a step goes on: what is open of it before all else. */
export function placeOf({ step, state }: Setup['steps'][number], setup: Setup): Place {
  const end = OPEN_END_NAMES.find(name => OPEN_ENDS[name].step === step && setup.ends[name] > 0);
  if (end) return { words: END_WORDS[end], href: END_LISTS[end](setup) };
  const { first, list } = STEP_PLACES[step];
  return state === 'done' ? { words: 'Ver', href: list } : first;
}
