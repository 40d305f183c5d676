import { useState } from 'react';
import type { ExportFormat } from '../../../domain/kit/export.ts';
import type { RegisterName } from '../../../domain/registers/registers.ts';
import { request } from '../../../web/api.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { useListState } from '../../../web/table/list-state.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { dashboardFilters } from '../../dashboards/contract.ts';
import { downloadActions } from '../../downloads/ui/use-downloads.tsx';
import { askRegister, countRegisters } from '../contract.ts';

/** Of which projects registers are to tell, all of it in the address, and what the server says to it. */
export function useRegisters() {
  const list = useListState(dashboardFilters, ['scope']);
  const answer = useRead(countRegisters, { query: list.query }, { keepPrevious: true });
  const [asking, setAsking] = useState<string | null>(null);
  const ask = async (name: RegisterName, format: ExportFormat) => {
    setAsking(`${name} ${format}`);
    try {
      await request(askRegister, {
        params: { name },
        query: list.query,
        body: { id: crypto.randomUUID(), format },
      });
      await downloadActions.refresh();
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setAsking(null);
    }
  };
  return { list, answer, ask, asking };
}
export type Registers = ReturnType<typeof useRegisters>;
