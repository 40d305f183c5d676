import { ActionIcon, Alert, Button, Group, NativeSelect, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { SCOPES, type Scope } from '../../../domain/figures/scopes.ts';
import { formatCount, formatNumber } from '../../../domain/text/format.ts';
import { download } from '../../../web/api.ts';
import { formatTime } from '../../../web/dates.ts';
import { useSaving } from '../../../web/use-saving.ts';
import { printDashboard } from '../contract.ts';
import { useSides } from './compare-select.tsx';
import classes from './reports.module.css';
import type { Report } from './use-report.tsx';

/** The whole topic on paper. */
export function DownloadButton({ report }: { report: Report }) {
  const { topic, query, figures } = report;
  const { saving, save } = useSaving();
  return (
    <Button
      variant="default"
      loading={saving}
      disabled={!figures?.length}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save(() => download(printDashboard, { params: { topic }, query }))}
    >
      Descargar PDF
    </Button>
  );
}

interface ScopeProps {
  scopes: readonly Scope[];
  scope: Scope;
  onChange: (next: Scope) => void;
}

/** Whose projects are counted, for whoever may ask for several. */
export function ScopeSwitch({ scopes, scope, onChange }: ScopeProps) {
  if (scopes.length < 2) return null;
  return (
    <div className={`${classes.scopes} no-print`}>
      <NativeSelect
        aria-label="Alcance"
        data={scopes.map(value => ({ value, label: SCOPES[value] }))}
        value={scope}
        onChange={({ currentTarget: { value } }) => {
          const next = scopes.find(each => each === value);
          if (next) onChange(next);
        }}
      />
    </div>
  );
}

/** What of the address is no filter, and so narrows nothing. */
export function UnreadNotice({ report: { unread, list } }: { report: Report }) {
  if (unread.length === 0) return null;
  return (
    <Alert color="orange" mb="sm" py="xs">
      <Group gap="xs">
        <span className={classes.unread}>
          Parte de la dirección no se entiende y no se aplica: {unread.map(each => `«${each}»`).join(', ')}
        </span>
        <Button variant="default" size="compact-sm" onClick={() => void list.set({}, { replace: true })}>
          Quitarla
        </Button>
      </Group>
    </Alert>
  );
}

/** How many projects are counted, and when that was so. */
export function CountLine({ report }: { report: Report }) {
  const { data, answer, scope } = report;
  const sides = useSides(report);
  if (!data) return <div className={classes.count} />;
  const other = data.otherProjects === null ? '' : ` · ${sides?.[1]}: ${formatNumber(data.otherProjects)}`;
  return (
    <div className={classes.count}>
      <Text size="sm" fw={600} className="figures" role="status">
        {formatCount(data.projects, 'proyecto', 'proyectos')}
        {other}
      </Text>
      <span className="print-only">{SCOPES[scope]}</span>
      <Text size="xs" c="dimmed" component="span" className={classes.age ?? ''}>
        {answer.isRefetchError ? 'No se pudo actualizar. ' : ''}Datos de las {formatTime(data.at)}
        <Tooltip label="Actualizar">
          <ActionIcon
            className="no-print"
            variant="subtle"
            aria-label="Actualizar"
            loading={answer.isFetching}
            onClick={() => void answer.refetch()}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Text>
    </div>
  );
}
