import { Button, Group, Skeleton, Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ANNUAL_SCOPES } from '../../../domain/annual-reports/asking.ts';
import { TOPICS, type Topic, topicsIn } from '../../../domain/figures/figures.ts';
import { SCOPES } from '../../../domain/figures/scopes.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { paths } from '../../../web/routing/paths.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { CompareSelect } from './compare-select.tsx';
import { Figures } from './figures.tsx';
import { ReportFilters } from './report-filters.tsx';
import { CountLine, DownloadButton, ScopeSwitch, UnreadNotice } from './report-head.tsx';
import { FormulaBar } from './score/formula-bar.tsx';
import { changeScope, type Report, useReport } from './use-report.tsx';

const NOTHING: Readonly<Record<Report['scope'], string>> = {
  all: 'Los gráficos aparecen con el primer proyecto.',
  units: 'Aquí verás los proyectos que tus unidades envíen.',
  mine: 'Aquí verás los proyectos que dirijas.',
  reviews: 'Aquí verás las evaluaciones que te asignen.',
};

/** The address asks for what cannot be shown: it may be an old one, or somebody else's. */
function Refused({ report: { list, answer } }: { report: Report }) {
  const hasWishes = Object.keys(list.query).length > 0;
  return (
    <>
      <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      {hasWishes && (
        <Group justify="center">
          <Button variant="subtle" onClick={() => void list.replace({})}>
            Quitar filtros y alcance
          </Button>
        </Group>
      )}
    </>
  );
}

function Content({ report }: { report: Report }) {
  const { list, topic, scope, data, answer } = report;
  if (answer.error && !data) return <Refused report={report} />;
  if (!topicsIn(scope).includes(topic))
    return (
      <EmptyState
        title={`«${TOPICS[topic]}» no tiene gráficos en «${SCOPES[scope]}»`}
        text="Elige otro tema u otro alcance."
        action={
          <Button variant="default" onClick={() => void list.set({ topic: null })}>
            Ver los que hay
          </Button>
        }
      />
    );
  if (data && data.projects === 0 && !data.otherProjects)
    return list.narrowed ? (
      <EmptyState
        title="Ningún proyecto cumple estos filtros"
        action={
          <Button variant="default" onClick={list.clear}>
            {t('list.clearFilters')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        title={scope === 'reviews' ? 'Todavía no hay evaluaciones' : 'Todavía no hay proyectos'}
        text={NOTHING[scope]}
      />
    );
  return <Figures report={report} />;
}

/** In one line, also on a phone: what is chosen is moved into sight. */
function Topics({ topics, chosen }: { topics: readonly Topic[]; chosen: Topic }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = line.current?.querySelector<HTMLElement>(`[data-topic="${chosen}"]`);
    if (line.current && tab) line.current.scrollLeft = tab.offsetLeft - line.current.clientWidth / 3;
  }, [chosen]);
  return (
    <Tabs.List aria-label="Temas" ref={line}>
      {topics.map(each => (
        <Tabs.Tab key={each} value={each} data-topic={each}>
          {TOPICS[each]}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** Of the same year and unit. */
const annualSearch = ({ period, faculty, school }: Report['own']) => ({
  ...{ year: period && String(period).slice(0, 4), faculty, school },
});

/** The dashboards: figures of a topic, of the projects that filters find; all of it stands in the address. */
export function ReportsPage() {
  const report = useReport();
  const { list, topic, scope } = report;
  const topics = topicsIn(scope);
  return (
    <>
      <PageHeader
        title="Reportes"
        text="Cada barra, celda o punto lleva a la lista de lo que cuenta."
        actions={
          <>
            {ANNUAL_SCOPES.includes(scope) && (
              <>
                <LinkButton variant="default" href={paths.annualReport(annualSearch(report.own))}>
                  Memoria
                </LinkButton>
                <LinkButton variant="default" href={paths.accreditation()}>
                  Acreditación
                </LinkButton>
              </>
            )}
            {scope === 'mine' && (
              <LinkButton variant="default" href={paths.dossier()}>
                Portafolio
              </LinkButton>
            )}
            <LinkButton variant="default" href={paths.registers(report.own)}>
              Registros
            </LinkButton>
            <DownloadButton report={report} />
          </>
        }
      />
      <UnreadNotice report={report} />
      <ScopeSwitch scopes={report.scopes} scope={scope} onChange={next => changeScope(report, next)} />
      <ReportFilters list={list} scope={scope}>
        <CompareSelect report={report} />
      </ReportFilters>
      <Tabs
        value={topic}
        onChange={next => void list.set({ topic: next === topics[0] ? null : next })}
        keepMounted={false}
      >
        <Topics topics={topics} chosen={topic} />
        <Tabs.Panel value={topic}>
          <CountLine report={report} />
          {report.data?.formula && <FormulaBar formula={report.data.formula} />}
          {!report.data && topic === 'score' && <Skeleton h={26} mb="sm" />}
          <Content report={report} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
