import { Stack, Table, Title } from '@mantine/core';
import { formatNumber } from '../../../domain/text/format.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import cards from '../../../web/table/cards.module.css';
import { DateTime } from '../../../web/ui/format.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { type Import, listImports } from '../../imports/contract.ts';
import type { Flow } from './use-import.tsx';

const STATES: Record<Import['state'], string> = {
  ready: 'Sin terminar',
  applying: 'En marcha',
  done: 'Terminada',
  undone: 'Deshecha',
  failed: 'No se completó',
};

/** The last imports: to look at their result, download the report, or undo them later. */
export function RecentImports({ flow }: { flow: Flow }) {
  const { data } = useRead(listImports, { query: { noun: flow.noun } });
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="xs" maw={900}>
      <Title order={2} size="h4">
        Importaciones anteriores
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <section aria-label="Importaciones anteriores" tabIndex={0} className={cards.cards ?? ''}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Archivo</Table.Th>
              <Table.Th scope="col">Estado</Table.Th>
              <Table.Th scope="col">Filas</Table.Th>
              <Table.Th scope="col">Quién</Table.Th>
              <Table.Th scope="col">Cuándo</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(each => (
              <Table.Tr key={each.id}>
                <Table.Td data-first>
                  <TextLink href={paths.importInto(flow.noun, { import: each.id })}>{each.fileName}</TextLink>
                </Table.Td>
                <Table.Td data-label="Estado">
                  <span>{STATES[each.state]}</span>
                </Table.Td>
                <Table.Td data-label="Filas" className="figures">
                  <span>{formatNumber(each.total)}</span>
                </Table.Td>
                <Table.Td data-label="Quién">
                  <span>{each.createdBy}</span>
                </Table.Td>
                <Table.Td data-label="Cuándo">
                  <DateTime value={each.createdAt} withTime />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Stack>
  );
}
