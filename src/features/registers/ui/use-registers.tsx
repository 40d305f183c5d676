import type { ExportFormat } from '../../../domain/kit/export.ts';
import type { RegisterName } from '../../../domain/registers/names.ts';
import { request } from '../../../web/api.ts';
import { useRead } from '../../../web/query.ts';
import { useListState } from '../../../web/table/list-state.ts';
import { dashboardFilters } from '../../dashboards/contract.ts';
import { useAsking } from '../../downloads/ui/use-asking.tsx';
import { askRegister, countRegisters } from '../contract.ts';

/** Of which projects registers are to tell, all of it in the address, and what the server says to it. */
export function useRegisters() {
  const list = useListState(dashboardFilters, ['scope']);
  const answer = useRead(countRegisters, { query: list.query }, { keepPrevious: true });
  const { asking, ask: send } = useAsking<`${RegisterName} ${ExportFormat}`>();
  const ask = (name: RegisterName, format: ExportFormat) =>
    send(`${name} ${format}`, () =>
      request(askRegister, {
        params: { name },
        query: list.query,
        body: { id: crypto.randomUUID(), format },
      }),
    );
  return { list, answer, ask, asking };
}
export type Registers = ReturnType<typeof useRegisters>;
