import type { ReactNode } from 'react';
import { categoryLabel } from '../../../../domain/calls/money.ts';
import { appealWords } from '../../../../domain/calls/shown/milestones.ts';
import { reportName } from '../../../../domain/reports/names.ts';
import { releaseLabel } from '../../../../domain/spending/instalments.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { DateTime } from '../../../../web/ui/format.tsx';
import { useProgressReports } from '../../../kinds/ui/use-progress-reports.tsx';
import type { CallDetail } from '../../contract.ts';
import classes from './call-page.module.css';
import { Part } from './part.tsx';

type Fact = readonly [label: string, value: ReactNode];

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <Part title={title}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

const rulesOf = (call: CallDetail): Fact[] => [
  ['Propuestas', `Hasta ${call.proposalsPerLead} por responsable`],
  ['Puntaje mínimo', `${call.minimum} de 100`],
  ['Evaluaciones', `${call.reviews} por propuesta${call.blind ? ', a ciegas' : ''}`],
  ...(call.appealDays > 0 ? [['Para apelar', appealWords(call)] as const] : []),
  ...(call.blocksOverdue ? [['Informes', 'Sin informes atrasados'] as const] : []),
];

/** When each project tells how it goes; without days of the call, at the parts of its time that the kind names. */
function reportsOf({ reportDates }: CallDetail, percents: readonly number[]): Fact[] {
  if (reportDates.length === 0)
    return percents.map((percent, n) => [reportName(n + 1), `Al ${percent} % del tiempo del proyecto`]);
  return reportDates.map((day, n) => [reportName(n + 1), <DateTime key={day} value={day} />]);
}

/** How the award is handed over and until when it may be spent, where the call says so. */
const paymentOf = ({ instalments, graceDays }: CallDetail): Fact[] => [
  ...(instalments.length === 0
    ? []
    : [['Cuotas', <Instalments key="instalments" all={instalments} />] as const]),
  ...(graceDays === null ? [] : [['Días de gracia', graceWords(graceDays)] as const]),
];

function Instalments({ all }: { all: CallDetail['instalments'] }) {
  return (
    <ul className={classes.plain}>
      {all.map(({ id, share, report }) => (
        <li key={id}>
          {share} %: {releaseLabel(report).toLowerCase()}
        </li>
      ))}
    </ul>
  );
}

const graceWords = (days: number) =>
  days === 0
    ? 'Ninguno: los comprobantes llegan hasta el término'
    : `${days === 1 ? '1 día' : `${days} días`} después del término, para los últimos comprobantes`;

const ofAsked = (share: number) => `${share} % del monto pedido`;

/** The limits of what is asked for, where the call sets any. */
const limitsOf = ({ categoryCaps, partnerMinimum, studentMinimum }: CallDetail): Fact[] => [
  ...categoryCaps.map(
    ({ category, share }) => [categoryLabel(category), `Hasta el ${ofAsked(share)}`] as const,
  ),
  ...(partnerMinimum === null
    ? []
    : [['Aporte de socios', `Al menos el ${ofAsked(partnerMinimum)}, en dinero y valorado`] as const]),
  ...(studentMinimum === null
    ? []
    : [['Estudiantes', `Al menos ${formatNumber(studentMinimum, 0)}`] as const]),
];

/** What a call asks of whoever applies. */
export const CallRules = ({ call }: { call: CallDetail }) => (
  <>
    <Facts title="Reglas" facts={rulesOf(call)} />
    <Facts title="Límites de la propuesta" facts={limitsOf(call)} />
  </>
);

/** What follows an award. The reports may be those of the kind, which come later: nothing stands below them. */
export function AwardTerms({ call }: { call: CallDetail }) {
  const percents = useProgressReports(call.kind);
  return (
    <>
      <Facts title="Pago y rendición" facts={paymentOf(call)} />
      <Facts title="Informes de avance" facts={reportsOf(call, percents)} />
    </>
  );
}
