import { Input, List, Skeleton, Text } from '@mantine/core';
import { HOLDINGS } from '../../../domain/workflow/reassignment.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import { getHoldings, type Holdings } from '../contract.ts';
import { GROUPS } from './groups.tsx';

const MOST = 5;

function Group({ title, rows }: { title: string; rows: Holdings['rows'] }) {
  return (
    <>
      <Text size="sm" fw={600} mt="xs">
        {title}: {rows.length}
      </Text>
      <List size="sm" listStyleType="none">
        {rows.slice(0, MOST).map(row => (
          <List.Item key={`${row.holding} ${row.id}`}>
            {row.kind ? <TextLink href={paths.project(row.kind, row.id)}>{row.code}</TextLink> : row.code}{' '}
            {row.name}
          </List.Item>
        ))}
        {rows.length > MOST && <List.Item>y {rows.length - MOST} más</List.Item>}
      </List>
    </>
  );
}

/** What waits for a person or is in their charge, with the way to hand it over. */
export function PersonHoldings({ id, name }: { id: string; name: string }) {
  const { data, error } = useRead(getHoldings, { params: { person: id } });
  return (
    <Input.Wrapper label="Qué tiene esta persona" labelElement="div">
      {error ? (
        <Text size="sm" role="alert">
          {messageOf(error)}
        </Text>
      ) : !data ? (
        <Skeleton h="3rem" />
      ) : data.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {name} no tiene proyectos en curso, pasos pendientes ni unidades.
        </Text>
      ) : (
        <>
          {HOLDINGS.map(holding => {
            const rows = data.rows.filter(r => r.holding === holding);
            return rows.length > 0 && <Group key={holding} title={GROUPS[holding]} rows={rows} />;
          })}
          <TextLink size="sm" href={paths.reassign({ from: id })}>
            Reasignar lo que tiene
          </TextLink>
        </>
      )}
    </Input.Wrapper>
  );
}
