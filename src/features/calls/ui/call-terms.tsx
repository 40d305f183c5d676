import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { waitlistEnd } from '../../../domain/calls/calls.ts';
import { categoryLabel } from '../../../domain/calls/money.ts';
import { reportName } from '../../../domain/reports/names.ts';
import { releaseLabel } from '../../../domain/spending/instalments.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { DateTime } from '../../../web/ui/format.tsx';
import { useProgressReports } from '../../kinds/ui/use-progress-reports.tsx';
import type { CallDetail } from '../contract.ts';
import classes from './call-terms.module.css';

type Fact = readonly [label: string, value: ReactNode];

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3}>{title}</Title>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const workingDays = (n: number) => (n === 1 ? '1 día hábil' : `${n} días hábiles`);

function datesOf(call: CallDetail): Fact[] {
  const { opensAt, closesAt, evaluationUntil, resolutionAt, executionFrom, executionTo } = call;
  const waitlist = waitlistEnd(call);
  const moments = [
    ['Abre', opensAt],
    ['Cierra', closesAt],
    ['Evaluación hasta', evaluationUntil],
    ['Resultados', resolutionAt],
  ] as const;
  const execution: Fact = [
    'Ejecución',
    <>
      <DateTime value={executionFrom} /> a <DateTime value={executionTo} />
    </>,
  ];
  return [
    ...moments.flatMap(([label, at]): Fact[] =>
      at ? [[label, <DateTime key={label} value={at} withTime />]] : [],
    ),
    ...(executionFrom && executionTo ? [execution] : []),
    ...(waitlist ? [['Lista de espera hasta', <DateTime key="waitlist" value={waitlist} />] as const] : []),
    ...(call.appealDays > 0
      ? [['Para apelar', `${workingDays(call.appealDays)} desde el resultado`] as const]
      : []),
  ];
}

const rulesOf = (call: CallDetail): Fact[] => [
  ['Propuestas', `Hasta ${call.proposalsPerLead} por responsable`],
  ['Puntaje mínimo', `${call.minimum} de 100`],
  ['Evaluaciones', `${call.reviews} por propuesta${call.blind ? ', a ciegas' : ''}`],
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

/** What a call asks for and judges by, for whoever thinks of applying. */
export function CallTerms({ call }: { call: CallDetail }) {
  const percents = useProgressReports(call.kind);
  const criteria = call.rubric.criteria.map(c => [c.name, `${c.weight} %`] as const);
  const documents = call.documents.map(
    d => [d.label, d.required ? 'Obligatorio' : 'Si corresponde'] as const,
  );
  return (
    <>
      <Facts title="Fechas" facts={datesOf(call)} />
      <Facts title="Reglas" facts={rulesOf(call)} />
      <Facts title="Límites de la propuesta" facts={limitsOf(call)} />
      <Facts title="Informes de avance" facts={reportsOf(call, percents)} />
      <Facts title="Pago y rendición" facts={paymentOf(call)} />
      <Facts title="Pauta de evaluación" facts={criteria} />
      <Facts title="Documentos que pide" facts={documents} />
    </>
  );
}
