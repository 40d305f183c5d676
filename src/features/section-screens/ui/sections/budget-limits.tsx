import { Alert, List, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { categoryExcesses, excessWords, partnerGap } from '../../../../domain/calls/money.ts';
import { STARTED, WRITING } from '../../../../domain/kinds/statuses.ts';
import { type BudgetLine, fundTotal } from '../../../../domain/sections/budget.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import type { ProjectDetail } from '../../../project-record/detail/contract.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useScope } from '../scope.tsx';

type Lines = readonly BudgetLine[];

/** What the call allows of this budget, worked out while it is typed. */
export function BudgetLimits({ lines }: { lines: Lines }) {
  const { project } = useProject();
  const { readOnly } = useScope();
  const { call, amountAwarded, amountTyped, status } = project;
  useClosing();
  if (amountAwarded !== null) return <Award project={project} lines={lines} readOnly={readOnly} />;
  if (!call || amountTyped || readOnly || !WRITING.includes(status)) return null;
  return <Asked project={project} lines={lines} />;
}

/** Fitted to the award, the budget closes: whether it is so follows each save. */
function useClosing() {
  const { project, cache } = useProject();
  const version = project.sections.find(s => s.slug === 'budget')?.version;
  const seen = useRef(version);
  const refresh = useRef(cache.refresh);
  refresh.current = cache.refresh;
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    if (project.fitting) void refresh.current();
  }, [version, project.fitting]);
}

/** Before it is sent: what is asked, against the line and the limits of the call. */
function Asked({ project: { call, sections }, lines }: { project: ProjectDetail; lines: Lines }) {
  if (!call) return null;
  const asked = fundTotal({ lines });
  const fund = sections.find(s => s.slug === 'fund')?.data;
  const line = call.lines.find(l => l.id === fund?.lineId);
  const gap = partnerGap(lines, call);
  const problems = [
    ...(line && asked > line.cap
      ? [
          `El tope de la línea «${line.name}» es ${formatMoney(line.cap)}: sobran ${formatMoney(asked - line.cap)}.`,
        ]
      : []),
    ...categoryExcesses(lines, call.categoryCaps, asked).map(excessWords),
    ...(gap > 0
      ? [
          `Los socios deben aportar al menos el ${call.partnerMinimum} % de lo que pides: faltan ${formatMoney(gap)}.`,
        ]
      : []),
  ];
  const left =
    line && asked <= line.cap
      ? ` de hasta ${formatMoney(line.cap)}: quedan ${formatMoney(line.cap - asked)}`
      : '';
  return <Figures told={`Pides al fondo ${formatMoney(asked)}${left}.`} problems={problems} />;
}

/** Once it is awarded: what the lines of the fund come to. */
function Award({
  project: { call, amountAwarded, amountMovable, status },
  lines,
  readOnly,
}: {
  project: ProjectDetail;
  lines: Lines;
  readOnly: boolean;
}) {
  const awarded = amountAwarded ?? 0;
  const total = fundTotal({ lines });
  const [more, less] = [total - awarded, awarded - total];
  const isFitted = total === awarded;
  const excesses = categoryExcesses(lines, call?.categoryCaps ?? [], awarded).map(excessWords);
  const isStarted = STARTED.includes(status);
  const difference = more > 0 ? `sobran ${formatMoney(more)}` : `faltan ${formatMoney(less)}`;
  const problems = [
    ...(isFitted || (isStarted && more <= 0)
      ? []
      : [`Los ítems del fondo suman ${formatMoney(total)}: ${difference}.`]),
    ...excesses,
    ...(!readOnly && !isStarted && !isFitted
      ? ['Ajusta los ítems con fuente «Fondo» hasta que sumen lo adjudicado; los demás quedan como están.']
      : []),
    ...(isStarted && more > 0 ? ['Viene de antes: ese exceso solo puede bajar.'] : []),
  ];
  const movable =
    isFitted && amountMovable
      ? ` Puedes mover hasta ${formatMoney(amountMovable)} entre sus categorías sin esperar una decisión: pide el cambio y queda al enviarlo.`
      : '';
  return <Figures told={`Adjudicado: ${formatMoney(awarded)}.${movable}`} problems={problems} />;
}

function Figures({ told, problems }: { told: string; problems: readonly string[] }) {
  return (
    <div aria-live="polite">
      {problems.length === 0 ? (
        <Text size="sm" mb="md" maw="44rem">
          {told}
        </Text>
      ) : (
        <Alert color="orange" mb="md" maw="44rem" title={told}>
          {problems.length === 1 ? (
            problems[0]
          ) : (
            <List size="sm">
              {problems.map(problem => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
            </List>
          )}
        </Alert>
      )}
    </div>
  );
}
