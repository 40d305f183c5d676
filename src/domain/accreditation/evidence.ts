import { keysOf } from '../kit/look-up.ts';
import { REGISTER_NAMES, REGISTER_TITLES, type RegisterName } from '../registers/names.ts';

/** A kind of evidence: where its files stand in a pack, and whether they leave the system. */
interface Evidence {
  readonly label: string;
  /** Of the pack. */
  readonly folder: string;
  /** Files that are named and hashed in the index, and shown on request: they tell of people or of their accounts. */
  readonly reserved?: boolean;
}

const OF_PROJECTS = {
  fichas: { label: 'Fichas de los proyectos', folder: 'fichas' },
  final_reports: { label: 'Informes finales aceptados', folder: 'informes-finales' },
  commitment_letters: { label: 'Cartas de compromiso', folder: 'cartas' },
  agreements: { label: 'Convenios de los socios', folder: 'convenios' },
  evidence: { label: 'Evidencias de actividades, entregables e indicadores', folder: 'evidencias' },
  photos: { label: 'Fotos de los informes', folder: 'fotos' },
  other_documents: { label: 'Otros documentos de los proyectos', folder: 'otros-documentos' },
  expense_papers: { label: 'Respaldos de gastos', folder: 'respaldos', reserved: true },
} as const satisfies Readonly<Record<string, Evidence>>;

type OfProjects = keyof typeof OF_PROJECTS;
type OfRegister = `register_${RegisterName}`;
export type EvidenceName = OfProjects | OfRegister | 'annual_report';

const REGISTER_EVIDENCE = Object.fromEntries(
  REGISTER_NAMES.map(name => [
    `register_${name}`,
    { label: `Registro: ${REGISTER_TITLES[name]}`, folder: 'registros' },
  ]),
) as Record<OfRegister, Evidence>;

/** What a statement may be shown with, in the order of the screen: each is found by unit and years when a pack is made. */
export const EVIDENCE: Readonly<Record<EvidenceName, Evidence>> = {
  annual_report: { label: 'Memoria', folder: 'memoria' },
  ...OF_PROJECTS,
  ...REGISTER_EVIDENCE,
};
export const EVIDENCE_NAMES = keysOf(EVIDENCE) as [EvidenceName, ...EvidenceName[]];
