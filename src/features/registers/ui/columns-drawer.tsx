import { Table } from '@mantine/core';
import type { Scope } from '../../../domain/figures/scopes.ts';
import { COLUMN_TYPES, columnsIn, tablesIn } from '../../../domain/registers/column.ts';
import type { RegisterName } from '../../../domain/registers/names.ts';
import { registerOf } from '../../../domain/registers/registers.ts';
import { SideDrawer } from '../../../web/ui/dialogs/side-drawer.tsx';
import classes from './registers.module.css';

interface Props {
  name: RegisterName;
  scope: Scope;
  onClose: () => void;
}

/** What each column of a register means, as the file itself defines them. */
export function ColumnsDrawer({ name, scope, onClose }: Props) {
  const register = registerOf(name);
  return (
    <SideDrawer title={`Columnas de ${register.title}`} onClose={onClose} size={720}>
      {tablesIn(register, scope).map(([key, table]) => (
        <section key={key} className={classes.definitions}>
          <h3>{table.title}</h3>
          <p>{table.row}.</p>
          <Table withRowBorders striped>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Columna</Table.Th>
                <Table.Th scope="col">Significado</Table.Th>
                <Table.Th scope="col">Contenido</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {columnsIn(table, scope).map(([column, { meaning, type = 'text' }]) => (
                <Table.Tr key={column}>
                  <Table.Th scope="row">
                    <code>{column}</code>
                  </Table.Th>
                  <Table.Td>{meaning}</Table.Td>
                  <Table.Td>{COLUMN_TYPES[type]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </SideDrawer>
  );
}
