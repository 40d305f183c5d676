import { ORGANISATION_TYPES } from '../../../../domain/catalogues/organisations.ts';
import { formatCount, formatList, formatNumber, labelIn } from '../../../../domain/text/format.ts';
import type { PairSide } from '../../merging/contract.ts';

const LIKENESS = [
  [1, 'Nombres iguales'],
  [0.85, 'Nombres casi iguales'],
  [0.7, 'Nombres muy parecidos'],
  [0, 'Nombres parecidos'],
] as const;

/** How much two names are alike, 0 to 1, as one would say it. */
export const likenessWords = (likeness: number): string =>
  LIKENESS.find(([least]) => likeness >= least)?.[1] ?? '';

interface Fact {
  readonly label: string;
  readonly of: (side: PairSide) => string;
}

/** What is compared of two organisations, besides their names. */
export const FACTS: readonly Fact[] = [
  { label: 'RUT', of: side => side.rut ?? '' },
  { label: 'Tipo', of: side => labelIn(ORGANISATION_TYPES, side.type) },
  { label: 'Comuna', of: side => side.comuna ?? '' },
  { label: 'Proyectos', of: side => formatNumber(side.projects) },
  { label: 'Convenios', of: side => formatNumber(side.agreements) },
  { label: 'Contacto', of: side => side.contact },
];

/** What an organisation has that moves with a merge: `3 proyectos y 1 convenio`; empty for nothing. */
export const holdings = ({ projects, agreements }: PairSide): string =>
  formatList(
    [
      projects > 0 ? formatCount(projects, 'proyecto', 'proyectos') : '',
      agreements > 0 ? formatCount(agreements, 'convenio', 'convenios') : '',
    ].filter(Boolean),
  );

/** In a line, to tell it from its namesake. */
export const sideLine = (side: PairSide): string =>
  [
    side.rut,
    labelIn(ORGANISATION_TYPES, side.type),
    side.comuna,
    holdings(side),
    side.active ? '' : 'Inactiva',
  ]
    .filter(Boolean)
    .join(' · ');

/** Of two, the one that more refers to is kept unless somebody says otherwise; else the one that is known better. */
export function keptFirst(a: PairSide, b: PairSide): PairSide {
  const weigh = ({ active, projects, agreements, rut }: PairSide) => [
    Number(active),
    projects + agreements,
    Number(rut !== null),
  ];
  const other = weigh(b);
  const by = weigh(a)
    .map((value, n) => value - (other[n] ?? 0))
    .find(difference => difference !== 0);
  return (by ?? 0) < 0 ? b : a;
}

/** Fields that the one kept may take over, as the form of an organisation calls them. */
const FIELDS: Readonly<Record<string, string>> = {
  rut: 'RUT',
  comunaCode: 'Comuna',
  point: 'Ubicación',
  contactName: 'Contacto',
  contactEmail: 'Correo de contacto',
  contactPhone: 'Teléfono',
};
export const fieldWords = (field: string): string => FIELDS[field] ?? field;
