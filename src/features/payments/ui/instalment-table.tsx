import { IconClock, IconLockOpen } from '@tabler/icons-react';
import { formatMoney } from '../../../domain/text/format.ts';
import cards from '../../../web/table/cards.module.css';
import plain from '../../../web/table/plain-table.module.css';
import { Pill } from '../../../web/ui/status/pill.tsx';
import type { ProjectPayments } from '../contract.ts';
import classes from './spending.module.css';

const releaseWords = (report: number | null) =>
  report === null ? 'Al inicio' : `Con el informe de avance ${report}`;

/** The parts of the award, and what releases each. */
export function InstalmentTable({ data: { instalments } }: { data: ProjectPayments }) {
  if (instalments.length === 0) return null;
  return (
    <>
      <h4 className={classes.title}>Cuotas</h4>
      <div className={cards.cards}>
        <table className={`${plain.table} ${classes.table}`} aria-label="Cuotas">
          <thead>
            <tr>
              <th scope="col">Cuota</th>
              <th scope="col" data-number>
                Parte
              </th>
              <th scope="col" data-number>
                Monto
              </th>
              <th scope="col">Se libera</th>
              <th scope="col">Estado</th>
            </tr>
          </thead>
          <tbody>
            {instalments.map(({ share, amount, report, isReleased }, n) => (
              // Nothing else names one, and none is added or moved here.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={n}>
                <th scope="row" data-first>
                  Cuota {n + 1}
                </th>
                <td data-label="Parte" data-number>
                  {share} %
                </td>
                <td data-label="Monto" data-number>
                  {formatMoney(amount)}
                </td>
                <td data-label="Se libera">{releaseWords(report)}</td>
                <td data-label="Estado">
                  {isReleased ? (
                    <Pill icon={IconLockOpen} tone="good">
                      Liberada
                    </Pill>
                  ) : (
                    <Pill icon={IconClock} tone="quiet">
                      Sin liberar
                    </Pill>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
