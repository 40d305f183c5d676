import { Button, Group, Text, Textarea } from '@mantine/core';
import { useId } from 'react';
import { LONGEST_FOREWORD } from '../../../domain/annual-reports/asking.ts';
import { SCOPES } from '../../../domain/figures/scopes.ts';
import { yearOptions } from '../../../domain/kit/periods.ts';
import { formatCount, formatNumber } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { Filters } from '../../../web/table/toolbar/filter-row.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { DownloadList } from '../../downloads/ui/download-list.tsx';
import { getCatalogues } from '../../options/contract.ts';
import { FacultyFilter, SchoolFilter } from '../../projects/ui/list/filter-parts.tsx';
import type { AnnualFormat } from '../contract.ts';
import classes from './annual.module.css';
import { useAnnual, useWriting } from './use-annual.tsx';

type Annual = ReturnType<typeof useAnnual>;

/** Of which year and of whom; without a choice of the year that runs. */
function Choice({ list }: Pick<Annual, 'list'>) {
  const { data } = useRead(getCatalogues);
  const years = yearOptions(data?.periods ?? []);
  return (
    <Group gap="xs">
      <Filters list={list} columns={[]}>
        <SelectFilter name="year" label="Año" options={years} />
        <FacultyFilter />
        <SchoolFilter />
      </Filters>
    </Group>
  );
}

/** What it would tell, in words. */
function Count({ year, answer }: Pick<Annual, 'year' | 'answer'>) {
  const { data } = answer;
  if (!data) return null;
  const { scope, projects, closed } = data;
  const told = closed > 0 ? `, ${formatNumber(closed)} con informe final aceptado` : '';
  return (
    <Text size="sm" fw={600} className="figures" role="status">
      {year} · {SCOPES[scope]} · {formatCount(projects, 'proyecto', 'proyectos')}
      {told}
    </Text>
  );
}

const FORMATS: Readonly<Record<AnnualFormat, string>> = { html: 'página web', pdf: 'PDF' };

/** Its own words, and the ways to have it. */
function Asking({ annual }: { annual: Annual }) {
  const { foreword, setForeword, asking, ask } = useWriting(annual);
  return (
    <>
      <Textarea
        label="Presentación"
        description="Opcional. Va al comienzo, antes de las cifras."
        autosize
        minRows={4}
        maxRows={16}
        maxLength={LONGEST_FOREWORD}
        value={foreword}
        onChange={event => setForeword(event.currentTarget.value)}
      />
      <Group gap="xs">
        {(['html', 'pdf'] as const).map(format => (
          <Button
            key={format}
            variant={format === 'html' ? 'filled' : 'default'}
            loading={asking === format}
            onClick={() => void ask(format)}
          >
            Preparar {FORMATS[format]}
          </Button>
        ))}
        <LinkButton variant="subtle" href={annual.figures}>
          Ver las cifras
        </LinkButton>
      </Group>
    </>
  );
}

function Form({ annual }: { annual: Annual }) {
  const { list, year, answer } = annual;
  const { data, error, refetch } = answer;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.form}>
      <Choice list={list} />
      <Count year={year} answer={answer} />
      {data?.projects === 0 && (
        <EmptyState
          title="Ningún proyecto de ese año"
          text="La memoria cuenta los proyectos aprobados, en ejecución y cerrados de los dos períodos del año."
        />
      )}
      {data && data.projects > 0 && <Asking key={year} annual={annual} />}
    </div>
  );
}

/** The year of the university, or of one's units, as a document. */
export function AnnualPage() {
  const annual = useAnnual();
  const heading = useId();
  return (
    <>
      <PageHeader
        title="Memoria"
        text="El año en cifras y gráficos, cada proyecto por unidad y lo que lograron los que terminaron."
      />
      <Form annual={annual} />
      <section aria-labelledby={heading} className={classes.downloads}>
        <h2 id={heading}>Tus descargas</h2>
        <DownloadList />
      </section>
    </>
  );
}
