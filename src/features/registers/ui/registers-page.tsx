import { Button, Group, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { likelyScopes, type Scope } from '../../../domain/figures/scopes.ts';
import { tablesIn } from '../../../domain/registers/column.ts';
import { REGISTER_NAMES, type RegisterName } from '../../../domain/registers/names.ts';
import { registerOf } from '../../../domain/registers/registers.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { ReportFilters } from '../../dashboards/ui/report-filters.tsx';
import { ScopeSwitch } from '../../dashboards/ui/report-head.tsx';
import { DownloadList } from '../../downloads/ui/download-list.tsx';
import { ColumnsDrawer } from './columns-drawer.tsx';
import classes from './registers.module.css';
import { type Registers, useRegisters } from './use-registers.tsx';

interface CardProps {
  name: RegisterName;
  scope: Scope;
  registers: Registers;
  onColumns: () => void;
}

/** One register: what it is for, what its rows are, and the ways to have it. */
function RegisterCard({ name, scope, registers: { ask, asking }, onColumns }: CardProps) {
  const heading = useId();
  const register = registerOf(name);
  const tables = tablesIn(register, scope);
  const button = (format: 'xlsx' | 'csv', label: string) => (
    <Button
      variant="default"
      size="compact-md"
      aria-label={`${register.title} en ${label}`}
      loading={asking === `${name} ${format}`}
      onClick={() => void ask(name, format)}
    >
      {label}
    </Button>
  );
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h3 id={heading}>{register.title}</h3>
      <Text size="sm">{register.about}</Text>
      <ul className={classes.tables}>
        {tables.map(([key, { title, row }]) => (
          <li key={key}>
            {tables.length > 1 && <strong>{title}: </strong>}
            {row}.
          </li>
        ))}
      </ul>
      <Group gap="xs" mt="auto">
        {button('xlsx', 'Excel')}
        {button('csv', 'CSV')}
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`Columnas de ${register.title}`}
          onClick={onColumns}
        >
          Columnas
        </Button>
      </Group>
    </section>
  );
}

function Content({ registers }: { registers: Registers }) {
  const { answer, list } = registers;
  const { data, error, refetch } = answer;
  const [shown, setShown] = useState<RegisterName | null>(null);
  if (error && !data)
    return (
      <>
        <ErrorState error={error} onRetry={() => void refetch()} />
        <Group justify="center">
          <Button variant="subtle" onClick={() => void list.replace({})}>
            Quitar filtros y alcance
          </Button>
        </Group>
      </>
    );
  if (!data) return null;
  const { scope, projects } = data;
  if (projects === 0)
    return (
      <EmptyState
        title={list.narrowed ? 'Ningún proyecto cumple estos filtros' : 'Todavía no hay proyectos'}
        text="Un registro tiene filas desde el primer proyecto."
      />
    );
  const offered = REGISTER_NAMES.filter(name => registerOf(name).scopes.includes(scope));
  return (
    <>
      <Text size="sm" fw={600} className="figures" role="status" mb="xs">
        {formatCount(projects, 'proyecto', 'proyectos')}
      </Text>
      <div className={classes.cards}>
        {offered.map(name => (
          <RegisterCard key={name} {...{ name, scope, registers }} onColumns={() => setShown(name)} />
        ))}
      </div>
      {shown && <ColumnsDrawer name={shown} scope={scope} onClose={() => setShown(null)} />}
    </>
  );
}

/** All rows behind the dashboards, as files that are prepared in the background. */
export function RegistersPage() {
  const registers = useRegisters();
  const { list, answer } = registers;
  const heading = useId();
  const user = useSessionUser();
  const likely = user ? likelyScopes(user) : [];
  const scope = answer.data?.scope ?? likely[0] ?? 'all';
  return (
    <>
      <PageHeader
        title="Registros"
        text="Todas las filas de lo que cuentan los reportes, con la definición de cada columna."
      />
      <section aria-labelledby={heading} className={classes.downloads}>
        <h2 id={heading}>Tus descargas</h2>
        <DownloadList />
      </section>
      <ScopeSwitch
        scopes={answer.data?.scopes ?? likely}
        scope={scope}
        onChange={next =>
          void list.replace(next === 'reviews' ? { scope: next } : { ...list.query, scope: next })
        }
      />
      <ReportFilters list={list} scope={scope} />
      <Content registers={registers} />
    </>
  );
}
