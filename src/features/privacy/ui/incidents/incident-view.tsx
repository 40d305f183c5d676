import { Group, Text } from '@mantine/core';
import { INCIDENT_DATA, INCIDENT_NATURES } from '../../../../domain/privacy/incidents.ts';
import { formatNumber, labelsIn } from '../../../../domain/text/format.ts';
import { changedLine } from '../../../../web/catalogue/state.tsx';
import { formatDay, formatInstant } from '../../../../web/dates.ts';
import { SideDrawer } from '../../../../web/ui/dialogs/side-drawer.tsx';
import { FactList } from '../../../../web/ui/facts/facts.tsx';
import type { Incident } from '../../incidents/contract.ts';
import { ReopenButton } from './closing.tsx';
import { IncidentPill, LABELS, riskLabel } from './looks.tsx';

const dayOf = (day: string | null) => day && formatDay(day);

/** A closed incident: read, and opened again to be changed. */
export function IncidentView({ row, onClose }: { row: Incident; onClose: () => void }) {
  const { closedAt, closedBy } = row;
  const facts = [
    ['Estado', <IncidentPill key="state" incident={row} />],
    ['Cerrado', closedAt && [formatInstant(closedAt), closedBy].filter(Boolean).join(', ')],
    [LABELS.title, row.title],
    [LABELS.detectedOn, formatDay(row.detectedOn)],
    [LABELS.happenedOn, dayOf(row.happenedOn)],
    [LABELS.natures, labelsIn(INCIDENT_NATURES, row.natures)],
    [LABELS.description, row.description],
    [LABELS.dataConcerned, row.dataConcerned],
    [LABELS.special, labelsIn(INCIDENT_DATA, row.special)],
    [LABELS.people, row.people === null ? null : formatNumber(row.people)],
    [LABELS.risk, riskLabel(row)],
    [LABELS.effects, row.effects],
    [LABELS.measures, row.measures],
    [LABELS.agencyToldOn, dayOf(row.agencyToldOn)],
    [LABELS.agencyReference, row.agencyReference],
    [LABELS.peopleToldOn, dayOf(row.peopleToldOn)],
    [LABELS.peopleToldHow, row.peopleToldHow],
    [LABELS.whyNotTold, row.whyNotTold],
  ] as const;
  return (
    <SideDrawer onClose={onClose} title={`Incidente ${row.code}`}>
      <FactList facts={facts} />
      <Text size="xs" c="dimmed" mt="md">
        {changedLine(row)}
      </Text>
      <Group mt="md">
        <ReopenButton row={row} done={onClose} />
      </Group>
    </SideDrawer>
  );
}
