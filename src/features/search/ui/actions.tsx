import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconAward,
  IconFileImport,
  IconMoon,
  IconPlus,
  IconSun,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { IMPORT_NOUNS } from '../../../domain/imports/nouns.ts';
import { isAdmin, onlyReviews } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { SessionUser } from '../../../domain/kit/session.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { listKinds } from '../../kinds/contract.ts';

/** Something that can be done from anywhere; nothing that could not be taken back. */
export interface Action {
  readonly title: string;
  /** Other words for it. */
  readonly keywords: string;
  readonly icon: TablerIcon;
  readonly href?: string;
  readonly run?: () => void;
}

const CREATE = 'crear agregar registrar añadir';
const adding = (title: string, keywords: string, href: string): Action => ({
  title,
  keywords: `${CREATE} ${keywords}`,
  icon: IconPlus,
  href,
});

const NEW = { open: 'new' };

/** What only the office does, the most usual first. */
const officeActions = (): Action[] => [
  adding('Nueva persona', 'usuario cuenta docente invitar', paths.users(NEW)),
  adding('Nueva organización', 'socio contraparte empresa institución', paths.partners(NEW)),
  adding('Nueva encuesta', 'cuestionario satisfacción', paths.surveys(NEW)),
  adding('Nueva convocatoria', 'concurso fondo llamado bases', paths.adminCalls(NEW)),
  {
    title: 'Emitir certificados',
    keywords: 'constancia diploma participación',
    icon: IconAward,
    href: paths.issueCertificates(),
  },
  adding('Nuevo convenio', 'acuerdo socio', paths.agreements(NEW)),
  adding('Nuevo instrumento de encuesta', 'cuestionario preguntas', paths.instruments(NEW)),
  adding('Nuevo curso', 'asignatura ramo', paths.courses(NEW)),
  adding('Nueva oferta de curso', 'asignatura ramo período sección', paths.offerings(NEW)),
  adding('Nueva facultad', 'decanato', paths.faculties(NEW)),
  adding('Nueva escuela', 'unidad dirección departamento', paths.schools(NEW)),
  adding('Nueva carrera', 'programa', paths.careers(NEW)),
  adding('Nuevo tema', 'área línea', paths.themes(NEW)),
  adding('Nuevo indicador institucional', 'meta medición', paths.institutionalIndicators(NEW)),
  adding('Registrar solicitud de datos personales', 'derechos privacidad nueva', paths.dataRequests(NEW)),
  adding('Nuevo incidente de datos', 'brecha filtración privacidad', paths.dataIncidents(NEW)),
  ...IMPORT_NOUNS.map(noun => ({
    title: t(`pages.imports.${noun}`),
    keywords: 'cargar subir planilla excel csv xlsx masivo',
    icon: IconFileImport,
    href: paths.importInto(noun),
  })),
];

/** Kinds that can be started now. */
const projectActions = (kinds: OutputOf<typeof listKinds>): Action[] =>
  kinds
    .filter(({ closed }) => closed === null)
    .map(({ definition: { slug, label } }) =>
      adding(
        `Nuevo proyecto: ${label}`,
        `empezar iniciar postular propuesta ficha ${slug}`,
        paths.newProject(slug),
      ),
    );

const profile = (): Action => ({
  title: t('layout.profile'),
  keywords: 'cuenta datos subrogante sesiones claves',
  icon: IconUser,
  href: paths.profile(),
});

function useSchemeAction(): Action {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    title: isDark ? 'Usar la apariencia clara' : 'Usar la apariencia oscura',
    keywords: 'tema modo colores noche día claro oscuro',
    icon: isDark ? IconSun : IconMoon,
    run: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}

const mayCreate = (user: SessionUser | null) => user !== null && !onlyReviews(user);

/** What this person can do from anywhere. */
export function useActions(): Action[] {
  const user = useSessionUser();
  const { data: kinds = [] } = useRead(listKinds, {}, { enabled: mayCreate(user) });
  const scheme = useSchemeAction();
  return [
    ...(mayCreate(user) ? projectActions(kinds) : []),
    ...(user && isAdmin(user) ? officeActions() : []),
    profile(),
    scheme,
  ];
}
